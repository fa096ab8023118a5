// Queueing analysis and simulation are two ways to the same numbers: a client alone, bounds, the pace of group commit.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

#include "models/analysis/bound_violation.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "tests/law/check_vectors.hpp"
#include "tests/law/priced_costs.hpp"

namespace {

using laws::Measured;
using laws::Setting;
using models::Bounds;
using models::Scenario;
using models::ServerVariables;

constexpr double kExact = 1e-9;  // seconds

// Scenarios that are run and compared together, each with words for its failures.
struct Case {
  std::string name;
  Scenario scenario;
};

Scenario priced_scenario(const std::string& version, std::int64_t clients) {
  Scenario scenario = tests::one_source(laws::priced());
  tests::source_of(scenario).version = version;
  tests::source_of(scenario).load = tests::updates(static_cast<int>(clients));
  scenario.run.warm_up = sim::Seconds{0.2};
  scenario.run.duration = sim::Seconds{0.5};
  return scenario;
}

std::string described(const std::string& version, const ServerVariables& variables, std::int64_t clients) {
  return fmt::format("{} clients {} log_bin {} sync_binlog {} flush_log {} support_xa {} order_commits {} log threads {} semi-sync {}",
                     version, clients, variables.log_bin, variables.sync_binlog, variables.innodb_flush_log_at_trx_commit,
                     variables.innodb_support_xa, variables.binlog_order_commits, variables.innodb_log_writer_threads,
                     variables.rpl_semi_sync_source_enabled);
}

// Every value of the switches that a release has.
std::vector<bool> xa_of(const models::Release& release) {
  const bool has_it = release.is("mariadb") ? release.before(10, 3) : release.before(5, 7);
  return has_it ? std::vector{true, false} : std::vector{true};
}

std::vector<bool> log_threads_of(const models::Release& release) {
  return release.is("mysql") && release.at_least(8) ? std::vector{false, true} : std::vector{false};
}

std::vector<std::int64_t> flush_logs_of(const models::Release& release) {
  return release.is("mariadb") && release.at_least(10) ? std::vector<std::int64_t>{0, 1, 2, 3} : std::vector<std::int64_t>{0, 1, 2};
}

// All durability settings of a version.
std::vector<ServerVariables> durability_of(const std::string& version) {
  const models::Release release = *models::parse_release(version);
  std::vector<ServerVariables> all;
  for (const std::int64_t flush_log : flush_logs_of(release)) {
    for (const bool threads : log_threads_of(release)) {
      ServerVariables variables;
      variables.innodb_flush_log_at_timeout = sim::Seconds{2700};
      variables.innodb_flush_log_at_trx_commit = flush_log;
      variables.innodb_log_writer_threads = threads;
      all.push_back(variables);  // without binary log
      variables.log_bin = true;
      for (const std::int64_t sync_binlog : {0, 1}) {
        for (const bool xa : xa_of(release)) {
          variables.sync_binlog = sync_binlog;
          variables.innodb_support_xa = xa;
          all.push_back(variables);
        }
      }
    }
  }
  return all;
}

std::vector<Case> cases_of(const std::string& version, std::int64_t clients) {
  std::vector<Case> all;
  for (const ServerVariables& variables : durability_of(version)) {
    Scenario scenario = priced_scenario(version, clients);
    tests::source_of(scenario).variables = variables;
    all.push_back({described(version, variables, clients), scenario});
  }
  return all;
}

std::vector<Measured> measure_cases(const std::vector<Case>& cases) {
  std::vector<Scenario> scenarios;
  for (const Case& each : cases) scenarios.push_back(each.scenario);
  return laws::measure(scenarios);
}

void expect_alone(const std::vector<Case>& cases) {
  const std::vector<Measured> found = measure_cases(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].name);
    const Bounds bounds = *models::bounds_of(cases[i].scenario);
    ASSERT_TRUE(bounds.has_commit);
    EXPECT_NEAR(found[i].shortest(), bounds.response_alone.count(), kExact);
    EXPECT_NEAR(found[i].longest(), bounds.response_alone.count(), kExact);
    EXPECT_NEAR(found[i].response(), bounds.response_alone.count(), kExact);
    double sum = 0;
    for (const models::ResponsePart& part : bounds.parts) sum += part.alone.count();
    EXPECT_NEAR(sum, bounds.response_alone.count(), kExact);
  }
}

class EveryVersion : public testing::TestWithParam<std::string> {};

std::vector<std::string> versions() {
  std::vector<std::string> all;
  for (const auto& each : models::commit_pipelines()) all.push_back(each.version);
  return all;
}

