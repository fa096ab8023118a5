#include "sim/engine/links.hpp"

#include <algorithm>
#include <stdexcept>

namespace sim {
namespace {

constexpr double kTcpGamma = 4194304;

}  // namespace

BytesPerSecond Link::rate() const {
  if (latency.count() <= 0) return bandwidth;
  return {std::min(bandwidth.value, kTcpGamma / (2 * latency.count()))};
}

const Link* Links::find(NetworkHost from, NetworkHost to) const {
  const auto link = links_.find({from, to});
  return link == links_.end() ? nullptr : &link->second;
}

const Link& Links::between(NetworkHost from, NetworkHost to) const {
  if (const Link* link = find(from, to)) return *link;
  throw std::logic_error("a transfer between hosts that no link connects");
}

Bytes Links::window(NetworkHost from, NetworkHost to) const {
  constexpr double kSocketBuffer = 64 * 1024;
  const Link* const link = find(from, to);
  if (link == nullptr) return {};
  // What arrives is not under way here any more, though it is acknowledged half a round trip later.
  if (link->window.count > 0) return {std::max<std::int64_t>(1, link->window.count / 2)};
  // As much as is on the way in a round trip, but no more than can be counted.
  constexpr double kMost = 1e15;
  const double in_flight = 2 * link->latency.count() * link->bandwidth.value;
  return {static_cast<std::int64_t>(std::min(kMost, kSocketBuffer + in_flight))};
}

BytesPerSecond Links::bandwidth(NetworkHost from, NetworkHost to) const {
  const Link* const link = find(from, to);
  return link == nullptr ? BytesPerSecond{} : link->bandwidth;
}

}  // namespace sim
