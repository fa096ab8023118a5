// What the ordered commits of MySQL 5.6 and later have in common: three stages, their leaders and followers.
#pragma once

#include <string>
#include <vector>

#include "models/commit/commit_pipeline.hpp"
#include "models/commit/followers.hpp"
#include "models/commit/stage_queue.hpp"

namespace models {

class BinaryLog;
class CommitOutline;
class SemiSyncSource;

class OrderedCommit : public CommitPipeline {
 public:
  explicit OrderedCommit(Server& server);

  sim::Lock* lock_log() override { return &flush_.mutex(); }
  std::vector<Stage> stages() override;

 protected:
  // Waits for the stage's mutex. A session that has to sleep for it runs some time after it was given it; the queue grows
  // meanwhile.
  sim::Task<> enter(StageQueue& stage);

  // Copies the group into the binary log and writes it, holding LOCK_log.
  sim::Task<> write_binlog(Group group);

  // The storage engine commits the group in its order, in memory.
  sim::Task<> engine_commit(Group group);

  // What a session does by itself after the group when commits are not ordered: engine commit, AFTER_COMMIT wait.
  sim::Task<> commit_own(Transaction& transaction);

  // AFTER_COMMIT, of one session.
  sim::Task<> await_own_ack_after_commit(Transaction& transaction);

  // AFTER_SYNC: once, for the end of the group.
  sim::Task<> await_ack_after_sync(Group group);

  // AFTER_COMMIT: for every member in turn.
  sim::Task<> await_acks_after_commit(Group group);

  // After its group a leader closes a full binary log file: it keeps LOCK_log, waits for the storage engine's commits of all
  // that is in the file, and flushes the redo log. Source: MYSQL_BIN_LOG::rotate, new_file_impl.
  sim::Task<> rotate_if_full(Transaction& leader);

  // One broadcast wakes all followers at the same instant.
  void finish(Group group) { followers_.finish(group); }

  // For the analysis: the commit stage, or each session's own commit, and the AFTER_COMMIT wait.
  static void outline_engine_commit(CommitOutline& commit);

  // A follower sleeps until its group has finished.
  sim::Task<> follow(Transaction& transaction);

  Server& server_;
  BinaryLog& binlog_;
  SemiSyncSource& semi_sync_;
  StageQueue flush_;
  StageQueue sync_;
  StageQueue commit_;
  std::vector<StageQueue*> stages_;  // in their order
  Followers followers_;
};

}  // namespace models
