// slave_parallel_mode=minimal: only the commits overlap.
//
//   1. a transaction may begin when the one before it has begun to commit
//   2. all commit in order
//
// Source: SLAVE_PARALLEL_MINIMAL in sql/rpl_parallel.cc of MariaDB 10.1 and 11.8: every transaction is a batch.
#include "models/replication/applier_catalogue.hpp"
#include "models/replication/mariadb_workers.hpp"

namespace models {
namespace {

class MinimalApplier final : public MariadbWorkers {
 public:
  using MariadbWorkers::MariadbWorkers;

 private:
  void schedule(Job& job) override { job.begins_after = job.number; }
};

const bool minimal_registered = register_applier<MinimalApplier>(
    "minimal", "MariaDB: slave_parallel_threads, slave_parallel_mode=minimal",
    "one transaction after the other, their commits overlap",
    [](const Release& release, const ServerVariables& variables) {
      return has_mariadb_workers(release, variables, ParallelMode::minimal);
    });

}  // namespace
}  // namespace models
