// The links between hosts, as every network model sees them.
#pragma once

#include <compare>
#include <map>
#include <utility>

#include "sim/core/units.hpp"

namespace sim {

// A machine as the network knows it.
struct NetworkHost {
  int id = -1;
  auto operator<=>(const NetworkHost&) const = default;
};

// One direction of a link.
struct Link {
  Seconds latency{};  // one way
  BytesPerSecond bandwidth;
  Bytes window{};  // of a stream; 0: as much as fills the link

  // What a transfer gets that has the link to itself: its bandwidth, or 4 MiB per round trip (SimGrid's network/TCP-gamma).
  BytesPerSecond rate() const;

  // When a transfer arrives that starts now and has the link to itself.
  Instant arrival(Instant now, Bytes size) const { return now + latency + size / rate(); }
};

class Links {
 public:
  void add(NetworkHost from, NetworkHost to, const Link& link) { links_[{from, to}] = link; }

  // Null between unconnected hosts.
  const Link* find(NetworkHost from, NetworkHost to) const;

  // Throws std::logic_error between unconnected hosts.
  const Link& between(NetworkHost from, NetworkHost to) const;

  // How much of one stream may be under way between two hosts: what fills the link and a socket buffer more.
  Bytes window(NetworkHost from, NetworkHost to) const;

  // 0 between unconnected hosts.
  BytesPerSecond bandwidth(NetworkHost from, NetworkHost to) const;

 private:
  std::map<std::pair<NetworkHost, NetworkHost>, Link> links_;
};

}  // namespace sim
