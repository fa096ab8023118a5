// Laws of replicas that hold whatever the costs: how fast they apply, what parallel appliers bring, how lag grows.
#include <gtest/gtest.h>

#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using models::DependencyTracking;
using models::ParallelType;
using sim::microseconds;
using sim::milliseconds;
using sim::Seconds;

constexpr Seconds kFsync{1e-3};

models::CostProfile jittery_fsyncs_of(Seconds fsync) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(fsync);
  costs.client_round_trip = costs.apply_transaction_cpu = tests::uniformly(microseconds(50), microseconds(150));
  return costs;
}

// `threads` clients on a source, and a replica with so many workers and a binary log. Both sync every commit.
models::Scenario replicated(int threads, std::int64_t workers, const models::CostProfile& costs = jittery_fsyncs_of(kFsync)) {
  models::Scenario scenario = tests::one_source(costs);
  tests::source_of(scenario).load = tests::updates(threads);
  tests::source_of(scenario).load->profile.table_rows = 1000000;
  models::ServerSpec& replica = tests::add_replica(scenario, "replica", costs);
  replica.variables.log_bin = replica.variables.log_replica_updates = true;
  replica.variables.replica_parallel_workers = workers;
  replica.variables.replica_parallel_type = ParallelType::logical_clock;
  scenario.run.warm_up = Seconds{0.5};
  scenario.run.duration = Seconds{4};
  return scenario;
}

models::ServerVariables& source_variables(models::Scenario& scenario) { return tests::source_of(scenario).variables; }
models::ServerVariables& replica_variables(models::Scenario& scenario) { return scenario.servers.back().second.variables; }

models::Scenario with_writesets(models::Scenario scenario) {
  source_variables(scenario).binlog_transaction_dependency_tracking = DependencyTracking::writeset;
  return scenario;
}

models::Scenario at_rate(models::Scenario scenario, double per_second) {
  tests::source_of(scenario).load->rate = sim::PerSecond{per_second};
  return scenario;
}

double applied(const Measured& found, std::size_t replica = 0) {
  return static_cast<double>(found.record.replicas[replica].applied) / found.record.measured;
}

// D1. One applier has two fsyncs per transaction to itself; 32 clients share them. Facebook's sysbench: 2065 against 47332 per second.
TEST(ReplicaLaws, ADurableSingleApplierIsFarBelowItsSource) {
  const auto found = laws::measure(replicated(32, 0));
  EXPECT_NEAR(applied(found), 1 / (2 * kFsync.count() + 1e-4), 5);
  EXPECT_GT(found.throughput(), 10 * applied(found));
}

// D2. Without fsyncs a transaction takes its CPU; the position in a table and the replica's own binary log add theirs.
TEST(ReplicaLaws, WithoutFsyncsTheApplierPaysCpu) {
  models::CostProfile costs = tests::free_of_charge();
  costs.client_round_trip = tests::uniformly(microseconds(20), microseconds(60));
  costs.apply_transaction_cpu = tests::costing(microseconds(100));
  costs.flush_stage_cpu = tests::costing(microseconds(30));
  costs.position_table_cpu = tests::costing(microseconds(50));
  models::Scenario bare = replicated(8, 0, costs);
  replica_variables(bare).log_bin = replica_variables(bare).log_replica_updates = false;
  models::Scenario with_table = bare;
  replica_variables(with_table).relay_log_info_repository = models::PositionStore::table;
  const auto found = laws::measure(std::vector{bare, with_table, replicated(8, 0, costs)});
  EXPECT_NEAR(1e6 / applied(found[0]), 100, 0.5);
  EXPECT_NEAR(1e6 / applied(found[1]), 150, 0.5);
  EXPECT_NEAR(1e6 / applied(found[2]), 130, 0.5);
}

// D3. COMMIT_ORDER gives what the source's commits overlapped: nothing with one client, whatever the workers. With WRITESET
// one client is enough, up to the number of workers.
TEST(ReplicaLaws, ParallelApplyIsBoundByWorkersAndByTheLog) {
  models::CostProfile costs = jittery_fsyncs_of({});
  costs.apply_row_cpu = tests::costing(milliseconds(1));
  const auto scenario = [&](std::int64_t workers) { return replicated(1, workers, costs); };
  const auto found = laws::measure(std::vector{scenario(0), scenario(8), with_writesets(scenario(2)), with_writesets(scenario(4)),
                                               with_writesets(scenario(8))});
  const double alone = applied(found[0]);
  EXPECT_NEAR(applied(found[1]) / alone, 1, 0.01);
  EXPECT_NEAR(applied(found[2]) / alone, 2, 0.02);
  EXPECT_NEAR(applied(found[3]) / alone, 4, 0.04);
  EXPECT_NEAR(applied(found[4]) / alone, 8, 0.08);
}

