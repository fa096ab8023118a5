// Threads of its own write and flush the redo log: MySQL 8.0 with innodb_log_writer_threads=ON.
#pragma once

#include "models/storage/redo_log.hpp"

namespace models {

// The log writer writes whatever is in the buffer, the log flusher syncs whatever is written, both as fast as the device
// allows although nobody may be waiting; sessions only wait. So commit records are synced as well, and a request that just
// missed an fsync waits for the next one. Source: storage/innobase/log/log0write.cc of 8.0.30.
class LogThreadsRedoLog final : public RedoLog {
 public:
  // `flushes_at_once`: innodb_flush_log_at_trx_commit=1; otherwise the flusher syncs only when asked.
  LogThreadsRedoLog(Parts parts, bool flushes_at_once);

  void start() override;
  sim::Bytes append(sim::Bytes size) override;
  sim::Task<> write_up_to(sim::Bytes position) override;
  sim::Task<> flush_up_to(sim::Bytes position) override;

 private:
  sim::Process log_writer();
  sim::Process log_flusher();

  bool flushes_at_once_;
  sim::Bytes asked_for_{};  // some session wants it synced
  sim::WaitQueue more_to_write_;
  sim::WaitQueue more_to_flush_;
  sim::PositionQueue written_waiters_;
  sim::PositionQueue flushed_waiters_;
};

}  // namespace models
