#include "models/storage/redo_log.hpp"

#include "models/server_variables.hpp"
#include "models/storage/classic_redo_log.hpp"
#include "models/storage/group_lock_redo_log.hpp"
#include "models/storage/log_threads_redo_log.hpp"
#include "models/storage/pending_flush_redo_log.hpp"

namespace models {

RedoLog::RedoLog(Parts parts)
    : parts_(std::move(parts)),
      spinner_(parts_.server + ": spinning for the redo log"),
      cache_(parts_.simulation, parts_.server + ": redo log", parts_.device, parts_.costs.writeback_per_mib,
             {parts_.probe, &Observer::redo_written_back}) {}

sim::Task<> RedoLog::write(sim::Bytes target) {
  const sim::Seconds service_time = parts_.costs.write.next();
  parts_.probe(&Observer::call_began, LogCall::redo_write, parts_.device);
  if (parts_.costs.writes_to_device) co_await parts_.device.sync(service_time);
  else co_await parts_.device.serve(service_time);
  parts_.probe(&Observer::call_ended, LogCall::redo_write, parts_.device);
  written_ = std::max(written_, target);
  cache_.note_written(written_);
  parts_.probe(&Observer::redo_written, written_);
  if (!parts_.costs.syncs) note_flushed(target);
}

void RedoLog::note_flushed(sim::Bytes target) {
  flushed_ = std::max(flushed_, target);
  parts_.probe(&Observer::redo_synced, flushed_);
}

sim::Task<> RedoLog::fsync(sim::Bytes target) {
  if (!parts_.costs.syncs) co_return;
  const bool spins = parts_.costs.spin_cpu.count() > 0;
  if (spins) parts_.simulation.spawn(spinner_, spin(parts_.cpu, parts_.costs.spin_cpu));
  const sim::Seconds service_time = parts_.costs.fsync.next() + cache_.take_dirty();
  parts_.probe(&Observer::call_began, LogCall::redo_fsync, parts_.device);
  co_await parts_.device.sync(service_time);
  parts_.probe(&Observer::call_ended, LogCall::redo_fsync, parts_.device);
  if (spins) parts_.cpu.keep_warm();
  ++fsyncs_;
  note_flushed(target);
}

sim::Process RedoLog::spin(sim::Cpu& cpu, sim::Seconds demand) { co_await cpu.execute(demand, sim::Cpu::Work::spinning); }

std::unique_ptr<RedoLog> make_redo_log(const Release& release, const ServerVariables& variables, RedoLog::Parts parts) {
  const bool is_mariadb = release.is("mariadb");
  if (is_mariadb && release.at_least(10, 5)) return std::make_unique<GroupLockRedoLog>(std::move(parts));
  if (is_mariadb ? release.before(10, 2) : release.before(5, 7)) return std::make_unique<ClassicRedoLog>(std::move(parts));
  if (variables.innodb_log_writer_threads && release.at_least(8)) {
    return std::make_unique<LogThreadsRedoLog>(std::move(parts), variables.innodb_flush_log_at_trx_commit == 1);
  }
  return std::make_unique<PendingFlushRedoLog>(std::move(parts));
}

}  // namespace models