// D4. A sync delay on the source makes larger groups, and these are what the replica's workers share; more workers than
// transactions in a group bring nothing.
TEST(ReplicaLaws, DelayOnTheSourceIsParallelismOnTheReplica) {
  models::CostProfile costs = jittery_fsyncs_of(microseconds(100));
  costs.client_round_trip = tests::uniformly(milliseconds(1), milliseconds(3));  // commits hardly overlap by themselves
  costs.apply_row_cpu = tests::costing(milliseconds(5));
  const auto delayed = [&](double ms, std::int64_t workers) {
    models::Scenario scenario = replicated(16, workers, costs);
    source_variables(scenario).binlog_group_commit_sync_delay = milliseconds(ms);
    return scenario;
  };
  const auto found = laws::measure(std::vector{delayed(0, 16), delayed(5, 16), delayed(5, 64)});
  EXPECT_GT(found[1].group_size(), 1.5 * found[0].group_size());
  EXPECT_GT(applied(found[1]), 1.3 * applied(found[0]));
  EXPECT_NEAR(applied(found[2]) / applied(found[1]), 1, 0.02);
}

// D5. Preserving the order costs little where transactions are alike: the MySQL team found 3 to 4 %.
TEST(ReplicaLaws, PreservingTheCommitOrderCostsLittle) {
  models::Scenario ordered = replicated(32, 8);
  replica_variables(ordered).replica_preserve_commit_order = true;
  const auto found = laws::measure(std::vector{replicated(32, 8), ordered});
  EXPECT_NEAR(applied(found[1]) / applied(found[0]), 1, 0.08);
}

// D6. A replica commits in smaller groups than its source, so whoever replicates from it finds less to do at once.
TEST(ReplicaLaws, AnIntermediateReplicaTakesParallelismAway) {
  models::CostProfile costs = jittery_fsyncs_of(kFsync);
  costs.apply_row_cpu = tests::costing(milliseconds(2));
  models::Scenario chain = at_rate(replicated(32, 4, costs), 1000);
  models::ServerSpec& last = tests::add_server(chain, "last", costs);
  last.replicates_from = "replica";
  last.variables = chain.servers[1].second.variables;
  last.variables.replica_parallel_workers = 32;
  models::Scenario direct = chain;
  direct.servers.back().second.replicates_from = "source";
  const auto found = laws::measure(std::vector{chain, direct});
  EXPECT_GT(found[0].record.replicas[1].lag.percentile(50), found[1].record.replicas[1].lag.percentile(50));
}

// D7. Above the rate that the applier can do lag grows with time, by lambda - mu transactions per second; below it stays bounded.
TEST(ReplicaLaws, TheBalancePointIsSharp) {
  const double mu = 1 / (2 * kFsync.count() + 1e-4);
  const auto found = laws::measure(std::vector{at_rate(replicated(32, 0), 1.2 * mu), at_rate(replicated(32, 0), 0.8 * mu)});
  const auto& above = found[0].record.replicas[0];
  const double growth = static_cast<double>(above.behind_at_end - above.behind_at_start) / found[0].record.measured;
  EXPECT_NEAR(growth, found[0].throughput() - mu, 10);
  const auto& below = found[1].record.replicas[0];
  EXPECT_LT(below.behind_at_end, 40);
}

// D8. A large transaction keeps a single applier for its whole time, and all behind it.
TEST(ReplicaLaws, ALargeTransactionIsInEverybodysWay) {
  models::CostProfile costs = jittery_fsyncs_of({});
  costs.apply_row_cpu = tests::costing(microseconds(9));
  models::Scenario scenario = at_rate(replicated(8, 0, costs), 500);
  models::Scenario with_big = scenario;
  tests::source_of(with_big).load->profile.big_transactions = {0.001, 50000};
  const auto found = laws::measure(std::vector{scenario, with_big});
  EXPECT_LT(found[0].record.replicas[0].lag.max(), 0.01);
  EXPECT_GT(found[1].record.replicas[0].lag.max(), 0.45);
  EXPECT_GT(found[1].record.replicas[0].lag.percentile(90), 0.01);
}

// The same with workers: while one is at the large transaction the low-water mark stays below it, and seven workers wait.
TEST(ReplicaLaws, ALargeTransactionHoldsUpAllWorkers) {
  models::CostProfile costs = jittery_fsyncs_of({});
  costs.apply_row_cpu = tests::costing(microseconds(9));
  models::Scenario scenario = at_rate(replicated(8, 8, costs), 500);
  models::Scenario with_big = scenario;
  tests::source_of(with_big).load->profile.big_transactions = {0.001, 50000};
  const auto found = laws::measure(std::vector{scenario, with_big});
  EXPECT_LT(found[0].record.replicas[0].lag.max(), 0.01);
  EXPECT_GT(found[1].record.replicas[0].lag.max(), 0.45);
  EXPECT_GT(found[1].record.replicas[0].lag.percentile(90), 0.01);
}

// D9. A replica that keeps up is a fraction of a second behind.
TEST(ReplicaLaws, AHealthyReplicaIsAFractionOfASecondBehind) {
  const auto found = laws::measure(at_rate(replicated(16, 4), 800));
  EXPECT_LT(found.record.replicas[0].lag.percentile(99), 0.2);
}

}  // namespace
