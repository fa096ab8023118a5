#include "models/storage/log_threads_redo_log.hpp"

namespace models {

LogThreadsRedoLog::LogThreadsRedoLog(Parts parts, bool flushes_at_once)
    : RedoLog(std::move(parts)),
      flushes_at_once_(flushes_at_once),
      more_to_write_(parts_.simulation, parts_.server + ": more of the redo log to write"),
      more_to_flush_(parts_.simulation, parts_.server + ": more of the redo log to flush"),
      written_waiters_(parts_.simulation, parts_.server + ": the redo log to be written"),
      flushed_waiters_(parts_.simulation, parts_.server + ": the redo log to be flushed") {}

void LogThreadsRedoLog::start() {
  RedoLog::start();
  parts_.simulation.spawn(parts_.server + ": log writer", log_writer());
  parts_.simulation.spawn(parts_.server + ": log flusher", log_flusher());
}

sim::Bytes LogThreadsRedoLog::append(sim::Bytes size) {
  more_to_write_.notify_all();
  return RedoLog::append(size);
}

// The threads spin for about a millisecond before they sleep: handing over to a busy one takes no time.
sim::Process LogThreadsRedoLog::log_writer() {
  while (true) {
    while (written_ >= end_) co_await more_to_write_.wait();
    co_await write(end_);
    written_waiters_.wake_up_to(written_.count);
    if (!parts_.costs.syncs) flushed_waiters_.wake_up_to(flushed_.count);  // the write was all
    more_to_flush_.notify_all();
  }
}

sim::Process LogThreadsRedoLog::log_flusher() {
  while (true) {
    while (flushed_ >= (flushes_at_once_ ? written_ : std::min(written_, asked_for_))) co_await more_to_flush_.wait();
    co_await fsync(written_);
    flushed_waiters_.wake_up_to(flushed_.count);
  }
}

sim::Task<> LogThreadsRedoLog::write_up_to(sim::Bytes position) {
  if (written_ >= position) co_return;
  co_await written_waiters_.wait_for(position.count);
  co_await wake_up();
}

// Woken by the notifier thread: one more hand-over than a session that flushes by itself.
sim::Task<> LogThreadsRedoLog::flush_up_to(sim::Bytes position) {
  if (flushed_ >= position) co_return;
  asked_for_ = std::max(asked_for_, position);
  more_to_flush_.notify_all();
  co_await flushed_waiters_.wait_for(position.count);
  co_await wake_up();
}

}  // namespace models
