#include "models/replication/relay_log.hpp"

#include <algorithm>

namespace models {

sim::Task<> RelayLog::append(int events) {
  int left = events;
  while (left > 0) {
    // Nobody can see what happens between two writes, so those up to the next fsync are one visit to the device.
    const std::int64_t until_sync = sync_relay_log_ > 0 ? sync_relay_log_ - events_since_sync_ : left;
    const int written = static_cast<int>(std::min<std::int64_t>(left, until_sync));
    sim::Seconds service_time = write_.next() * written;
    probe_(&Observer::call_began, LogCall::relay_write, device_);
    co_await device_.serve(service_time);
    probe_(&Observer::call_ended, LogCall::relay_write, device_);
    left -= written;
    events_since_sync_ += written;
    if (sync_relay_log_ == 0 || events_since_sync_ < sync_relay_log_) continue;
    events_since_sync_ = 0;
    service_time = fsync_.next();
    probe_(&Observer::call_began, LogCall::relay_fsync, device_);
    co_await device_.sync(service_time);
    probe_(&Observer::call_ended, LogCall::relay_fsync, device_);
    ++fsyncs_;
  }
}

}  // namespace models
