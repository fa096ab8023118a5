#include "models/commit/ordered_commit.hpp"

#include "models/analysis/commit_outline.hpp"
#include "models/server.hpp"

namespace models {

OrderedCommit::OrderedCommit(Server& server)
    : server_(server),
      binlog_(server.binary_log()),
      semi_sync_(server.semi_sync()),
      flush_(server.simulation(), "flush stage", server.name() + ": LOCK_log", server.probe()),
      sync_(server.simulation(), "sync stage", server.name() + ": LOCK_sync", server.probe()),
      commit_(server.simulation(), "commit stage", server.name() + ": LOCK_commit", server.probe()),
      stages_{&flush_, &sync_, &commit_},
      followers_(server) {}

std::vector<Stage> OrderedCommit::stages() {
  std::vector<Stage> stages;
  for (StageQueue* stage : stages_) stages.push_back({stage->name(), &stage->mutex()});
  return stages;
}

sim::Task<> OrderedCommit::enter(StageQueue& stage) { co_await server_.lock(stage.mutex()); }

sim::Task<> OrderedCommit::write_binlog(Group group) {
  co_await server_.execute(server_.binlog_copy_cpu(group));
  binlog_.append(group);
  co_await binlog_.write();
  if (semi_sync_.is_enabled()) semi_sync_.register_group(group.last().binlog_end);
}

sim::Task<> OrderedCommit::engine_commit(Group group) {
  for (Transaction* member = &group.first(); member != nullptr; member = member->next_in_group) {
    co_await server_.commit_in_engine(*member);
  }
  group.spend(Part::engine_commit, server_.now());
}

sim::Task<> OrderedCommit::commit_own(Transaction& transaction) {
  co_await server_.commit_in_engine(transaction);
  transaction.spend(Part::engine_commit, server_.now());
  co_await await_own_ack_after_commit(transaction);
}

sim::Task<> OrderedCommit::await_own_ack_after_commit(Transaction& transaction) {
  if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_commit) co_return;
  co_await semi_sync_.await_ack(transaction.binlog_end);
  transaction.spend(Part::ack_wait, server_.now());
}

sim::Task<> OrderedCommit::await_ack_after_sync(Group group) {
  if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_sync) co_return;
  co_await semi_sync_.await_ack(group.last().binlog_end);
  group.spend(Part::ack_wait, server_.now());
}

sim::Task<> OrderedCommit::await_acks_after_commit(Group group) {
  if (!semi_sync_.is_enabled() || semi_sync_.wait_point() != WaitPoint::after_commit) co_return;
  for (Transaction* member = &group.first(); member != nullptr; member = member->next_in_group) {
    co_await semi_sync_.await_ack(member->binlog_end);
  }
  group.spend(Part::ack_wait, server_.now());
}

sim::Task<> OrderedCommit::rotate_if_full(Transaction& leader) {
  if (!binlog_.is_full()) co_return;
  co_await enter(flush_);
  if (binlog_.is_full()) {
    co_await binlog_.all_committed();
    co_await server_.redo_log().flush_up_to(server_.redo_log().end());
    co_await binlog_.rotate();
  }
  flush_.mutex().release();
  leader.spend(Part::rotation, server_.now());
}

void OrderedCommit::outline_engine_commit(CommitOutline& commit) {
  const bool is_ordered = commit.variables().binlog_order_commits;
  if (is_ordered) commit.enter("LOCK_commit");
  commit.commit_in_engine();
  if (is_ordered) commit.leave("LOCK_commit");
  commit.await_ack(WaitPoint::after_commit);
}

sim::Task<> OrderedCommit::follow(Transaction& transaction) {
  co_await followers_.follow(transaction);
  transaction.spend(Part::wake_up, server_.now());
  if (!server_.variables().binlog_order_commits) co_await commit_own(transaction);
  else if (semi_sync_.rules().sessions_wait_themselves) co_await await_own_ack_after_commit(transaction);
}

}  // namespace models
