#include "models/storage/redo_log.hpp"

#include <algorithm>

namespace models {

RedoLog::RedoLog(sim::Simulation& simulation, const std::string& server, sim::Device& device, sim::Cpu& cpu, Costs costs,
                 Probe probe)
    : simulation_(simulation),
      device_(device),
      cpu_(cpu),
      costs_(std::move(costs)),
      spinner_(server + ": spinning for the redo log"),
      flush_ended_(simulation, server + ": the redo log flush under way"),
      write_mutex_(simulation, server + ": log_write_mutex"),
      probe_(probe) {}

sim::Task<> RedoLog::write_up_to(sim::Bytes position) {
  if (written_ >= position) co_return;
  co_await write_mutex_.acquire();
  if (written_ < position) {
    const sim::Bytes target = end_;
    const sim::Seconds service_time = costs_.write.next();
    co_await device_.serve(service_time);
    written_ = std::max(written_, target);
    probe_(&Observer::redo_written, written_);
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
    if (costs_.spin_cpu.count() > 0) simulation_.spawn(spinner_, spin(costs_.spin_cpu));
    const sim::Seconds service_time = costs_.fsync.next();
    co_await device_.serve(service_time);
    if (costs_.spin_cpu.count() > 0) cpu_.keep_warm();
    ++fsyncs_;
    flushed_ = target;
    probe_(&Observer::redo_synced, flushed_);
    is_flushing_ = false;
    flush_ended_.notify_all();
  }
}

sim::Process RedoLog::spin(sim::Seconds demand) { co_await cpu_.execute(demand); }

}  // namespace models