std::string test_name(const testing::TestParamInfo<std::string>& version) {
  std::string name = version.param;
  for (char& c : name) {
    if (c == '-' || c == '.') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(BoundsModel, EveryVersion, testing::ValuesIn(versions()), test_name);

TEST_P(EveryVersion, OneClientPaysTheSumOfItsParts) { expect_alone(cases_of(GetParam(), 1)); }

// Waits for more transactions, which do not come.
TEST(BoundsModel, OneClientPaysTheDelaysOfGroupCommit) {
  Case delayed{"binlog_group_commit_sync_delay", priced_scenario("mysql-8.4", 1)};
  tests::source_of(delayed.scenario).variables.binlog_group_commit_sync_delay = sim::microseconds(1007);
  Case counted{"binlog_group_commit_sync_no_delay_count", delayed.scenario};
  tests::source_of(counted.scenario).variables.binlog_group_commit_sync_no_delay_count = 1;
  Case collecting{"binlog_commit_wait_count", priced_scenario("mariadb-10.11", 1)};
  tests::source_of(collecting.scenario).variables.binlog_commit_wait_count = 2;
  tests::source_of(collecting.scenario).variables.binlog_commit_wait_usec = sim::microseconds(777);
  expect_alone({delayed, counted, collecting});
}

// In the mean over many transactions.
TEST_P(EveryVersion, OneClientPaysAShareOfEveryNthSync) {
  Case third{GetParam(), priced_scenario(GetParam(), 1)};
  tests::source_of(third.scenario).variables.sync_binlog = 3;
  third.scenario.run.duration = sim::Seconds{5};
  const Measured found = laws::measure(third.scenario);
  EXPECT_NEAR(found.response() / models::bounds_of(third.scenario)->response_alone.count(), 1, 1e-3);
}

Case with_semi_sync(const std::string& version, models::WaitPoint wait_point, std::int64_t sync_binlog, bool order_commits) {
  Scenario scenario = priced_scenario(version, 1);
  models::ServerSpec& replica = tests::add_semi_sync_replica(scenario, "replica", laws::priced());
  replica.applies = false;
  replica.variables.sync_relay_log = 1;
  scenario.default_link = tests::link(sim::microseconds(1400), {12.5e6});
  ServerVariables& variables = tests::source_of(scenario).variables;
  variables.rpl_semi_sync_source_wait_point = wait_point;
  variables.sync_binlog = sync_binlog;
  variables.binlog_order_commits = order_commits;
  return {described(version, variables, 1), scenario};
}

TEST_P(EveryVersion, OneClientWaitsForTheWayOfItsAck) {
  std::vector<Case> cases;
  for (const auto wait_point : {models::WaitPoint::after_sync, models::WaitPoint::after_commit}) {
    for (const std::int64_t sync_binlog : {0, 1}) {
      for (const bool order_commits : {true, false}) cases.push_back(with_semi_sync(GetParam(), wait_point, sync_binlog, order_commits));
    }
  }
  expect_alone(cases);
}

// Throughput and response time as a summary has them.
void expect_within(const Case& each, const Measured& found) {
  SCOPED_TRACE(each.name);
  const Bounds bounds = *models::bounds_of(each.scenario);
  const models::Summary summary = models::summarise({found.record});
  for (const models::BoundViolation& violation : models::violations(bounds, summary)) {
    ADD_FAILURE() << violation.found << " is beyond " << violation.bound << ": " << violation.law << ", " << violation.resource;
  }
}

TEST_P(EveryVersion, NeverLeavesItsBounds) {
  for (const std::int64_t clients : {2, 7, 32}) {
    const std::vector<Case> cases = cases_of(GetParam(), clients);
    const std::vector<Measured> found = measure_cases(cases);
    for (std::size_t i = 0; i < cases.size(); ++i) expect_within(cases[i], found[i]);
  }
}

// Few cores, a serial device for both logs, semi-sync, random fsyncs and costs of contention.
TEST_P(EveryVersion, NeverLeavesItsBoundsOnASmallMachine) {
  std::vector<Case> cases;
  for (const std::int64_t clients : {1, 4, 24}) {
    for (const std::int64_t sync_binlog : {1, 10}) {
      Case each = with_semi_sync(GetParam(), models::WaitPoint::after_sync, sync_binlog, true);
      models::ServerSpec& source = tests::source_of(each.scenario);
      source.load = tests::updates(static_cast<int>(clients));
      source.costs.contention_cpu = tests::costing(sim::microseconds(3));
      source.costs.redo_fsync = tests::uniformly(sim::milliseconds(0.5), sim::milliseconds(1.5));
      source.costs.binlog_fsync = tests::uniformly(sim::milliseconds(0.5), sim::milliseconds(3.5));
      each.scenario.hosts[0].second = {2, {{"disk", {true}}}};
      each.name = described(GetParam(), source.variables, clients);
      cases.push_back(each);
    }
  }
  const std::vector<Measured> found = measure_cases(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) expect_within(cases[i], found[i]);
}

// 3 F for equal fsyncs, 2 max(R, B) for very unequal ones, nearly 3 B for B = 2 R, 2 R without binary log.
void expect_estimated(const std::vector<Case>& cases) {
  const std::vector<Measured> found = measure_cases(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].name);
    const models::LoadEstimate estimate = *models::bounds_of(cases[i].scenario)->estimate;
    EXPECT_NEAR(found[i].throughput() / estimate.throughput.value, 1, 0.1);
    EXPECT_NEAR(found[i].response() / estimate.response.count(), 1, 0.1);
    if (!cases[i].scenario.servers.front().second.variables.log_bin) continue;
    EXPECT_NEAR(found[i].group_size() / estimate.group_size, 1, 0.1);
  }
}

TEST_P(EveryVersion, EstimatesThePaceOfItsGroups) {
  std::vector<Case> cases;
  for (const int clients : {1, 2, 16, 64}) {
    for (const auto& [redo, binlog] : {std::pair{1.0, 1.0}, {1.0, 3.0}, {3.0, 1.0}, {1.0, 2.0}, {2.0, 1.0}}) {
      for (const bool log_bin : {true, false}) {
        Setting setting;
        setting.version = GetParam();
        setting.clients = clients;
        setting.redo_fsync = redo;
        setting.binlog_fsync = binlog;
        Scenario scenario = laws::scenario_for(setting);
        scenario.run.duration = sim::Seconds{2};
        tests::source_of(scenario).variables.log_bin = log_bin;
        cases.push_back({fmt::format("{} clients {} R {} B {} log_bin {}", GetParam(), clients, redo, binlog, log_bin), scenario});
      }
    }
  }
  expect_estimated(cases);
}

}  // namespace
