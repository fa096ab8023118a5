// replica_parallel_type=LOGICAL_CLOCK: what the source says does not depend on each other is applied at once.
//
// For each transaction the coordinator
//   1. waits until the low-water mark, the end of the transactions that are committed here without a gap, has reached
//      last_committed: one slow transaction keeps back all that depend on a later one
//   2. takes the first worker whose queue is empty; while there is none it asks again and again and gives way to other threads
//   3. gives the transaction its place in the order of commits, with replica_preserve_commit_order
//   4. hands its events over: a worker has one transaction at most
//
// replica_preserve_commit_order needs log_replica_updates before 8.0.19. Later a worker without binary log flushes the redo log
// with those that come after it, in the order of commits.
//
// Source: Mts_submode_logical_clock::schedule_next_event, wait_for_last_committed_trx and get_free_worker in
// sql/rpl_mts_submode.cc of MySQL 5.7.18 and 8.0.30.
#include "models/replication/applier_catalogue.hpp"
#include "models/replication/mysql_workers.hpp"

namespace models {
namespace {

// How finely the CPU of a coordinator that asks for a free worker is divided; it does not delay the answer.
constexpr sim::Seconds kSpin{50e-6};

class LogicalClockApplier final : public MysqlWorkers {
 public:
  LogicalClockApplier(Server& source, Server& replica, ApplierProgress& progress)
      : MysqlWorkers(source, replica, progress), order_(replica), spinner_(replica.name() + ": coordinator asks for a worker") {
    const ServerVariables& variables = replica.variables();
    const bool can_keep_order = variables.log_bin || replica.release().at_least(8, 0, 19);
    keeps_order_ = variables.replica_preserve_commit_order && can_keep_order;
  }

 private:
  sim::Task<> take_over(std::int64_t index) override {
    if (entry(index).begins_file) co_await all_idle();
    const std::int64_t last_committed = entry(index).last_committed;
    if (progress_.low_water_mark() < last_committed) {
      co_await progress_.rises_to(last_committed);
      co_await replica_.wake_up();
    }
    if (free_worker() == nullptr) co_await some_worker();
    co_await hand_over(*free_worker(), index, keeps_order_ ? &order_ : nullptr);
  }

  Worker* free_worker() {
    for (const auto& worker : workers()) {
      if (worker->unfinished == 0) return worker.get();
    }
    return nullptr;
  }

  sim::Task<> some_worker() {
    is_asking_ = true;
    if (!spins_) {
      spins_ = true;
      replica_.simulation().spawn(spinner_, spin());
    }
    while (free_worker() == nullptr) co_await more_finished();
    is_asking_ = false;
  }

  sim::Process spin() {
    while (is_asking_) co_await replica_.host().cpu().execute(kSpin, sim::Cpu::Work::spinning);
    spins_ = false;
  }

  CommitOrder order_;
  bool keeps_order_ = false;
  std::string spinner_;
  bool is_asking_ = false;
  bool spins_ = false;
};

const bool logical_clock_registered = register_applier<LogicalClockApplier>(
    "LOGICAL_CLOCK", "MySQL: replica_parallel_workers, replica_parallel_type=LOGICAL_CLOCK",
    "what the source's binary log says to be independent, at once",
    [](const Release& release, const ServerVariables& variables) {
      return has_mysql_workers(release, variables) && variables.replica_parallel_type == ParallelType::logical_clock;
    });

}  // namespace
}  // namespace models
