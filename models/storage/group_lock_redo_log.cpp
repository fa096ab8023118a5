#include "models/storage/group_lock_redo_log.hpp"

namespace models {

GroupLockRedoLog::GroupLockRedoLog(Parts parts)
    : RedoLog(std::move(parts)),
      flush_lock_(parts_.simulation, parts_.server + ": flush_lock"),
      write_lock_(parts_.simulation, parts_.server + ": write_lock") {}

sim::Task<> GroupLockRedoLog::wait(GroupCommitLock& lock, sim::Bytes position) {
  co_await lock.wait_for(position);
  co_await wake_up();
}

sim::Task<> GroupLockRedoLog::write_up_to(sim::Bytes position) {
  while (written_ < position) {
    if (write_lock_.is_held()) {
      co_await wait(write_lock_, position);
      continue;
    }
    write_lock_.take();
    co_await write(end_);
    write_lock_.release(written_);
  }
}

sim::Task<> GroupLockRedoLog::flush_up_to(sim::Bytes position) {
  while (flushed_ < position) {
    if (flush_lock_.is_held()) {
      co_await wait(flush_lock_, position);
      continue;
    }
    flush_lock_.take();
    const sim::Bytes target = end_;
    co_await write_up_to(target);
    co_await fsync(target);
    flush_lock_.release(flushed_);
  }
}

}  // namespace models
