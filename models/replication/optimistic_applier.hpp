// slave_parallel_mode=optimistic and aggressive: transactions begin at once, and who was wrong begins again.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/replication/mariadb_workers.hpp"

namespace models {

//   1. a transaction begins as soon as its thread is free; in optimistic mode one that waited for a row lock on the source waits
//      first until all before it have been committed
//   2. row after row it takes the lock. One held by an earlier transaction is waited for. A later one that holds it cannot
//      commit first: it is killed, rolled back, and begins again when all before it have been committed
//   3. all commit in order, and give their locks away as they do
//
// Sources: process_gtid_event and retry_event_group in sql/rpl_parallel.cc, thd_rpl_deadlock_check in sql/sql_class.cc of
// MariaDB 10.1 and 11.8.
class OptimisticApplier : public MariadbWorkers {
 public:
  // `heeds_waits`: one that waited on the source does not begin at once.
  OptimisticApplier(Server& source, Server& replica, ApplierProgress& progress, bool heeds_waits);

 private:
  // A thread's transaction as a holder of row locks.
  struct Holder {
    std::int64_t number = 0;        // in its domain
    bool is_killed = false;         // it has no lock left, and begins again when it notices
    bool is_committing = false;     // it has noticed nothing so far, and asks once more in its turn
    std::vector<std::uint64_t> locks;
  };

  void schedule(Job& job) override;
  sim::Task<> change_rows(std::int64_t index, const Session& session) override;
  void commit_begins(const Session& session) override;
  sim::Task<> turn_has_come(const Transaction& transaction) override;
  void committed(const Job& job, std::int64_t thread) override;

  sim::Task<> change_until_it_lasts(const Job& job, Holder& holder);
  sim::Task<> change_each_row(const Job& job, Holder& holder);
  sim::Task<> lock(std::uint64_t row, const Job& job, Holder& holder);
  void give_locks_away(Holder& holder);

  bool heeds_waits_;
  std::vector<Holder> holders_;     // by thread
  std::unordered_map<std::uint64_t, Holder*> locks_;
  sim::WaitQueue given_away_;
};

}  // namespace models
