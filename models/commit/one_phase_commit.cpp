#include "models/commit/one_phase_commit.hpp"

#include "models/analysis/commit_outline.hpp"
#include "models/replication/commit_order.hpp"
#include "models/server.hpp"

namespace models {
namespace {

// MDEV-5802: without binary log the one after waited for all of the commit before it, the redo log flush as well, until the storage engine
// let it go as soon as the order was decided. Which release brought that is assumed from the report's date; 10.0.30 has it.
bool keeps_turn_until_flushed(const Release& release) { return release.is("mariadb") && release.before(10, 0, 10); }

}  // namespace

sim::Task<> OnePhaseCommit::commit(Transaction& transaction) {
  CommitOrder* const order = transaction.commit_order;
  if (order != nullptr) co_await order->await_turn(transaction);
  server_.redo_log().append(transaction.changes.redo);
  co_await server_.commit_in_engine(transaction);
  const bool keeps_turn = order != nullptr && keeps_turn_until_flushed(server_.release());
  if (order != nullptr && !keeps_turn) order->pass_turn();
  co_await server_.flush_redo_at_commit(transaction.commit_lsn);
  if (keeps_turn) order->pass_turn();
  transaction.spend(Part::engine_commit, server_.now());
}

void OnePhaseCommit::outline(CommitOutline& commit) {
  commit.append_redo();
  commit.commit_in_engine();
  commit.flush_redo_at_commit();
}

}  // namespace models
