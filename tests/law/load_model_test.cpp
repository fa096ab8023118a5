// Laws of queueing on whole servers: Little, utilisation, open arrivals.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using models::CostProfile;
using models::Scenario;
using sim::microseconds;
using sim::milliseconds;

CostProfile costs_of_the_server() {
  CostProfile costs = tests::free_of_charge();
  costs.client_round_trip = {sim::TimeDistribution::exponential(milliseconds(0.2)), "", {}};
  costs.statements.by_kind[0].second = {sim::TimeDistribution::exponential(milliseconds(0.1)), "", {}};
  costs.prepare_cpu = tests::costing(microseconds(20));
  costs.flush_stage_cpu = tests::costing(microseconds(10));
  costs.sync_stage_cpu = tests::costing(microseconds(30));
  costs.engine_commit_cpu = tests::costing(microseconds(15));
  costs.binlog_write = tests::costing(microseconds(40));
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1.5));
  return costs;
}

// Redo log and binary log on serial devices of their own, two cores.
Scenario machine(const CostProfile& costs, int clients) {
  Scenario scenario = tests::one_source(costs);
  scenario.hosts[0].second = {2, {{"redo disk", {true}}, {"binlog disk", {true}}}};
  models::ServerSpec& source = tests::source_of(scenario);
  source.redo_log_device = "redo disk";
  source.binary_log_device = "binlog disk";
  source.load = tests::updates(clients);
  scenario.run.warm_up = sim::Seconds{1};
  scenario.run.duration = sim::Seconds{20};
  return scenario;
}

// N = X R: closed clients are always somewhere in a transaction.
TEST(LoadModel, LittleInEveryMode) {
  std::vector<Scenario> scenarios;
  for (const int clients : {1, 7, 64}) {
    for (const bool log_bin : {true, false}) {
      for (const bool order : {true, false}) {
        scenarios.push_back(machine(costs_of_the_server(), clients));
        tests::source_of(scenarios.back()).variables.log_bin = log_bin;
        tests::source_of(scenarios.back()).variables.binlog_order_commits = order;
        if (!log_bin) continue;
        tests::add_semi_sync_replica(scenarios.back(), "replica", tests::free_of_charge());
        scenarios.back().default_link.rtt = milliseconds(1);
      }
    }
  }
  const std::vector<Measured> found = laws::measure(scenarios);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto clients = static_cast<double>(tests::source_of(scenarios[i]).load->threads);
    // What is cut off at both ends of the run is at most one transaction per client.
    const double cut = clients * found[i].longest() * 2 / found[i].record.measured;
    EXPECT_NEAR(found[i].throughput() * found[i].response(), clients, cut) << "scenario " << i;
    EXPECT_LT(cut, 0.05 * clients);
  }
}

// One core that is never idle: a transaction takes its CPU, and what its statements take more with 7 others active.
TEST(LoadModel, ReadsContendWhereTransactionsWrite) {
  CostProfile costs = tests::free_of_charge();
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.1));
  costs.contention_cpu = tests::costing(microseconds(2));
  costs.read_write_contention_cpu = tests::costing(microseconds(5));
  Scenario mixed = machine(costs, 8);
  mixed.hosts[0].second.cores = 1;
  models::ServerSpec& source = tests::source_of(mixed);
  source.variables.log_bin = false;
  auto& statements = source.load->profile.transaction;
  statements.insert(statements.begin(), {statements.front().kind, models::StatementClass::read, 2, 0, {}, {}, 0});
  Scenario read_only = mixed;
  tests::source_of(read_only).load->profile.transaction.pop_back();
  const std::vector<Measured> found = laws::measure({mixed, read_only});
  EXPECT_NEAR(1e6 / found[0].throughput(), 3 * (100 + 2 * 7) + 2 * 5 * 7, 0.5);
  EXPECT_NEAR(1e6 / found[1].throughput(), 2 * (100 + 2 * 7), 0.5);
}

// U = X S for the CPU and both devices; a stage is occupied for what its work takes.
TEST(LoadModel, Utilisation) {
  const CostProfile costs = costs_of_the_server();
  for (const int clients : {1, 8, 48}) {
    SCOPED_TRACE(fmt::format("{} clients", clients));
    const Measured found = laws::measure(machine(costs, clients));
    const models::ServerRecord& server = found.record.servers[0];
    const models::HostRecord& host = found.record.hosts[0];
    const double per_transaction = 0.1e-3 + 20e-6 + 10e-6 + 15e-6;
    const double cpu = found.transactions() * per_transaction + found.groups() * 30e-6;
    EXPECT_NEAR(host.cpu_used / cpu, 1, 0.02);
    const double redo_busy = static_cast<double>(server.redo_fsyncs) * 1e-3;
    const double binlog_busy = static_cast<double>(server.binlog_fsyncs) * 1.5e-3;
    EXPECT_NEAR(host.devices[0].busy, redo_busy, 2e-3);
    // As many binary log writes as redo log flushes: one per flush group.
    EXPECT_NEAR(host.devices[1].busy, binlog_busy + static_cast<double>(server.redo_fsyncs) * 40e-6, 4e-3);
    EXPECT_NEAR(static_cast<double>(server.commits), found.transactions(), clients);
  }
}

// Below saturation throughput is the rate at which transactions arrive.
TEST(LoadModel, OpenArrivals) {
  std::vector<Scenario> scenarios;
  const std::vector<double> rates{100, 800, 2000};
  for (const double rate : rates) {
    scenarios.push_back(machine(costs_of_the_server(), 32));
    tests::source_of(scenarios.back()).load->rate = sim::PerSecond{rate};
  }
  const std::vector<Measured> found = laws::measure(scenarios);
  for (std::size_t i = 0; i < rates.size(); ++i) {
    EXPECT_NEAR(found[i].throughput() / rates[i], 1, 0.03);
    EXPECT_LT(found[i].record.loads[0].queued_at_end, 5);
  }
}

// One thread makes it M/D/1, and the wait for the thread is part of the response time.
TEST(LoadModel, OpenArrivalsWaitForTheThread) {
  CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1.5));
  const double service = 2.5e-3;
  for (const double utilisation : {0.3, 0.7}) {
    Scenario scenario = machine(costs, 1);
    tests::source_of(scenario).load->rate = sim::PerSecond{utilisation / service};
    scenario.run.duration = sim::Seconds{400};
    const Measured found = laws::measure(scenario);
    const double waiting = utilisation * service / (2 * (1 - utilisation));
    EXPECT_NEAR(found.part(models::Part::thread_wait) / waiting, 1, 0.03);
    EXPECT_NEAR(found.response() / (service + waiting), 1, 0.02);
    EXPECT_NEAR(found.shortest(), service, 1e-9);
  }
}

// More arrive than can be served: throughput is that of closed clients, and the queue grows by the difference.
TEST(LoadModel, OpenArrivalsAboveSaturation) {
  CostProfile costs = tests::free_of_charge();
  costs.binlog_fsync = tests::costing(milliseconds(2));
  Scenario scenario = machine(costs, 1);
  tests::source_of(scenario).load->rate = sim::PerSecond{800};
  scenario.run.duration = sim::Seconds{50};
  const Measured found = laws::measure(scenario);
  EXPECT_NEAR(found.throughput(), 500, 1);
  EXPECT_NEAR(static_cast<double>(found.record.loads[0].queued_at_end), (800 - 500) * 51, 0.03 * 300 * 51);
}

}  // namespace
