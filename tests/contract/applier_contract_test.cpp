// What every registered applier promises, under random loads and settings. A failure names the seed; run it alone with
// COMMITSIM_SWARM_SEED=<seed>.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/cluster.hpp"
#include "models/replication/applier_catalogue.hpp"
#include "sim/engine/isolated_run.hpp"
#include "tests/contract/apply_oracle.hpp"
#include "tests/support/scenarios.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::ParallelMode;
using models::ParallelType;
using sim::microseconds;
using sim::milliseconds;

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : stream_(seed, 0, "appliers") {}
  bool chance(double probability) { return stream_.next() < probability; }
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(stream_.next() * static_cast<double>(high - low + 1));
  }
  template <class T>
  T one_of(std::vector<T> choices) { return choices[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(choices.size()) - 1))]; }
  models::Cost cost(sim::Seconds most) {
    if (chance(0.3)) return tests::costing({});
    const sim::Seconds mean = most * stream_.next();
    if (chance(0.4)) return tests::costing(mean);
    return {sim::TimeDistribution::exponential(mean), "", {}};
  }

 private:
  sim::RandomStream stream_;
};

struct ApplyCase {
  std::uint64_t seed = 0;
  std::string applier;
  models::Scenario scenario;
  int sessions = 1;
  int transactions = 1;  // of each
  std::int64_t domains = 1;
  std::int64_t rows = 1;  // of each domain
  double big_share = 0;

  const models::ServerSpec& replica() const { return scenario.servers.back().second; }
  std::string description() const {
    const models::ServerVariables& set = replica().variables;
    return fmt::format("{} seed {} {}: {} sessions of {}, {} domains of {} rows; workers {} threads {} order {} log_bin {}", applier, seed,
                       replica().version, sessions, transactions, domains, rows, set.replica_parallel_workers,
                       set.slave_parallel_threads, set.replica_preserve_commit_order, set.log_bin);
  }
};

models::CostProfile costs_of(Draws& draws) {
  models::CostProfile costs = tests::free_of_charge();
  for (models::Cost* each : {&costs.prepare_cpu, &costs.engine_commit_cpu, &costs.apply_transaction_cpu, &costs.apply_row_cpu,
                             &costs.coordinator_cpu, &costs.coordinator_poll_cpu, &costs.receiver_cpu, &costs.context_switch_cpu}) {
    *each = draws.cost(microseconds(200));
  }
  for (models::Cost* each : {&costs.wake_up, &costs.redo_write, &costs.relay_log_write}) *each = draws.cost(microseconds(300));
  for (models::Cost* each : {&costs.redo_fsync, &costs.binlog_fsync}) *each = draws.cost(milliseconds(3));
  return costs;
}

// Whatever asks for appliers.
void draw_scheduler(Draws& draws, models::ServerSpec& replica) {
  models::ServerVariables& set = replica.variables;
  replica.version = draws.one_of<std::string>({"mysql-5.6", "mysql-5.7", "mysql-8.0.18", "mysql-8.0.30", "mariadb-10.3", "mariadb-10.11"});
  set.replica_parallel_workers = draws.one_of<std::int64_t>({0, 1, 2, 3, 8});
  set.replica_parallel_type = draws.chance(0.5) ? ParallelType::database : ParallelType::logical_clock;
  set.replica_preserve_commit_order = draws.chance(0.5);
  if (replica.version == "mysql-5.6") {  // it has neither
    set.replica_parallel_type = ParallelType::database;
    set.replica_preserve_commit_order = false;
  }
  set.slave_parallel_threads = draws.one_of<std::int64_t>({0, 1, 2, 3, 8});
  set.slave_parallel_mode = static_cast<ParallelMode>(draws.one_of<int>({0, 1, 2, 3, 4, 99}));
}

