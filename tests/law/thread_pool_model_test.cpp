// What limits the sessions that work at a time: the thread pool, innodb_commit_concurrency.
#include <gtest/gtest.h>

#include <string>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;

models::Scenario clients_of(const std::string& version, int clients, const models::CostProfile& costs) {
  return tests::updates_on(version, clients, costs, sim::Seconds{0.5}, sim::Seconds{5});
}

void use_pool(models::Scenario& scenario, std::int64_t groups) {
  tests::source_of(scenario).variables.thread_handling = models::ThreadHandling::pool_of_threads;
  tests::source_of(scenario).variables.thread_pool_size = groups;
}

// Reads of 1 ms CPU.
models::Scenario readers(const std::string& version, int clients) {
  models::CostProfile costs = tests::free_of_charge();
  costs.statements.by_kind.push_back({"read", tests::costing(milliseconds(1))});
  models::Scenario scenario = clients_of(version, clients, costs);
  tests::source_of(scenario).load->profile.transaction = {{"read", models::StatementClass::read, 1, 0, {}, {}, 0}};
  return scenario;
}

// Changes of 0.1 ms CPU and fsyncs of 1 ms.
models::Scenario writers(const std::string& version, int clients) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1));
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.1));
  return clients_of(version, clients, costs);
}

double throughput(const models::Scenario& scenario) { return laws::measure(scenario).throughput(); }

// Statements that never wait: one at a time in each group, whatever thread_pool_oversubscribe says.
TEST(ThreadPoolModel, OneThreadPerGroupUsesCpu) {
  for (const char* version : {"mariadb-10.1", "mariadb-10.11", "percona-5.7", "percona-8.0"}) {
    models::Scenario scenario = readers(version, 16);
    EXPECT_NEAR(throughput(scenario), 16000, 20) << version;
    for (const int groups : {1, 4}) {
      use_pool(scenario, groups);
      EXPECT_NEAR(throughput(scenario), groups * 1000, 10) << version << ' ' << groups;
    }
  }
}

// More groups than clients limit nobody.
TEST(ThreadPoolModel, EnoughGroupsChangeNothing) {
  models::Scenario scenario = writers("mariadb-10.11", 8);
  const double without = throughput(scenario);
  use_pool(scenario, 8);
  EXPECT_NEAR(throughput(scenario), without, 0.01 * without);
}

// Who waits for an fsync or its commit group gives the group's place away: one group commits nearly as much as no pool does.
TEST(ThreadPoolModel, CommitsDoNotOccupyTheGroup) {
  models::Scenario scenario = writers("mariadb-10.11", 16);
  const auto without = laws::measure(scenario);
  use_pool(scenario, 1);
  const auto with = laws::measure(scenario);
  EXPECT_GT(with.throughput(), 0.75 * without.throughput());
  EXPECT_GT(with.group_size(), 3);
}

// Percona Server counts those that wait as well: about 1 + thread_pool_oversubscribe transactions are under way in a group.
TEST(ThreadPoolModel, PerconaServerLimitsTransactionsUnderWay) {
  models::Scenario scenario = writers("percona-5.7", 32);
  const double without = throughput(scenario);
  use_pool(scenario, 1);
  const auto with = laws::measure(scenario);
  EXPECT_LT(with.record.servers[0].groups_by_size.size(), 1U + 6U);
  EXPECT_LT(with.throughput(), 0.5 * without);
  tests::source_of(scenario).variables.thread_pool_oversubscribe = 31;
  EXPECT_GT(throughput(scenario), 0.9 * without);
}

// A row lock is a wait too: its holder gets a thread although those that want the row have the group's.
TEST(ThreadPoolModel, WaitingForARowGivesThePlaceAway) {
  models::Scenario scenario = writers("mariadb-10.11", 8);
  tests::source_of(scenario).load->hot_rows = {1, 1};
  const double without = throughput(scenario);
  use_pool(scenario, 1);
  EXPECT_NEAR(throughput(scenario), without, 0.05 * without);
}

