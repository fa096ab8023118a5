// MariaDB: one queue for the binary log. The leader does everything that is shared and wakes each session by itself.
//
//   prepare                 own thread              redo log flush, shared by whoever waits for one
//   queue                   LOCK_prepare_ordered    who finds it empty leads
//   leader   LOCK_log                               binlog_commit_wait_*, takes the queue, writes, fsync every sync_binlog groups;
//                                                   it goes at once when one in the queue blocks another session on a row lock
//            LOCK_after_binlog_sync                 from 10.1: AFTER_SYNC waits for each member in turn; taken before LOCK_log
//                                                   is given away, so that one further group can write and sync meanwhile
//            LOCK_commit_ordered                    storage engine commits in order, in memory; each session is woken at once
//   then                    own thread              redo log flush where it is still due, AFTER_COMMIT wait
//
// Source: sql/log.cc of 5.5.37, 10.0.30, 10.1.9 and 11.8.6 (queue_for_group_commit, trx_group_commit_leader,
// wait_for_sufficient_commits; binlog_report_wait_for, which the storage engine calls when a lock wait begins).
#include "models/analysis/commit_outline.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/commit/stage_queue.hpp"
#include "models/replication/commit_order.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class MariadbQueueCommit final : public CommitPipeline {
 public:
  explicit MariadbQueueCommit(Server& server)
      : server_(server),
        binlog_(server.binary_log()),
        semi_sync_(server.semi_sync()),
        queue_(server.simulation(), "binary log", server.name() + ": LOCK_log", server.probe()),
        lock_after_binlog_sync_(server.simulation(), server.name() + ": LOCK_after_binlog_sync"),
        lock_commit_ordered_(server.simulation(), server.name() + ": LOCK_commit_ordered"),
        enough_(server.simulation(), server.name() + ": more commits for the group") {}

  sim::Task<> commit(Transaction& transaction) override {
    co_await prepare(transaction);

    CommitOrder* const order = transaction.commit_order;
    if (order != nullptr) co_await order->await_turn(transaction);
    const bool leads = queue_.enrol(Group{transaction});
    if (order != nullptr) order->pass_turn();
    if (is_collecting_ && (queue_.size() >= wanted() || blocks_others(transaction))) enough_.notify_all();
    if (leads) co_await lead();
    else co_await follow(transaction);

    co_await finish_own(transaction);
  }

  void row_lock_is_wanted(const sim::Lock& lock) override {
    if (is_collecting_ && any_waiting([&](const Transaction& each) { return each.row_lock == &lock; })) enough_.notify_all();
  }

  static void outline(CommitOutline& commit) {
    commit.prepare_in_engine();
    if (commit.variables().innodb_support_xa) commit.flush_redo_at_commit();
    if (commit.variables().binlog_commit_wait_count > 1) {
      commit.wait("commit_wait", commit.variables().binlog_commit_wait_usec, 1);
    }
    const sim::Seconds taken = commit.alone();
    outline_group(commit);
    if (commit.awaits_ack()) commit.allow_two_groups_since(taken);
    commit.enter("LOCK_commit_ordered");
    commit.commit_in_engine();
    commit.leave("LOCK_commit_ordered");
    if (flushes_at_commit(commit.variables(), commit.release())) commit.flush_redo_at_commit();
    commit.await_ack(WaitPoint::after_commit);
  }

  sim::Lock* lock_log() override { return &queue_.mutex(); }

  std::vector<Stage> stages() override {
    return {{"binary log", &queue_.mutex()}, {"after sync", &lock_after_binlog_sync_}, {"commit", &lock_commit_ordered_}};
  }

 private:
  // From the queue to the end of the AFTER_SYNC wait. The next group waits for LOCK_after_binlog_sync when it has synced.
  static void outline_group(CommitOutline& commit) {
    commit.enter("LOCK_log");
    commit.copy_to_binlog();
    commit.write_binlog();
    commit.sync_stage_cpu();
    commit.sync_binlog();
    commit.publish();
    commit.leave("LOCK_log");
    commit.await_ack(WaitPoint::after_sync);
  }

  // innodb_flush_log_at_trx_commit=1 does not flush again for a transaction that is in the binary log, from 10.0 on; 3 does.
  static bool flushes_at_commit(const ServerVariables& variables, const Release& release) {
    const auto setting = variables.innodb_flush_log_at_trx_commit;
    return setting == 3 || setting == 2 || release.before(10);
  }

  sim::Task<> prepare(Transaction& transaction) {
    co_await server_.prepare_in_engine(transaction);
    if (server_.variables().innodb_support_xa) co_await server_.flush_redo_at_commit(transaction.prepare_lsn);
    transaction.spend(Part::prepare, server_.now());
  }

  sim::Task<> lead() {
    // Those whom the same redo log flush has woken at this instant belong to the group.
    co_await server_.simulation().yield();
    co_await server_.lock(queue_.mutex());
    if (wanted() > 0) co_await collect();
    const Group group = queue_.take_queue();
    group.spend(Part::flush_wait, server_.now());
    server_.note_group(group.size());
    co_await log(group);

    // The next lock is taken before the last one is given away: groups do not overtake each other.
    co_await server_.lock(lock_after_binlog_sync_, group);
    queue_.mutex().release();
    group.spend(Part::commit_wait, server_.now());
    co_await await_acks_after_sync(group);
    co_await server_.lock(lock_commit_ordered_, group);
    lock_after_binlog_sync_.release();
    group.spend(Part::commit_wait, server_.now());
    co_await commit_in_order(group);
    lock_commit_ordered_.release();
  }

  std::size_t wanted() const { return static_cast<std::size_t>(server_.variables().binlog_commit_wait_count); }

  // Whether a session is known to sleep for its row lock: has_waiter.
  static bool blocks_others(const Transaction& transaction) {
    return transaction.row_lock != nullptr && transaction.row_lock->is_awaited();
  }

  template <class Condition>
  bool any_waiting(Condition condition) const {
    bool any = false;
    queue_.waiting().for_each([&](const Transaction& each) { any = any || condition(each); });
    return any;
  }

  // Until enough transactions are in the queue, one of them keeps others waiting, or the time is up. LOCK_log is free meanwhile.
  sim::Task<> collect() {
    if (queue_.size() >= wanted() || any_waiting(blocks_others)) co_return;
    is_collecting_ = true;
    collect_until_ = server_.now() + server_.variables().binlog_commit_wait_usec;
    server_.simulation().schedule(collect_until_, {[](void* self) { static_cast<MariadbQueueCommit*>(self)->on_time_up(); }, this});
    queue_.mutex().release();
    co_await enough_.wait();
    is_collecting_ = false;
    co_await server_.wake_up();
    co_await server_.lock(queue_.mutex());
  }

  // A timer of an earlier group, which did not need it, finds a later date.
  void on_time_up() {
    if (is_collecting_ && server_.now() >= collect_until_) enough_.notify_all();
  }

  // Every transaction has its own entry for the semi-sync ACK. Dump threads read what has been written and, where that is
  // asked for, synced.
  sim::Task<> log(Group group) {
    co_await server_.execute(server_.binlog_copy_cpu(group));
    binlog_.append(group);
    co_await binlog_.write();
    group.spend(Part::flush, server_.now());
    co_await server_.execute(server_.costs().sync_stage_cpu.mean());
    co_await binlog_.sync_group();
    group.spend(Part::sync, server_.now());
    if (semi_sync_.is_enabled()) {
      group.for_each([this](const Transaction& member) { semi_sync_.register_group(member.binlog_end); });
    }
    binlog_.publish(group.last().binlog_end);
    if (!binlog_.is_full()) co_return;
    co_await binlog_.rotate();
    group.spend(Part::rotation, server_.now());
  }

  sim::Task<> await_acks_after_sync(Group group) {
    if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_sync) co_return;
    for (Transaction* member = &group.first(); member != nullptr; member = member->next_in_group) {
      co_await semi_sync_.await_ack(member->binlog_end);
    }
    group.spend(Part::ack_wait, server_.now());
  }

  sim::Task<> commit_in_order(Group group) {
    for (Transaction* member = &group.first(); member != nullptr;) {
      Transaction* const next = member->next_in_group;
      co_await server_.commit_in_engine(*member);
      member->spend(Part::engine_commit, server_.now());
      member->done.complete();
      member = next;
    }
  }

  sim::Task<> follow(Transaction& transaction) {
    co_await transaction.done.wait();
    co_await server_.wake_up();
    transaction.spend(Part::wake_up, server_.now());
  }

  sim::Task<> finish_own(Transaction& transaction) {
    const bool flushes = flushes_at_commit(server_.variables(), server_.release());
    if (flushes) co_await server_.flush_redo_at_commit(transaction.commit_lsn);
    transaction.spend(Part::engine_commit, server_.now());
    if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_commit) co_return;
    co_await semi_sync_.await_ack(transaction.binlog_end);
    transaction.spend(Part::ack_wait, server_.now());
  }

  Server& server_;
  BinaryLog& binlog_;
  SemiSyncSource& semi_sync_;
  StageQueue queue_;
  sim::Lock lock_after_binlog_sync_;
  sim::Lock lock_commit_ordered_;
  sim::WaitQueue enough_;
  bool is_collecting_ = false;
  sim::Instant collect_until_{};
};

const bool registered_55 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-5.5", {"mariadb", {5, 3}, {10, 0}, ""}, "group commit of the binary log in one queue; redo log flush again at commit");

const bool registered_100 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-10.0", {"mariadb", {10, 0}, {10, 1}, ""}, "one queue; no redo log flush at commit; semi-sync AFTER_COMMIT only");

const bool registered_102 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-10.2", {"mariadb", {10, 1}, {10, 3}, ""}, "one queue; AFTER_SYNC under LOCK_after_binlog_sync; the dump thread reads ACKs");

const bool registered_103 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-10.4", {"mariadb", {10, 3}, {10, 5}, ""}, "as 10.2, an ACK receiver reads the ACKs");

const bool registered_105 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-10.11", {"mariadb", {10, 5}, {11, 0}, ""},
    "as 10.4, redo log flushes by flush_lock and write_lock: exactly those are woken that are due");

const bool registered_11 = register_commit_pipeline<MariadbQueueCommit>(
    "mariadb-11.8", {"mariadb", {11, 0}, {13, 0}, ""}, "as 10.11");

}  // namespace
}  // namespace models
