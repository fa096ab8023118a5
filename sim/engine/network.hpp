// Hosts, links between them, and transfers. Latency is that of one way; bandwidth is shared by the transfers under way.
#pragma once

#include <memory>
#include <string>

#include "sim/core/units.hpp"
#include "sim/engine/event.hpp"
#include "sim/engine/links.hpp"

namespace sim {

class Network {
 public:
  virtual ~Network() = default;

  virtual NetworkHost add_host(const std::string& name) = 0;

  // Joins two hosts by a full-duplex link, or one host with itself (loopback). Once per pair, before the run. `window`: how much a
  // stream has on the way until it is acknowledged, which keeps it to a window per round trip; 0: as much as fills the link. A
  // message that is longer goes by itself, at 4 MiB per round trip at most (SimGrid's network/TCP-gamma).
  virtual void connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth, Bytes window) = 0;
  void connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth) {
    connect(a, b, one_way_latency, bandwidth, Bytes{});
  }

  // How much of one stream may be under way between two hosts: what fills the link and a socket buffer more.
  Bytes window(NetworkHost from, NetworkHost to) const { return links_.window(from, to); }

  // Of the link between two hosts; 0 between unconnected ones.
  BytesPerSecond bandwidth(NetworkHost from, NetworkHost to) const { return links_.bandwidth(from, to); }

  // No host or link is added after this. Called when the run starts.
  virtual void seal() = 0;

  // Starts a transfer; `arrived` happens when its last byte is there. Throws std::logic_error between unconnected hosts.
  virtual void transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) = 0;

 protected:
  Links links_;
};

}  // namespace sim
