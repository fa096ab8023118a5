#include "models/storage/redo_log.hpp"

#include "models/storage/pending_flush_redo_log.hpp"

namespace models {

sim::Task<> RedoLog::write(sim::Bytes target) {
  const sim::Seconds service_time = parts_.costs.write.next();
  co_await parts_.device.serve(service_time);
  written_ = std::max(written_, target);
  parts_.probe(&Observer::redo_written, written_);
}

sim::Task<> RedoLog::fsync(sim::Bytes target) {
  const bool spins = parts_.costs.spin_cpu.count() > 0;
  if (spins) parts_.simulation.spawn(spinner_, spin(parts_.cpu, parts_.costs.spin_cpu));
  const sim::Seconds service_time = parts_.costs.fsync.next();
  co_await parts_.device.serve(service_time);
  if (spins) parts_.cpu.keep_warm();
  ++fsyncs_;
  flushed_ = std::max(flushed_, target);
  parts_.probe(&Observer::redo_synced, flushed_);
}

sim::Process RedoLog::spin(sim::Cpu& cpu, sim::Seconds demand) { co_await cpu.execute(demand); }

std::unique_ptr<RedoLog> make_redo_log(const Release&, const ServerVariables&, RedoLog::Parts parts) {
  return std::make_unique<PendingFlushRedoLog>(std::move(parts));
}

}  // namespace models
