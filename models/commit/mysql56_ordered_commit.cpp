// MySQL 5.6 ordered commit: three stages as in 5.7, but each session flushes its own prepare record to the redo log, and
// with sync_binlog=1 LOCK_log is kept through the fsync.
//
//   prepare       own thread   redo log flush, shared by whoever waits for one
//   flush stage   LOCK_log     the leader takes transactions until none is left or binlog_max_flush_queue_time is over, writes
//   sync stage    LOCK_sync    fsync every sync_binlog groups; LOCK_log is held as well with sync_binlog=1
//   commit stage  LOCK_commit  storage engine commits in order
//   then                       AFTER_COMMIT waits, one broadcast to all followers; up to 5.6.16 the broadcast first, then each waits
//
// Source: sql/binlog.cc of 5.6.29, MYSQL_BIN_LOG::ordered_commit, process_flush_stage_queue.
#include "models/analysis/commit_outline.hpp"
#include "models/commit/ordered_commit.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class Mysql56OrderedCommit final : public OrderedCommit {
 public:
  using OrderedCommit::OrderedCommit;

  sim::Task<> commit(Transaction& transaction) override {
    co_await prepare(transaction);

    if (!flush_.enrol(Group{transaction})) {
      co_await follow(transaction);
      co_return;
    }
    // Those whom the same redo log flush has woken at this instant belong to the group.
    co_await server_.simulation().yield();
    co_await enter(flush_);
    Group group = co_await collect_group();
    co_await flush_group(group);
    group.spend(Part::flush, server_.now());

    const bool keeps_lock_log = binlog_.syncs_every_group();
    const bool leads_sync = sync_.enrol(group);
    if (!keeps_lock_log) release_lock_log(group);
    if (!leads_sync) {
      co_await follow(transaction);
      co_return;
    }
    co_await enter(sync_);
    group = sync_.take_queue();
    group.spend(Part::sync_wait, server_.now());
    co_await server_.execute(server_.costs().sync_stage_cpu.mean());
    co_await binlog_.sync_group();
    if (keeps_lock_log) release_lock_log(group);
    group.spend(Part::sync, server_.now());

    if (!server_.variables().binlog_order_commits) {
      sync_.mutex().release();
      server_.note_group(group.size());
      finish(group);
      co_await commit_own(transaction);
      co_await rotate_if_full(transaction);
      co_return;
    }

    const bool leads_commit = commit_.enrol(group);
    sync_.mutex().release();
    if (!leads_commit) {
      co_await follow(transaction);
      co_return;
    }
    co_await enter(commit_);
    group = commit_.take_queue();
    group.spend(Part::commit_wait, server_.now());
    server_.note_group(group.size());
    co_await engine_commit(group);
    commit_.mutex().release();
    const bool waits_alone = semi_sync_.rules().sessions_wait_themselves;
    if (!waits_alone) co_await await_acks_after_commit(group);
    finish(group);
    if (waits_alone) co_await await_own_ack_after_commit(transaction);
    co_await rotate_if_full(transaction);
  }

  static void outline(CommitOutline& commit) {
    commit.prepare_in_engine();
    if (!spares_prepare_flush(commit.variables(), commit.changes())) commit.flush_redo_at_commit();
    commit.enter("LOCK_log");
    commit.copy_to_binlog();
    commit.write_binlog();
    const bool keeps_lock_log = commit.variables().sync_binlog == 1;
    if (!keeps_lock_log) {
      commit.publish();
      commit.leave("LOCK_log");
    }
    commit.enter("LOCK_sync");
    commit.sync_stage_cpu();
    commit.sync_binlog();
    if (keeps_lock_log) commit.publish();
    commit.leave("LOCK_log");
    commit.leave("LOCK_sync");
    outline_engine_commit(commit);
  }

 private:
  // innodb_support_xa=OFF spares the flush only where the transaction begins with an INSERT: any other statement starts it
  // on a path that does not look at the variable. Measured on 5.6.24 and 5.6.29.
  static bool spares_prepare_flush(const ServerVariables& variables, const Changes& changes) {
    return !variables.innodb_support_xa && changes.begins_with_insert;
  }

  sim::Task<> prepare(Transaction& transaction) {
    co_await server_.prepare_in_engine(transaction);
    const bool is_spared = spares_prepare_flush(server_.variables(), transaction.changes);
    if (!is_spared) co_await server_.flush_redo_at_commit(transaction.prepare_lsn);
    transaction.spend(Part::prepare, server_.now());
  }

  // Takes and copies one transaction after the other: who enrols before the last one is taken still belongs to the group.
  // When the time is up the rest is taken at once.
  sim::Task<Group> collect_group() {
    const sim::Seconds limit = server_.variables().binlog_max_flush_queue_time;
    const sim::Instant started = server_.now();
    Group group;
    for (bool is_last = false; !is_last;) {
      const bool time_is_up = limit.count() > 0 && server_.now() - started >= limit;
      Group next = flush_.take_first();
      while (time_is_up && flush_.size() > 0) next.append(flush_.take_first());
      is_last = flush_.size() == 0;
      next.spend(Part::flush_wait, server_.now());
      co_await server_.execute(server_.binlog_copy_cpu(next));
      group.append(next);
    }
    flush_.took_one_by_one(group);
    co_return group;
  }

  sim::Task<> flush_group(Group group) {
    binlog_.append(group);
    co_await binlog_.write();
    if (semi_sync_.is_enabled()) semi_sync_.register_group(group.last().binlog_end);
  }

  // Dump threads need LOCK_log to read the end of the binary log.
  void release_lock_log(Group group) {
    binlog_.publish(group.last().binlog_end);
    flush_.mutex().release();
  }
};

const bool mysql56_registered = register_commit_pipeline<Mysql56OrderedCommit>(
    "mysql-5.6", {"mysql", {5, 6}, {5, 7}, ""},
    "ordered commit: redo log flush by each session before it, LOCK_log kept through the fsync, AFTER_COMMIT only");

}  // namespace
}  // namespace models
