// MySQL 5.0 and 5.1 with the builtin InnoDB: everything from prepare to the flushed commit is one serial section.
//
//   prepare_commit_mutex   taken first, whatever innodb_support_xa says, and kept to the end
//   prepare                with innodb_support_xa: redo log flush of the prepare record
//   binlog    LOCK_log     write, fsync every sync_binlog transactions
//   commit                 storage engine in memory, redo log flush of the commit record
//   then      LOCK_log     once more, to close the file if it is full
//
// So with the binary log on no two transactions ever share a flush: throughput is flat in the number of clients (MySQL bug
// 13669). Source: sql/ha_innodb.cc of 5.0.15, storage/innobase/handler/ha_innodb.cc of 5.1.61 (innobase_xa_prepare,
// innobase_commit).
#include "models/analysis/commit_outline.hpp"
#include "models/commit/log_alone.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class BuiltinInnodbCommit final : public CommitPipeline {
 public:
  explicit BuiltinInnodbCommit(Server& server)
      : server_(server),
        prepare_commit_mutex_(server.simulation(), server.name() + ": prepare_commit_mutex"),
        lock_log_(server.simulation(), server.name() + ": LOCK_log") {}

  sim::Task<> commit(Transaction& transaction) override {
    const Group alone(transaction);
    co_await server_.lock(prepare_commit_mutex_, alone);
    transaction.spend(Part::flush_wait, server_.now());
    co_await prepare(transaction);
    co_await log_alone(server_, lock_log_, transaction);
    co_await server_.commit_in_engine(transaction);
    co_await server_.flush_redo_at_commit(transaction.commit_lsn);
    prepare_commit_mutex_.release();
    transaction.spend(Part::engine_commit, server_.now());
    co_await unlog(server_, lock_log_, transaction);
  }

  static void outline(CommitOutline& commit) {
    commit.enter("prepare_commit_mutex", CommitOutline::Holder::transaction);
    commit.prepare_in_engine();
    if (commit.variables().innodb_support_xa) commit.flush_redo_at_commit();
    commit.copy_to_binlog();
    commit.write_binlog();
    commit.sync_binlog();
    commit.commit_in_engine();
    commit.flush_redo_at_commit();
    commit.leave("prepare_commit_mutex");
  }

  std::vector<Stage> stages() override { return {{"prepare to commit", &prepare_commit_mutex_}}; }

 private:
  sim::Task<> prepare(Transaction& transaction) {
    co_await server_.prepare_in_engine(transaction);
    if (server_.variables().innodb_support_xa) co_await server_.flush_redo_at_commit(transaction.prepare_lsn);
    transaction.spend(Part::prepare, server_.now());
  }

  Server& server_;
  sim::Lock prepare_commit_mutex_;
  sim::Lock lock_log_;
};

const bool builtin_innodb_registered = register_commit_pipeline<BuiltinInnodbCommit>(
    "mysql-5.1", {"mysql", {5, 0}, {5, 2}, ""}, "builtin InnoDB: one transaction at a time from prepare to the flushed commit");

}  // namespace
}  // namespace models