void draw_limits(Draws& draws, models::ServerVariables& set) {
  if (draws.chance(0.3)) set.replica_pending_jobs_size_max = sim::Bytes{draws.integer(1, 400)};
  if (draws.chance(0.3)) set.replica_checkpoint_group = draws.integer(1, 40);
  if (draws.chance(0.3)) set.slave_parallel_max_queued = sim::Bytes{draws.integer(1, 400)};
  if (draws.chance(0.3)) set.slave_domain_parallel_threads = draws.integer(1, 4);
  if (draws.chance(0.5)) set.gtid_cleanup_batch_size = draws.integer(1, 20);
  set.relay_log_info_repository = draws.chance(0.5) ? models::PositionStore::file : models::PositionStore::table;
  set.log_bin = draws.chance(0.5);
  set.sync_binlog = draws.integer(0, 2);
  set.innodb_flush_log_at_trx_commit = draws.integer(0, 2);
}

void draw_source(Draws& draws, models::ServerVariables& set) {
  set.binlog_transaction_dependency_tracking = draws.one_of<models::DependencyTracking>(
      {models::DependencyTracking::commit_order, models::DependencyTracking::writeset, models::DependencyTracking::writeset_session});
  if (draws.chance(0.4)) set.binlog_transaction_dependency_history_size = draws.integer(1, 30);
  if (draws.chance(0.3)) set.max_binlog_size = sim::Bytes{draws.integer(200, 4000)};
  if (draws.chance(0.3)) set.binlog_group_commit_sync_delay = microseconds(static_cast<double>(draws.integer(1, 2000)));
}

ApplyCase apply_case(const models::ApplierAlternative& applier, std::uint64_t seed) {
  Draws draws(seed);
  ApplyCase chosen{seed, applier.name, tests::one_source(costs_of(draws)), draws.one_of<int>({1, 2, 5, 16, 32}), 0, draws.integer(1, 4),
                   draws.one_of<std::int64_t>({1, 3, 20, 1000}), draws.chance(0.5) ? 0.05 : 0};
  chosen.transactions = 4 + 160 / chosen.sessions;
  chosen.scenario.run.seed = seed;
  models::ServerSpec replica_to_be;
  do {
    draw_scheduler(draws, replica_to_be);
  } while (!applier.is_asked_for(*models::parse_release(replica_to_be.version), replica_to_be.variables));
  models::ServerSpec& replica = tests::add_replica(chosen.scenario, "replica", costs_of(draws));
  replica.version = replica_to_be.version;
  replica.variables = replica_to_be.variables;
  draw_limits(draws, replica.variables);
  tests::source_of(chosen.scenario).version = replica.version;
  draw_source(draws, tests::source_of(chosen.scenario).variables);
  chosen.scenario.hosts.back().second.cores = draws.one_of<std::int64_t>({1, 2, 8});
  chosen.scenario.default_link = tests::link(milliseconds(static_cast<double>(draws.integer(0, 3))));
  if (draws.chance(0.3)) replica.stops = {{milliseconds(20), milliseconds(200)}};
  return chosen;
}

tests::ApplyOracle::Begins begins(const std::string& applier) {
  if (applier == "optimistic" || applier == "aggressive") return tests::ApplyOracle::Begins::at_once;
  if (applier == "conservative" || applier == "minimal") return tests::ApplyOracle::Begins::after_commit_began;
  return tests::ApplyOracle::Begins::after_commit;
}

tests::ApplyOracle::Promises promises_of(const ApplyCase& chosen) {
  const models::ServerVariables& set = chosen.replica().variables;
  const models::Release release = *models::parse_release(chosen.replica().version);
  const bool can_keep = set.log_bin || release.at_least(8, 0, 19);
  const bool is_parallel_mysql = !release.is("mariadb") && set.replica_parallel_workers > 0;
  const bool asks_for_order = set.replica_parallel_type == ParallelType::logical_clock && set.replica_preserve_commit_order && can_keep;
  return {begins(chosen.applier), !is_parallel_mysql || asks_for_order};
}

// Rows of the source, each locked from its change to the commit.
class Rows {
 public:
  Rows(models::Server& source, const ApplyCase& chosen) {
    for (std::int64_t row = 0; row < chosen.domains * chosen.rows; ++row) {
      locks_.push_back(std::make_unique<sim::Lock>(source.simulation(), fmt::format("row {}", row)));
    }
  }
  sim::Lock& lock(std::uint64_t row) { return *locks_[row]; }

 private:
  std::vector<std::unique_ptr<sim::Lock>> locks_;
};

