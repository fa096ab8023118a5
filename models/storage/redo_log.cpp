#include "models/storage/redo_log.hpp"

#include <algorithm>

namespace models {

RedoLog::RedoLog(sim::Simulation& simulation, const std::string& server, sim::Device& device, Costs costs)
    : simulation_(simulation),
      device_(device),
      costs_(std::move(costs)),
      flush_ended_(simulation, server + ": the redo log flush under way"),
      write_mutex_(simulation, server + ": log_write_mutex") {}

sim::Task<> RedoLog::write_up_to(sim::Bytes position) {
  if (written_ >= position) co_return;
  co_await write_mutex_.acquire();
  if (written_ < position) {
    const sim::Bytes target = end_;
    const sim::Seconds service_time = costs_.write.next();
    co_await device_.serve(service_time);
    written_ = std::max(written_, target);
  }
  write_mutex_.release();
}

sim::Task<> RedoLog::flush_up_to(sim::Bytes position) {
  while (flushed_ < position) {
    if (is_flushing_) {
      co_await flush_ended_.wait();
      co_await simulation_.delay(costs_.wake_up.next());
      continue;
    }
    is_flushing_ = true;
    const sim::Bytes target = end_;
    co_await write_up_to(target);
    const sim::Seconds service_time = costs_.fsync.next();
    co_await device_.serve(service_time);
    ++fsyncs_;
    flushed_ = target;
    is_flushing_ = false;
    flush_ended_.notify_all();
  }
}

}  // namespace models
