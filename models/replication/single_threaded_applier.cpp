// The SQL thread by itself: MySQL without workers, MariaDB without parallel threads.
//
//   1. reads the events of a transaction from the relay log and applies them
//   2. notes the position, commits alone, whatever the groups on the source
//   3. takes the next
//
// Source: exec_relay_log_event and apply_event_and_update_pos in sql/rpl_slave.cc of MySQL 5.6 and 5.7.
#include "models/replication/applier_catalogue.hpp"

namespace models {
namespace {

class SingleThreadedApplier final : public Applier {
 public:
  using Applier::Applier;

 private:
  sim::Task<> take_over(std::int64_t index) override { return apply(index, {}); }
};

const bool single_threaded_registered = register_applier<SingleThreadedApplier>(
    "single-threaded", "MySQL: replica_parallel_workers=0; MariaDB: slave_parallel_threads=0 or slave_parallel_mode=none",
    "the SQL thread applies and commits one transaction after the other",
    [](const Release& release, const ServerVariables& variables) {
      if (!release.is("mariadb")) return variables.replica_parallel_workers == 0;
      return variables.slave_parallel_threads == 0 || variables.slave_parallel_mode == ParallelMode::none;
    });

}  // namespace
}  // namespace models
