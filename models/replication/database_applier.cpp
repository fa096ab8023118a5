// replica_parallel_type=DATABASE: transactions of different schemas are applied at once.
//
// For each transaction the coordinator
//   1. takes the worker that still has something to do in the schema; if there is none, the one with the least to do
//   2. hands the transaction over, without waiting for the worker to finish what it has
//   3. looks, once replica_checkpoint_group transactions have been handed over since the last checkpoint, whether those at the
//      head have been applied, and naps for 5 us until they have: with a backlog in one schema it does little else
// The order of commits between schemas is not kept.
//
// Source: map_db_to_worker and get_least_occupied_worker in sql/rpl_rli_pdb.cc; mts_checkpoint_routine in sql/rpl_slave.cc, with
// mts_coordinator_basic_nap; MySQL 5.6 and 5.7.18.
#include <algorithm>
#include <map>

#include "models/replication/applier_catalogue.hpp"
#include "models/replication/mysql_workers.hpp"

namespace models {
namespace {

constexpr sim::Seconds kNap{5e-6};

class DatabaseApplier final : public MysqlWorkers {
 public:
  using MysqlWorkers::MysqlWorkers;

 private:
  sim::Task<> take_over(std::int64_t index) override {
    if (entry(index).begins_file) co_await all_idle();
    co_await checkpoint();
    const std::int64_t schema = entry(index).schema;
    Worker& worker = worker_of(schema);
    Schema& known = schemas_[schema];
    known.worker = &worker;
    ++known.unfinished;
    ++handed_over_;
    co_await hand_over(worker, index, nullptr);
  }

  // The transactions between the head of the queue of groups and the last one handed over are at most a checkpoint group.
  sim::Task<> checkpoint() {
    while (handed_over_ - progress_.low_water_mark() >= replica_.variables().replica_checkpoint_group) {
      co_await replica_.simulation().delay(kNap);
      co_await replica_.wake_up();
      co_await replica_.execute(replica_.costs().coordinator_poll_cpu.mean());
    }
  }

  Worker& worker_of(std::int64_t schema) {
    const auto known = schemas_.find(schema);
    if (known != schemas_.end() && known->second.unfinished > 0) return *known->second.worker;
    const auto less = [](const auto& a, const auto& b) { return a->unfinished < b->unfinished; };
    return **std::min_element(workers().begin(), workers().end(), less);
  }

  void finished(const Job& job) override { --schemas_[job.schema].unfinished; }

  struct Schema {
    Worker* worker = nullptr;
    std::int64_t unfinished = 0;
  };

  std::map<std::int64_t, Schema> schemas_;
  std::int64_t handed_over_ = 0;
};

const bool database_registered = register_applier<DatabaseApplier>(
    "DATABASE", "MySQL: replica_parallel_workers, replica_parallel_type=DATABASE",
    "transactions of different schemas at once",
    [](const Release& release, const ServerVariables& variables) {
      return has_mysql_workers(release, variables) && variables.replica_parallel_type == ParallelType::database;
    });

}  // namespace
}  // namespace models
