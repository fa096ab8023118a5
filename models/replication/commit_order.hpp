// The order in which a replica's workers commit, where it is the source's: one after the other, each in its turn.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "models/transaction.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/sync.hpp"

namespace models {

class Server;

// A transaction joins when its scheduler hands it over. Its worker applies it, waits until it is at the front, enrols in the
// commit pipeline and lets the next one go at that moment, not after the commit: neighbours that are ready make a group.
//
// In MariaDB a transaction asks the one before it to wake it, as it begins. If that one has let the next one go by then, it does
// so once more when its commit is over, redo log flush included, and that is what a latecomer waits for.
//
// Sources: Commit_order_manager of MySQL 5.7.18 (wait_for_its_turn in ordered_commit, unregister_trx in enroll_for);
// queue_for_group_commit in sql/log.cc of MariaDB 10.1, where who enrols takes those along who wait for it; wait_for_commit in
// sql/sql_class.h, finish_event_group in sql/rpl_parallel.cc of MariaDB 10.0 to 10.11.
class CommitOrder {
 public:
  // What somebody does in its turn before it enrols.
  class Turns {
   public:
    virtual ~Turns() = default;
    virtual sim::Task<> turn_has_come(const Transaction& transaction) = 0;
  };

  // Whoever waits is woken, and enrols itself; with `turns` (MariaDB) the one before enrols it, if there is a binary log and thus a
  // queue to enrol in.
  explicit CommitOrder(Server& replica, Turns* turns = nullptr);

  // Gives the next transaction its place; returns its number.
  std::int64_t join() { return next_number_++; }

  // MariaDB: a thread begins that transaction; it has committed it.
  void begin(std::int64_t number);
  void end(std::int64_t number);

  // Awaitable: it is this transaction's turn.
  sim::Task<> await_turn(const Transaction& transaction);

  // The transaction, whose turn it is, has enrolled; in MariaDB all that wait behind it do so at this moment.
  void pass_turn();

 private:
  sim::Task<> await_end_of_the_one_before(std::int64_t number);

  Server& replica_;
  Turns* turns_;
  bool wakes_next_;
  std::int64_t next_number_ = 0;
  std::int64_t turn_ = 0;
  std::set<std::int64_t> waiting_;
  sim::PositionQueue waiters_;
  std::int64_t ended_ = 0;            // the last whose commit is over, counted from 1
  std::set<std::int64_t> latecomers_;
  sim::PositionQueue until_ended_;
};

}  // namespace models
