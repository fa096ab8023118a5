// The network without SimGrid, for links that no two streams share: a transfer arrives after the latency of its link and the time
// that its bytes take at the link's rate, as it would in SimGrid with the link to itself.
#pragma once

#include "sim/engine/calendar.hpp"
#include "sim/engine/network.hpp"

namespace sim {

class PointToPointNetwork final : public Network {
 public:
  explicit PointToPointNetwork(Calendar& calendar) : calendar_(calendar) {}

  NetworkHost add_host(const std::string&) override { return {hosts_++}; }
  using Network::connect;
  void connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth, Bytes window) override {
    links_.add(a, b, {one_way_latency, bandwidth, window});
    links_.add(b, a, {one_way_latency, bandwidth, window});
  }
  void seal() override {}
  void transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) override {
    calendar_.schedule(links_.between(from, to).arrival(calendar_.now(), size), arrived);
  }

 private:
  Calendar& calendar_;
  int hosts_ = 0;
};

}  // namespace sim
