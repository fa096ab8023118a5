#include "models/commit/mysql57_ordered_commit.hpp"

#include <algorithm>
#include <cmath>

#include "models/analysis/commit_outline.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/replication/commit_order.hpp"
#include "models/server.hpp"

namespace models {

sim::Task<> Mysql57OrderedCommit::commit(Transaction& transaction) {
  co_await prepare(transaction);

  CommitOrder* const order = transaction.commit_order;
  if (order != nullptr) co_await order->await_turn(transaction);
  const bool leads_flush = flush_.enrol(Group{transaction});
  if (order != nullptr) order->pass_turn();
  if (!leads_flush) {
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
  co_await await_ack_after_sync(group);
  server_.note_group(group.size());
  co_await engine_commit(group);
  co_await leave_commit_stage(group, transaction);
  co_await rotate_if_full(transaction);
}

sim::Task<> Mysql57OrderedCommit::leave_commit_stage(Group group, Transaction&) {
  commit_.mutex().release();
  co_await await_acks_after_commit(group);
  finish(group);
}

// The prepare record goes to the log buffer only; the flush stage makes it durable for the whole group.
sim::Task<> Mysql57OrderedCommit::prepare(Transaction& transaction) {
  co_await server_.prepare_in_engine(transaction);
  transaction.spend(Part::prepare, server_.now());
}

sim::Task<> Mysql57OrderedCommit::flush_group(Group group) {
  co_await server_.flush_redo_at_commit(server_.redo_log().end());
  co_await write_binlog(group);
  if (!binlog_.syncs_every_group()) binlog_.publish(group.last().binlog_end);
}

// Holds LOCK_sync only, so that later groups go on flushing and join the sync queue. The count is looked at once per
// tenth of the delay, in whole microseconds, and every nap ends a wake-up late.
sim::Task<> Mysql57OrderedCommit::sync_delay() {
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

sim::Task<> Mysql57OrderedCommit::sync_group(Group group) {
  co_await server_.execute(server_.costs().sync_stage_cpu.mean());
  co_await binlog_.sync_group();
  if (binlog_.syncs_every_group()) binlog_.publish(group.last().binlog_end);
}

sim::Task<> Mysql57OrderedCommit::commit_without_order(Group group, Transaction& leader) {
  sync_.mutex().release();
  server_.note_group(group.size());
  co_await await_ack_after_sync(group);
  finish(group);
  co_await commit_own(leader);
  co_await rotate_if_full(leader);
}

void Mysql57OrderedCommit::outline(CommitOutline& commit) {
  const bool publishes_after_sync = commit.variables().sync_binlog == 1;
  commit.prepare_in_engine();
  commit.enter("LOCK_log");
  commit.flush_redo_at_commit();
  commit.copy_to_binlog();
  commit.write_binlog();
  if (!publishes_after_sync) commit.publish();
  commit.leave("LOCK_log");
  commit.enter("LOCK_sync");
  outline_sync_delay(commit);
  commit.sync_stage_cpu();
  commit.sync_binlog();
  if (publishes_after_sync) commit.publish();
  commit.leave("LOCK_sync");
  commit.await_ack(WaitPoint::after_sync);
  outline_engine_commit(commit);
}

// A count of one is reached by whoever comes.
void Mysql57OrderedCommit::outline_sync_delay(CommitOutline& commit) {
  const ServerVariables& variables = commit.variables();
  const std::int64_t delay_us = std::llround(sim::in_microseconds(variables.binlog_group_commit_sync_delay));
  if (delay_us == 0 || variables.binlog_group_commit_sync_no_delay_count == 1) return;
  const std::int64_t tick_us = std::max<std::int64_t>(delay_us / 10, 1);
  const std::int64_t ticks = (delay_us + tick_us - 1) / tick_us;
  const auto every = static_cast<double>(std::max<std::int64_t>(variables.sync_binlog, 1));
  commit.wait("sync_delay", sim::microseconds(static_cast<double>(tick_us * ticks)) / every, static_cast<double>(ticks) / every);
}

namespace {

const bool mysql57_registered = register_commit_pipeline<Mysql57OrderedCommit>(
    "mysql-5.7", {"mysql", {5, 7}, {5, 8}, ""},
    "ordered commit: redo log flush per group in the flush stage, AFTER_SYNC under LOCK_commit");

const bool registered_for_80 = register_commit_pipeline<Mysql57OrderedCommit>(
    "mysql-8.0.38", {"mysql", {8, 0}, {8, 0, 39}, ""},
    "8.0 up to 8.0.38: as 5.7, the redo log with writer and flusher threads");

}  // namespace
}  // namespace models
