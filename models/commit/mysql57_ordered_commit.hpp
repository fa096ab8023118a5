// MySQL 5.7 ordered commit: flush, sync and commit stages, each with a leader.
#pragma once

#include "models/commit/ordered_commit.hpp"

namespace models {

// The first session to enrol in an empty stage queue leads it and waits for the stage's mutex; the others sleep until a
// leader has committed them. A leader that enrols behind somebody in the next stage becomes a follower there, with its
// whole group. The mutex of a stage is released only when the group has enrolled in the next one.
//
//   flush stage   LOCK_log     redo log flush for the group, then one write() of its binary log
//   sync stage    LOCK_sync    sync delay, fsync of the binary log every sync_binlog groups
//   commit stage  LOCK_commit  AFTER_SYNC wait, then storage engine commits in order
//   then                       AFTER_COMMIT waits, one broadcast to all followers
//
// With binlog_order_commits=OFF there is no commit stage: the sync leader waits for the ACK without a stage mutex,
// wakes the followers, and every session commits its own transaction in the storage engine.
//
// Source: sql/binlog.cc of 5.7.18, MYSQL_BIN_LOG::ordered_commit and what it calls.
class Mysql57OrderedCommit : public OrderedCommit {
 public:
  using OrderedCommit::OrderedCommit;

  sim::Task<> commit(Transaction& transaction) override;

  static void outline(CommitOutline& commit);

 protected:
  // From the engine commits to the end, for a leader that still holds LOCK_commit.
  virtual sim::Task<> leave_commit_stage(Group group, Transaction& leader);

 private:
  static void outline_sync_delay(CommitOutline& commit);

  sim::Task<> prepare(Transaction& transaction);
  sim::Task<> flush_group(Group group);
  sim::Task<> sync_delay();
  sim::Task<> sync_group(Group group);
  sim::Task<> commit_without_order(Group group, Transaction& leader);
};

}  // namespace models
