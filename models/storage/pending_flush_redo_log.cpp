#include "models/storage/pending_flush_redo_log.hpp"

namespace models {

PendingFlushRedoLog::PendingFlushRedoLog(Parts parts)
    : RedoLog(std::move(parts)),
      flush_ended_(parts_.simulation, parts_.server + ": the redo log flush under way"),
      write_mutex_(parts_.simulation, parts_.server + ": log_write_mutex") {}

sim::Task<> PendingFlushRedoLog::write_up_to(sim::Bytes position) {
  if (written_ >= position) co_return;
  co_await write_mutex_.acquire();
  if (written_ < position) co_await write(end_);
  write_mutex_.release();
}

sim::Task<> PendingFlushRedoLog::flush_up_to(sim::Bytes position) {
  while (flushed_ < position) {
    if (is_flushing_) {
      co_await flush_ended_.wait();
      co_await wake_up();
      continue;
    }
    is_flushing_ = true;
    const sim::Bytes target = end_;
    co_await write_up_to(target);
    co_await fsync(target);
    is_flushing_ = false;
    flush_ended_.notify_all();
  }
}

}  // namespace models