// A long statement keeps its group for itself until thread_pool_stall_limit lets another thread in.
TEST(ThreadPoolModel, TheStallLimitLetsAnotherThreadIn) {
  models::Scenario scenario = readers("mariadb-10.11", 2);
  tests::source_of(scenario).costs.statements.by_kind.back().second = tests::costing(sim::Seconds{2});
  scenario.run.duration = sim::Seconds{100};
  use_pool(scenario, 1);
  tests::source_of(scenario).variables.thread_pool_stall_limit = sim::Seconds{1e6};
  EXPECT_NEAR(throughput(scenario), 1 / 2.0, 0.02);
  tests::source_of(scenario).variables.thread_pool_stall_limit = sim::Seconds{0.5};
  EXPECT_GT(throughput(scenario), 1.2 / 2.0);
}

// Statements of transactions under way come first: a new one begins when none of them wants the thread.
TEST(ThreadPoolModel, TransactionsUnderWayComeFirst) {
  const auto share_waiting_to_begin = [](const char* version) {
    models::Scenario scenario = readers(version, 8);
    models::WorkloadProfile& profile = tests::source_of(scenario).load->profile;
    profile.transaction.push_back(profile.transaction.front());
    profile.transaction.push_back(profile.transaction.front());
    use_pool(scenario, 1);
    const auto found = laws::measure(scenario);
    EXPECT_NEAR(found.throughput(), 1000 / 3.0, 4) << version;
    return found.shortest();
  };
  EXPECT_NEAR(share_waiting_to_begin("mariadb-10.1"), 24e-3, 1e-3);  // in turn: each statement waits for all others
  EXPECT_LT(share_waiting_to_begin("mariadb-10.11"), 24e-3);
}

// Whole transactions that lock a row early, in pools that are too small: all clients get on, and the parts of the response time
// tile it.
TEST(ThreadPoolModel, NobodyIsForgotten) {
  for (const char* version : {"mariadb-5.5", "mariadb-10.11", "percona-5.6", "percona-8.0"}) {
    for (const int groups : {1, 3}) {
      models::Scenario scenario = writers(version, 24);
      models::LoadSpec& load = *tests::source_of(scenario).load;
      tests::source_of(scenario).costs.statements.by_kind.push_back({"read", tests::uniformly(milliseconds(0), milliseconds(0.5))});
      tests::source_of(scenario).costs.client_round_trip = tests::uniformly(milliseconds(0), milliseconds(1));
      const models::Statement read{"read", models::StatementClass::read, 2, 0, {}, {}, 0};
      load.profile.transaction = {read, load.profile.transaction.front(), read};
      load.hot_rows = {2, 0.5};
      use_pool(scenario, groups);
      tests::source_of(scenario).variables.thread_pool_oversubscribe = 1;
      const auto found = laws::measure(scenario);
      for (const std::int64_t transactions : found.record.loads[0].thread_transactions) EXPECT_GT(transactions, 5) << version;
      EXPECT_NEAR(found.throughput() * found.response(), 24, 0.3) << version;
    }
  }
}

// InnoDB's memory commit of 1 ms: so many at a time, and all with 0. Ordered commits come one at a time anyway.
TEST(CommitConcurrencyModel, LimitsCommitsInTheStorageEngine) {
  models::CostProfile costs = tests::free_of_charge();
  costs.engine_commit_cpu = tests::costing(milliseconds(1));
  models::Scenario scenario = clients_of("mysql-5.7", 16, costs);
  models::ServerVariables& variables = tests::source_of(scenario).variables;
  variables.log_bin = false;
  variables.innodb_flush_log_at_trx_commit = 0;
  for (const auto& [limit, expected] : {std::pair{0, 16000.0}, {1, 1000.0}, {4, 4000.0}}) {
    variables.innodb_commit_concurrency = limit;
    EXPECT_NEAR(throughput(scenario), expected, 0.005 * expected) << limit;
  }
  variables.log_bin = true;
  EXPECT_NEAR(throughput(scenario), 1000, 10);
}

}  // namespace
