// The formulas of the analysis, on scenarios where all but one or two costs are zero.
#include "models/analysis/bounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/analysis/self_clocking.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using models::Bounds;
using models::Scenario;
using sim::milliseconds;

double cycle_in_ms(double path, double bottleneck, double gathering, double clients) {
  const auto cycle = models::self_clocked_cycle(milliseconds(path), milliseconds(bottleneck), milliseconds(gathering), clients);
  return sim::in_milliseconds(cycle.length);
}

TEST(SelfClocking, IsAWholeNumberOfFlushes) {
  EXPECT_DOUBLE_EQ(cycle_in_ms(2.05, 1, 0, 16), 3);      // R = B: 3 F
  EXPECT_DOUBLE_EQ(cycle_in_ms(4.05, 3, 0, 16), 6);      // 2 max(R, B)
  EXPECT_DOUBLE_EQ(cycle_in_ms(1.05, 1, 0, 16), 2);      // one flush
  EXPECT_DOUBLE_EQ(cycle_in_ms(2, 1, 0, 16), 3);         // who comes just when it begins has missed it
  EXPECT_DOUBLE_EQ(models::self_clocked_cycle(milliseconds(2.05), milliseconds(1), {}, 16).groups, 3);
}

TEST(SelfClocking, NeedsAsManyClientsAsPeriods) {
  EXPECT_DOUBLE_EQ(cycle_in_ms(2.05, 1, 0, 1), 2.05);
  EXPECT_DOUBLE_EQ(cycle_in_ms(2.05, 1, 0, 2), 2.05);
  EXPECT_DOUBLE_EQ(cycle_in_ms(2.05, 0, 0, 2), 2.05);  // nothing to queue for
}

// B = 2 R: only the first of each group is back in time. Simulated: 5.334 and 5.819 ms.
TEST(SelfClocking, LosesAPeriodToAMissedFlush) {
  EXPECT_NEAR(cycle_in_ms(3.05, 2, 1, 8), 5.333, 1e-3);
  EXPECT_NEAR(cycle_in_ms(3.05, 2, 1, 32), 5.818, 1e-3);
  EXPECT_DOUBLE_EQ(cycle_in_ms(4.05, 3, 1, 32), 6);
}

// Statement 0.5 ms, R 2 ms, B 3 ms, engine commit as given.
Scenario scenario(const std::string& version, int clients, double engine_commit = 0) {
  models::CostProfile costs = tests::free_of_charge();
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.5));
  costs.redo_fsync = tests::costing(milliseconds(2));
  costs.binlog_fsync = tests::costing(milliseconds(3));
  costs.engine_commit_cpu = tests::costing(milliseconds(engine_commit));
  Scenario all = tests::one_source(costs);
  tests::source_of(all).version = version;
  tests::source_of(all).load = tests::updates(clients);
  return all;
}

Bounds analysis_of(const Scenario& scenario) { return *models::bounds_of(scenario); }

// The bound that a resource sets, per second; 0 where it sets none.
double limit(const Bounds& bounds, const std::string& resource) {
  const auto found = std::find_if(bounds.throughput.begin(), bounds.throughput.end(),
                                  [&](const auto& each) { return each.resource.starts_with(resource); });
  return found == bounds.throughput.end() ? 0 : found->throughput.value;
}

double alone_ms(const Scenario& scenario) { return sim::in_milliseconds(analysis_of(scenario).response_alone); }

TEST(Bounds, OfNoClientsThereAreNone) {
  Scenario idle = scenario("mysql-5.7", 1);
  tests::source_of(idle).load.reset();
  EXPECT_FALSE(models::bounds_of(idle));
}

TEST(Bounds, OfClientsThatNeverQueue) {
  const Bounds bounds = analysis_of(scenario("mysql-5.7", 11));
  EXPECT_NEAR(sim::in_milliseconds(bounds.response_alone), 5.5, 1e-9);
  EXPECT_NEAR(limit(bounds, "latency seen by 11 clients, mostly binlog fsync"), 2000, 1e-6);
  EXPECT_NEAR(limit(bounds, "LOCK_log"), 11 / 2e-3, 1e-6);
  EXPECT_NEAR(limit(bounds, "LOCK_sync"), 11 / 3e-3, 1e-6);
  EXPECT_NEAR(bounds.response_least.count(), 5.5e-3, 1e-12);
}

