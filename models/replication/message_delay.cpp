#include "models/replication/message_delay.hpp"

#include <algorithm>

namespace models {
namespace {

constexpr std::int64_t kPacket = 1448;
constexpr std::int64_t kDuplicateAcks = 3;
constexpr sim::Seconds kLeastTimer{0.2};
constexpr int kMostDoublings = 6;

}  // namespace

sim::Seconds MessageDelay::timer(sim::Seconds rtt) { return rtt + kLeastTimer; }

sim::Seconds MessageDelay::retransmission(sim::Bytes size) {
  const std::int64_t packets = std::max<std::int64_t>(1, (size.count + kPacket - 1) / kPacket);
  sim::Seconds later{};
  for (std::int64_t left = packets; left > 0; --left) {
    if (losses_.next() >= loss_) continue;
    if (left > kDuplicateAcks) {
      later = std::max(later, rtt_);
      continue;
    }
    sim::Seconds timeout = timer(rtt_);
    sim::Seconds waited = timeout;
    for (int again = 0; again < kMostDoublings && losses_.next() < loss_; ++again) waited += timeout *= 2;
    later = std::max(later, waited);
  }
  return later;
}

}  // namespace models
