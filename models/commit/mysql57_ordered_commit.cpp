// MySQL 5.7 ordered commit: flush, sync and commit stages, each with a leader.
//
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
#include <algorithm>
#include <cmath>

#include "models/commit/pipeline_catalogue.hpp"
#include "models/commit/stage_queue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class Mysql57OrderedCommit final : public CommitPipeline {
 public:
  explicit Mysql57OrderedCommit(Server& server)
      : server_(server),
        binlog_(server.binary_log()),
        semi_sync_(server.semi_sync()),
        flush_(server.simulation(), "flush stage", server.name() + ": LOCK_log", server.probe()),
        sync_(server.simulation(), "sync stage", server.name() + ": LOCK_sync", server.probe()),
        commit_(server.simulation(), "commit stage", server.name() + ": LOCK_commit", server.probe()) {}

  sim::Task<> commit(Transaction& transaction) override {
    co_await prepare(transaction);

    if (!flush_.enrol(Group{transaction})) {
      co_await follow(transaction);
      co_return;
    }
    co_await enter(flush_);
    Group group = flush_.take_queue();
    group.spend(Part::flush_wait, server_.now());
    co_await flush_group(group);
    group.spend(Part::flush, server_.now());

    const bool leads_sync = sync_.enrol(group);
    flush_.mutex().release();
    if (!leads_sync) {
      co_await follow(transaction);
      co_return;
    }
    co_await enter(sync_);
    if (binlog_.delays_next_sync()) co_await sync_delay();
    group = sync_.take_queue();
    group.spend(Part::sync_wait, server_.now());
    co_await sync_group(group);
    group.spend(Part::sync, server_.now());

    if (!server_.variables().binlog_order_commits) {
      co_await commit_without_order(group, transaction);
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
    co_await await_ack(group, WaitPoint::after_sync);
    co_await engine_commit(group);
    commit_.mutex().release();
    co_await await_acks_one_by_one(group);
    finish(group);
  }

  std::vector<StageUsage> stage_usage() const override {
    std::vector<StageUsage> usage;
    for (const StageQueue* stage : {&flush_, &sync_, &commit_}) usage.push_back({stage->name(), stage->mutex().busy()});
    return usage;
  }

  void reset_usage() override {
    for (StageQueue* stage : {&flush_, &sync_, &commit_}) stage->mutex().reset_usage();
  }

 private:
  // The prepare record goes to the log buffer only; the flush stage makes it durable for the whole group.
  sim::Task<> prepare(Transaction& transaction) {
    co_await server_.execute(server_.costs().prepare_cpu.mean());
    transaction.prepare_lsn = server_.redo_log().append(transaction.changes.redo);
    transaction.spend(Part::prepare, server_.now());
  }

  // A session that has to sleep for the mutex runs some time after it was given it; the queue grows meanwhile.
  sim::Task<> enter(StageQueue& stage) {
    const bool sleeps = stage.mutex().held();
    co_await stage.mutex().acquire();
    if (sleeps) co_await server_.wake_up();
  }

  sim::Task<> flush_group(Group group) {
    co_await server_.flush_redo_at_commit(server_.redo_log().end());
    sim::Bytes size{};
    group.for_each([&](const Transaction& member) { size += member.changes.binlog; });
    co_await server_.execute(flush_stage_cpu(group.size(), size));
    binlog_.append(group);
    co_await binlog_.write();
    if (semi_sync_.is_enabled()) semi_sync_.register_group(group.last().binlog_end);
    if (!binlog_.syncs_every_group()) binlog_.publish(group.last().binlog_end);
  }

  sim::Seconds flush_stage_cpu(std::size_t transactions, sim::Bytes size) const {
    constexpr double kKib = 1024;
    return server_.costs().flush_stage_cpu.mean() * static_cast<double>(transactions) +
           server_.costs().flush_stage_cpu_per_kib.mean() * (static_cast<double>(size.count) / kKib);
  }

  // Holds LOCK_sync only, so that later groups go on flushing and join the sync queue. The count is looked at once per
  // tenth of the delay, in whole microseconds, and every nap ends a wake-up late.
  sim::Task<> sync_delay() {
    const ServerVariables& variables = server_.variables();
    const auto enough = static_cast<std::size_t>(variables.binlog_group_commit_sync_no_delay_count);
    const std::int64_t delay_us = std::llround(sim::in_microseconds(variables.binlog_group_commit_sync_delay));
    const std::int64_t tick_us = std::max<std::int64_t>(delay_us / 10, 1);
    for (std::int64_t left_us = delay_us; left_us > 0; left_us -= tick_us) {
      if (enough > 0 && sync_.size() >= enough) break;
      co_await server_.simulation().delay(sim::microseconds(static_cast<double>(tick_us)));
      co_await server_.wake_up();
    }
  }

  sim::Task<> sync_group(Group group) {
    co_await server_.execute(server_.costs().sync_stage_cpu.mean());
    co_await binlog_.sync_group();
    if (binlog_.syncs_every_group()) binlog_.publish(group.last().binlog_end);
  }

  // AFTER_SYNC: once, for the end of the queue, holding LOCK_commit.
  sim::Task<> await_ack(Group group, WaitPoint here) {
    if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != here) co_return;
    co_await semi_sync_.await_ack(group.last().binlog_end);
    group.spend(Part::ack_wait, server_.now());
  }

  // AFTER_COMMIT: for every member in turn, holding nothing.
  sim::Task<> await_acks_one_by_one(Group group) {
    if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_commit) co_return;
    for (Transaction* member = &group.first(); member != nullptr; member = member->next_in_group) {
      co_await semi_sync_.await_ack(member->binlog_end);
    }
    group.spend(Part::ack_wait, server_.now());
  }

  sim::Task<> engine_commit(Group group) {
    server_.note_group(group.size());
    for (Transaction* member = &group.first(); member != nullptr; member = member->next_in_group) {
      co_await server_.execute(server_.costs().engine_commit_cpu.mean());
      server_.note_commit(*member);
    }
    group.spend(Part::engine_commit, server_.now());
  }

  sim::Task<> commit_without_order(Group group, Transaction& leader) {
    sync_.mutex().release();
    server_.note_group(group.size());
    co_await await_ack(group, WaitPoint::after_sync);
    finish(group);
    co_await commit_own(leader);
  }

  sim::Task<> commit_own(Transaction& transaction) {
    co_await server_.execute(server_.costs().engine_commit_cpu.mean());
    server_.note_commit(transaction);
    transaction.spend(Part::engine_commit, server_.now());
    if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_commit) co_return;
    co_await semi_sync_.await_ack(transaction.binlog_end);
    transaction.spend(Part::ack_wait, server_.now());
  }

  // One broadcast wakes all followers at the same instant.
  void finish(Group group) {
    group.for_each([](Transaction& member) { member.done.complete(); });
  }

  sim::Task<> follow(Transaction& transaction) {
    co_await transaction.done.wait();
    co_await server_.wake_up();
    transaction.spend(Part::wake_up, server_.now());
    if (!server_.variables().binlog_order_commits) co_await commit_own(transaction);
  }

  Server& server_;
  BinaryLog& binlog_;
  SemiSyncSource& semi_sync_;
  StageQueue flush_;
  StageQueue sync_;
  StageQueue commit_;
};

const bool registered = register_commit_pipeline<Mysql57OrderedCommit>(
    "mysql-5.7", {"mysql", {5, 7}, {5, 8}, ""}, "ordered commit: redo log flush per group in the flush stage, AFTER_SYNC under LOCK_commit");

}  // namespace
}  // namespace models
