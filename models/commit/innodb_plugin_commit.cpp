// MySQL 5.5, and the InnoDB plugin of 5.1: sessions share redo log flushes, the binary log takes one transaction at a time.
//
//   prepare   own thread                 redo log flush, shared by whoever waits for one
//   then      prepare_commit_mutex       keeps the order of binary log and storage engine; only with innodb_support_xa
//   binlog    LOCK_log                   write, fsync every sync_binlog transactions
//   commit    storage engine in memory, then prepare_commit_mutex is released
//   then      own thread                 redo log flush of the commit record, shared
//   then      LOCK_log                   once more, to close the file if it is full
//   then      own thread                 AFTER_COMMIT wait
//
// Source: storage/innodb_plugin and sql/log.cc of 5.1.61, storage/innobase/handler/ha_innodb.cc of 5.5.62
// (innobase_xa_prepare, innobase_commit).
#include "models/analysis/commit_outline.hpp"
#include "models/commit/log_alone.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class InnodbPluginCommit final : public CommitPipeline {
 public:
  explicit InnodbPluginCommit(Server& server)
      : server_(server),
        semi_sync_(server.semi_sync()),
        prepare_commit_mutex_(server.simulation(), server.name() + ": prepare_commit_mutex"),
        lock_log_(server.simulation(), server.name() + ": LOCK_log") {}

  sim::Task<> commit(Transaction& transaction) override {
    const bool is_two_phase = server_.variables().innodb_support_xa;
    co_await prepare(transaction, is_two_phase);
    const Group alone(transaction);
    if (is_two_phase) co_await server_.lock(prepare_commit_mutex_, alone);

    co_await log_alone(server_, lock_log_, transaction);
    co_await server_.commit_in_engine(transaction);
    if (is_two_phase) prepare_commit_mutex_.release();
    co_await server_.flush_redo_at_commit(transaction.commit_lsn);
    transaction.spend(Part::engine_commit, server_.now());
    co_await unlog(server_, lock_log_, transaction);

    if (!semi_sync_.is_enabled()) co_return;
    co_await semi_sync_.await_ack(transaction.binlog_end);
    transaction.spend(Part::ack_wait, server_.now());
  }

  static void outline(CommitOutline& commit) {
    const bool is_two_phase = commit.variables().innodb_support_xa;
    commit.prepare_in_engine();
    if (is_two_phase) {
      commit.flush_redo_at_commit();
      commit.enter("prepare_commit_mutex", CommitOutline::Holder::transaction);
    }
    commit.enter("LOCK_log", CommitOutline::Holder::transaction);
    commit.copy_to_binlog();
    commit.write_binlog();
    commit.sync_binlog();
    commit.publish();
    commit.leave("LOCK_log");
    commit.commit_in_engine();
    commit.leave("prepare_commit_mutex");
    commit.flush_redo_at_commit();
    commit.revisit("LOCK_log");
    commit.await_ack();
  }

  sim::Lock* lock_log() override { return &lock_log_; }

  std::vector<Stage> stages() override {
    return {{"prepare and commit", &prepare_commit_mutex_}, {"binary log", &lock_log_}};
  }

 private:
  sim::Task<> prepare(Transaction& transaction, bool is_two_phase) {
    co_await server_.prepare_in_engine(transaction);
    if (is_two_phase) co_await server_.flush_redo_at_commit(transaction.prepare_lsn);
    transaction.spend(Part::prepare, server_.now());
  }

  Server& server_;
  SemiSyncSource& semi_sync_;
  sim::Lock prepare_commit_mutex_;
  sim::Lock lock_log_;
};

const bool innodb_plugin_registered = register_commit_pipeline<InnodbPluginCommit>(
    "mysql-5.5", {"mysql", {5, 5}, {5, 6}, ""}, "no group commit of the binary log; redo log flushes before and after it are shared");

const bool registered_for_plugin = register_commit_pipeline<InnodbPluginCommit>(
    "mysql-5.1-plugin", {"mysql", {5, 1}, {5, 2}, "plugin"}, "5.1 with the InnoDB plugin: as 5.5");

}  // namespace
}  // namespace models
