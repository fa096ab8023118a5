#include "models/replication/relay_log.hpp"

#include <algorithm>
#include <utility>

namespace models {

// Nobody has measured what its write-back costs: it takes no time here.
RelayLog::RelayLog(sim::Simulation& simulation, const std::string& replica, sim::Device& device, Costs costs,
                   std::int64_t sync_relay_log, Probe probe)
    : device_(device),
      costs_(std::move(costs)),
      cache_(simulation, replica + ": relay log", device, sim::Seconds{}, {probe, &Observer::relay_log_written_back}),
      probe_(probe),
      sync_relay_log_(sync_relay_log) {}

sim::Task<> RelayLog::append(int events, sim::Bytes end) {
  int left = events;
  while (left > 0) {
    // Nobody can see what happens between two writes, so those up to the next fsync are one visit to the device.
    const std::int64_t until_sync = sync_relay_log_ > 0 ? sync_relay_log_ - events_since_sync_ : left;
    const int written = static_cast<int>(std::min<std::int64_t>(left, until_sync));
    sim::Seconds service_time = costs_.write.next() * written;
    probe_(&Observer::call_began, LogCall::relay_write, device_);
    co_await device_.serve(service_time);
    probe_(&Observer::call_ended, LogCall::relay_write, device_);
    left -= written;
    events_since_sync_ += written;
    if (left == 0) cache_.note_written(end_ = end);
    if (sync_relay_log_ == 0 || events_since_sync_ < sync_relay_log_) continue;
    events_since_sync_ = 0;
    service_time = costs_.fsync.next();
    probe_(&Observer::call_began, LogCall::relay_fsync, device_);
    co_await device_.sync(service_time);
    probe_(&Observer::call_ended, LogCall::relay_fsync, device_);
    ++fsyncs_;
    cache_.take_dirty();
    probe_(&Observer::relay_log_synced, end_);  // what was before these events, and with the last of them all
  }
}

}  // namespace models
