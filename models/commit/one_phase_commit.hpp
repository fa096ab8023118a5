// Commit without binary log, in every version: visible first, durable then, no stages.
#pragma once

#include "models/commit/commit_pipeline.hpp"

namespace models {

// The storage engine commits in memory, which frees row locks and shows the changes; then the session flushes the redo
// log as innodb_flush_log_at_trx_commit asks, sharing the flush with whoever else waits for one.
// Source: trx_commit_in_memory, trx_commit_complete_for_mysql.
class OnePhaseCommit final : public CommitPipeline {
 public:
  explicit OnePhaseCommit(Server& server) : server_(server) {}

  sim::Task<> commit(Transaction& transaction) override;

  static void outline(CommitOutline& commit);

 private:
  Server& server_;
};

}  // namespace models
