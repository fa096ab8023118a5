#include "models/commit/one_phase_commit.hpp"

#include "models/server.hpp"

namespace models {

sim::Task<> OnePhaseCommit::commit(Transaction& transaction) {
  co_await server_.execute(server_.costs().engine_commit_cpu.mean());
  transaction.prepare_lsn = server_.redo_log().append(transaction.changes.redo);
  server_.note_commit(transaction);
  co_await server_.flush_redo_at_commit(transaction.prepare_lsn);
  transaction.spend(Part::engine_commit, server_.now());
}

}  // namespace models