sim::Process writer(models::Server& source, Rows& rows, const ApplyCase& chosen, tests::ApplyOracle& oracle, int number) {
  sim::RandomStream stream(chosen.seed, 0, "writer", static_cast<std::uint64_t>(number));
  const auto domain = static_cast<std::int64_t>(stream.next() * static_cast<double>(chosen.domains));
  for (int i = 0; i < chosen.transactions; ++i) {
    const sim::Seconds pause = milliseconds(-std::log(stream.next()));
    co_await source.simulation().delay(pause);
    models::Transaction transaction(source.simulation());
    transaction.begin(source.now());
    transaction.timestamp = source.now();
    transaction.connection = number;
    transaction.schema = transaction.domain = domain;
    transaction.changes = {tests::kRedo, tests::kBinlog, tests::kEvents, stream.next() < chosen.big_share ? 200 : 1};
    const double of_the_domain = stream.next() * static_cast<double>(chosen.rows);
    const auto row = static_cast<std::uint64_t>(domain * chosen.rows) + static_cast<std::uint64_t>(of_the_domain);
    sim::Lock& lock = rows.lock(row);
    co_await source.lock_row(lock, transaction);
    transaction.row_lock = &lock;
    transaction.rows = {row};
    transaction.last_committed = source.binary_log().dependencies().max_committed();
    oracle.changes_row(transaction, row);
    co_await source.commit(transaction);
  }
}

std::vector<std::string> faults_of_apply(const ApplyCase& chosen) {
  sim::Simulation simulation;
  tests::ApplyOracle oracle(promises_of(chosen));
  models::Cluster cluster(simulation, chosen.scenario, 0, &oracle);
  cluster.start();
  models::Server& source = cluster.server("source");
  source.name_rows();
  Rows rows(source, chosen);
  for (int number = 0; number < chosen.sessions; ++number) {
    simulation.spawn(fmt::format("source: writer {}", number), writer(source, rows, chosen, oracle, number));
  }
  constexpr double kLongEnough = 1000;
  simulation.run_until(tests::at(kLongEnough));
  return oracle.check_the_end();
}

std::vector<std::string> isolated_faults_of_apply(const ApplyCase& chosen) {
  try {
    return nlohmann::json::parse(sim::run_isolated([&] { return nlohmann::json(faults_of_apply(chosen)).dump(); }))
        .get<std::vector<std::string>>();
  } catch (const sim::IsolatedRunError& error) {
    return {error.what()};
  }
}

void expect_kept_promises(const std::string& name, std::uint64_t count) {
  const auto& all = models::appliers();
  const auto applier = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  const char* only = std::getenv("COMMITSIM_SWARM_SEED");
  const std::uint64_t first = only == nullptr ? 1 : std::strtoull(only, nullptr, 10);
  for (std::uint64_t seed = first; seed < first + (only == nullptr ? count : 1); ++seed) {
    const ApplyCase chosen = apply_case(*applier, seed);
    for (const std::string& fault : isolated_faults_of_apply(chosen)) ADD_FAILURE() << fault << "\n  " << chosen.description();
  }
}

// Taken when the tests are run: other files of this program register appliers of their own.
std::vector<std::string> applier_names() {
  std::vector<std::string> names;
  for (const models::ApplierAlternative& each : models::appliers()) names.push_back(each.name);
  return names;
}

std::string applier_test_name(const testing::TestParamInfo<std::string>& applier) {
  std::string name = applier.param;
  std::replace_if(name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

#ifdef COMMITSIM_SANITIZE
constexpr std::uint64_t kApplySeeds = 15;
#else
constexpr std::uint64_t kApplySeeds = 150;
#endif

class ApplierContract : public testing::TestWithParam<std::string> {};
TEST_P(ApplierContract, HoldsUnderRandomLoads) { expect_kept_promises(GetParam(), kApplySeeds); }
INSTANTIATE_TEST_SUITE_P(Applier, ApplierContract, testing::ValuesIn(applier_names()), applier_test_name);

class FullApplierContract : public testing::TestWithParam<std::string> {};
TEST_P(FullApplierContract, HoldsUnderRandomLoads) { expect_kept_promises(GetParam(), 2000); }
INSTANTIATE_TEST_SUITE_P(Applier, FullApplierContract, testing::ValuesIn(applier_names()), applier_test_name);

}  // namespace