TEST(Bounds, WithoutGroupCommit) {
  EXPECT_NEAR(limit(analysis_of(scenario("mysql-5.1", 64)), "prepare_commit_mutex"), 1 / 7e-3, 1e-6);  // 1 / (2 R + B)
  EXPECT_NEAR(limit(analysis_of(scenario("mysql-5.5", 64)), "LOCK_log"), 1 / 3e-3, 1e-6);             // 1 / B
  Scenario without_xa = scenario("mysql-5.1", 64);
  tests::source_of(without_xa).variables.innodb_support_xa = false;
  EXPECT_NEAR(limit(analysis_of(without_xa), "prepare_commit_mutex"), 1 / 5e-3, 1e-6);  // 1 / (R + B)
  const Bounds bounds = analysis_of(scenario("mysql-5.1", 64));
  EXPECT_EQ(bounds.throughput.front().law, "bottleneck bound 1 / D");
  EXPECT_NEAR(bounds.response_least.count(), 64 * 7e-3, 1e-9);
  EXPECT_NEAR(bounds.estimate->throughput.value, 1 / 7e-3, 1e-6);
  EXPECT_EQ(bounds.estimate->group_size, 1);
}

// Engine commits in order are serial; out of order they are not.
TEST(Bounds, OfOrderedEngineCommits) {
  Scenario ordered = scenario("mysql-5.7", 64, 0.2);
  EXPECT_NEAR(limit(analysis_of(ordered), "LOCK_commit"), 5000, 1e-6);
  tests::source_of(ordered).variables.binlog_order_commits = false;
  EXPECT_EQ(limit(analysis_of(ordered), "LOCK_commit"), 0);
  EXPECT_NEAR(limit(analysis_of(scenario("mariadb-10.11", 64, 0.2)), "LOCK_commit_ordered"), 5000, 1e-6);
}

// What is due every n-th time counts for the mean, and is no part of a bound.
TEST(Bounds, OfSyncBinlog) {
  Scenario tenth = scenario("mysql-5.7", 11);
  tests::source_of(tenth).variables.sync_binlog = 10;
  EXPECT_NEAR(alone_ms(tenth), 0.5 + 2 + 0.3, 1e-9);
  EXPECT_NEAR(limit(analysis_of(tenth), "latency"), 11 / 2.5e-3, 1e-6);
  EXPECT_EQ(limit(analysis_of(tenth), "LOCK_sync"), 0);
}

TEST(Bounds, OfProcessorsAndDevices) {
  Scenario small = scenario("mysql-5.7", 64, 0.1);
  small.hosts[0].second = {2, {{"disk", {true}}}};
  EXPECT_NEAR(limit(analysis_of(small), "CPU of source-host"), 2 / 0.6e-3, 1e-6);
  EXPECT_NEAR(limit(analysis_of(small), "device of redo log and binary log"), 64 / 5e-3, 1e-6);
  tests::source_of(small).binary_log_device = "other";
  EXPECT_NEAR(limit(analysis_of(small), "redo log device"), 64 / 2e-3, 1e-6);
  EXPECT_EQ(limit(analysis_of(small), "binary log device"), 0);
}

TEST(Bounds, OfTheMachineOfTheClients) {
  Scenario remote = scenario("mysql-5.7", 64);
  remote.hosts.push_back({"clients", {3, {}}});
  tests::source_of(remote).load->client_host = "clients";
  tests::source_of(remote).costs.client_cpu = tests::costing(milliseconds(1));
  EXPECT_NEAR(limit(analysis_of(remote), "CPU of clients"), 3000, 1e-6);
  EXPECT_NEAR(alone_ms(remote), 6.5, 1e-9);
}

// A closed client always has all others beside it; each statement takes so much longer.
TEST(Bounds, WithContention) {
  Scenario contended = scenario("mysql-5.7", 11);
  tests::source_of(contended).costs.contention_cpu = tests::costing(milliseconds(0.1));
  EXPECT_NEAR(alone_ms(contended), 6.5, 1e-9);
  tests::source_of(contended).load->rate = sim::PerSecond{100};
  EXPECT_NEAR(alone_ms(contended), 5.5, 1e-9);
}

// Statements that read pay it where transactions write, and only there.
TEST(Bounds, WithContentionOfReadsBesideWrites) {
  Scenario contended = scenario("mysql-5.7", 11);
  models::ServerSpec& source = tests::source_of(contended);
  source.costs.read_write_contention_cpu = tests::costing(milliseconds(0.1));
  EXPECT_NEAR(alone_ms(contended), 5.5, 1e-9);
  auto& statements = source.load->profile.transaction;
  statements.insert(statements.begin(), {statements.front().kind, models::StatementClass::read, 2, 0, {}, {}, 0});
  const double mixed = alone_ms(contended);
  source.costs.read_write_contention_cpu = tests::costing(milliseconds(0));
  EXPECT_NEAR(mixed - alone_ms(contended), 2 * 10 * 0.1, 1e-9);
  source.costs.read_write_contention_cpu = tests::costing(milliseconds(0.1));
  statements.pop_back();
  EXPECT_NEAR(alone_ms(contended), 2 * 0.5, 1e-9);
}

