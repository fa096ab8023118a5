#include "models/commit/one_phase_commit.hpp"

#include "models/analysis/commit_outline.hpp"
#include "models/replication/commit_order.hpp"
#include "models/server.hpp"

namespace models {

sim::Task<> OnePhaseCommit::commit(Transaction& transaction) {
  CommitOrder* const order = transaction.commit_order;
  if (order != nullptr) co_await order->await_turn(transaction);
  server_.redo_log().append(transaction.changes.redo);
  co_await server_.commit_in_engine(transaction);
  if (order != nullptr) order->pass_turn();
  co_await server_.flush_redo_at_commit(transaction.commit_lsn);
  transaction.spend(Part::engine_commit, server_.now());
}

void OnePhaseCommit::outline(CommitOutline& commit) {
  commit.append_redo();
  commit.commit_in_engine();
  commit.flush_redo_at_commit();
}

}  // namespace models
