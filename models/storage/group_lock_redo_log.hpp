// Sessions flush the redo log under two group commit locks: MariaDB 10.5 and later.
#pragma once

#include "models/storage/redo_log.hpp"

namespace models {

// A lock with a value that only grows. Who wants the value to reach a position gets the lock when it is free, or sleeps; the
// holder's release wakes exactly those whose position has been reached, and one more, who may lead next.
// Source: storage/innobase/log/log0sync.cc of MariaDB 11.8.6.
class GroupCommitLock {
 public:
  GroupCommitLock(sim::Simulation& simulation, const std::string& name) : waiters_(simulation, name) {}

  bool is_held() const { return is_held_; }
  void take() { is_held_ = true; }
  auto wait_for(sim::Bytes position) { return waiters_.wait_for(position.count); }
  void release(sim::Bytes value) {
    is_held_ = false;
    waiters_.wake_up_to(value.count);
    waiters_.wake_first();
  }

 private:
  bool is_held_ = false;
  sim::PositionQueue waiters_;
};

// A durable request takes its position when it has become the leader, after the last fsync has ended: the time in which a
// group gathers is the fsync itself. Source: log_write_up_to in storage/innobase/log/log0log.cc of MariaDB 11.8.6.
class GroupLockRedoLog final : public RedoLog {
 public:
  explicit GroupLockRedoLog(Parts parts);

  sim::Task<> write_up_to(sim::Bytes position) override;
  sim::Task<> flush_up_to(sim::Bytes position) override;

 private:
  // Sleeps until woken by the lock's holder.
  sim::Task<> wait(GroupCommitLock& lock, sim::Bytes position);

  GroupCommitLock flush_lock_;
  GroupCommitLock write_lock_;
};

}  // namespace models