// An autocommit statement without binary log keeps its ticket through the flush: groups of half the tickets.
TEST(Bounds, OfThreadConcurrency) {
  Scenario limited = scenario("mysql-5.1", 64);
  tests::source_of(limited).variables.innodb_thread_concurrency = 8;
  EXPECT_NEAR(limit(analysis_of(limited), "innodb_thread_concurrency"), 8 / 0.5e-3, 1e-6);
  tests::source_of(limited).variables.log_bin = false;
  EXPECT_NEAR(limit(analysis_of(limited), "innodb_thread_concurrency"), 8 / 2.5e-3, 1e-6);
  EXPECT_NEAR(limit(analysis_of(limited), "redo log flush"), 8 / 2e-3, 1e-6);
  EXPECT_NEAR(analysis_of(limited).estimate->throughput.value, 8 / 4e-3, 1e-6);
  EXPECT_EQ(analysis_of(limited).estimate->group_size, 4);
}

TEST(Bounds, OfArrivals) {
  Scenario open = scenario("mysql-5.7", 64);
  tests::source_of(open).load->rate = sim::PerSecond{100};
  const Bounds bounds = analysis_of(open);
  EXPECT_EQ(bounds.throughput.front().law, "flow balance");
  EXPECT_EQ(bounds.throughput.front().throughput.value, 100);
  EXPECT_NEAR(bounds.response_least.count(), 5.5e-3, 1e-12);
  EXPECT_EQ(bounds.estimate->throughput.value, 100);
  EXPECT_EQ(bounds.estimate->group_size, 1);
}

// The k-th fastest replica; nothing to wait for where too few take part or the timeout is shorter.
TEST(Bounds, OfTheWayOfAnAck) {
  Scenario cluster = scenario("mysql-5.7", 1);
  tests::add_semi_sync_replica(cluster, "near", tests::free_of_charge());
  tests::add_semi_sync_replica(cluster, "far", tests::free_of_charge());
  tests::set_round_trip(cluster, "source", "near", milliseconds(1));
  tests::set_round_trip(cluster, "source", "far", milliseconds(20));
  models::ServerVariables& variables = tests::source_of(cluster).variables;
  EXPECT_NEAR(alone_ms(cluster), 6.5, 1e-3);
  variables.rpl_semi_sync_source_wait_for_replica_count = 2;
  EXPECT_NEAR(alone_ms(cluster), 25.5, 1e-3);
  EXPECT_TRUE(analysis_of(cluster).counts_on_acks);
  EXPECT_NEAR(limit(analysis_of(cluster), "latency seen by 1 client, mostly ack wait"), 1 / 25.5e-3, 0.1);
  variables.rpl_semi_sync_source_timeout = milliseconds(10);
  EXPECT_NEAR(alone_ms(cluster), 5.5, 1e-9);
  variables.rpl_semi_sync_source_wait_for_replica_count = 3;
  EXPECT_NEAR(alone_ms(cluster), 5.5, 1e-9);
}

// MariaDB: two groups between the queue and the ACK, and as many clients that gather: N / (2 (A + B)).
TEST(Bounds, EstimateTwoGroupsPastTheQueue) {
  Scenario cluster = scenario("mariadb-10.11", 16);
  tests::add_semi_sync_replica(cluster, "replica", tests::free_of_charge());
  tests::set_round_trip(cluster, "source", "replica", milliseconds(20));
  const models::LoadEstimate estimate = *analysis_of(cluster).estimate;
  EXPECT_NEAR(estimate.throughput.value, 16 / (2 * 23e-3), 0.1);
  EXPECT_EQ(estimate.group_size, 4);
  EXPECT_EQ(estimate.law, "two groups past the queue");
}

// A relay log that is synced after every event takes the transactions one by one.
TEST(Bounds, OfAReplicaThatSyncsEveryEvent) {
  Scenario cluster = scenario("mysql-5.7", 64);
  models::CostProfile costs = tests::free_of_charge();
  costs.relay_log_fsync = tests::costing(milliseconds(1));
  tests::add_semi_sync_replica(cluster, "replica", costs).variables.sync_relay_log = 1;
  EXPECT_NEAR(limit(analysis_of(cluster), "receiver and relay log of replica"), 1000.0 / tests::kEvents, 1e-6);
}

TEST(Bounds, OfReadersThereIsNoCommit) {
  Scenario reading = scenario("mysql-5.7", 11);
  tests::source_of(reading).load->profile.transaction = {{"update", models::StatementClass::read, 4, 0, {}, {}, 0}};
  EXPECT_NEAR(alone_ms(reading), 2, 1e-9);
  EXPECT_NEAR(analysis_of(reading).estimate->throughput.value, 11 / 2e-3, 1e-6);
}

TEST(Bounds, OfAPipelineThatIsNotKnownLeaveItOut) {
  const Bounds bounds = analysis_of(scenario("mysql-99", 2));
  EXPECT_FALSE(bounds.has_commit);
  EXPECT_FALSE(bounds.estimate);
  EXPECT_NEAR(bounds.throughput.front().throughput.value, 4000, 1e-6);
}

}  // namespace
