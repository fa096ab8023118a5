// slave_parallel_mode=conservative: what committed in one group on the source is applied at once.
//
//   1. transactions with the same commit id, those of one group commit of the source, make a batch; one that committed alone
//      has none and is a batch by itself
//   2. a batch may begin when all transactions of the earlier batches have begun to commit: batches overlap by their commits,
//      and so does redo log and binary log flushing
//   3. all commit in order
//
// Source: rpl_parallel::do_event and group_commit_orderer in sql/rpl_parallel.cc of MariaDB 10.0 and 11.8.
#include "models/replication/applier_catalogue.hpp"
#include "models/replication/mariadb_workers.hpp"

namespace models {
namespace {

class ConservativeApplier final : public MariadbWorkers {
 public:
  using MariadbWorkers::MariadbWorkers;

 private:
  void schedule(Job& job) override {
    Domain& domain = *job.domain;
    const std::int64_t commit_id = entry(job.index).commit_id;
    const bool is_same_batch = commit_id != 0 && commit_id == domain.commit_id;
    if (!is_same_batch) domain.batch_begins = job.number;
    domain.commit_id = commit_id;
    job.begins_after = domain.batch_begins;
  }
};

const bool conservative_registered = register_applier<ConservativeApplier>(
    "conservative", "MariaDB: slave_parallel_threads, slave_parallel_mode=conservative",
    "transactions of one group commit of the source at once, groups overlap by their commits",
    [](const Release& release, const ServerVariables& variables) {
      return has_mariadb_workers(release, variables, ParallelMode::conservative);
    });

}  // namespace
}  // namespace models
