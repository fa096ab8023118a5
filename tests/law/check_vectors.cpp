#include "tests/law/check_vectors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace laws {

using models::Scenario;
using sim::milliseconds;

Scenario scenario_for(const Setting& setting) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(setting.redo_fsync));
  costs.binlog_fsync = tests::costing(milliseconds(setting.binlog_fsync));
  costs.engine_commit_cpu = tests::costing(milliseconds(setting.engine_commit));
  costs.statements.by_kind[0].second =
      tests::uniformly(milliseconds(setting.statement / 2), milliseconds(setting.statement * 1.5));
  Scenario scenario = tests::one_source(costs);
  tests::source_of(scenario).load = tests::updates(setting.clients);
  tests::source_of(scenario).version = setting.version;
  tests::source_of(scenario).variables.innodb_support_xa = setting.innodb_support_xa;
  if (setting.ack > 0) {
    tests::add_semi_sync_replica(scenario, "replica", tests::free_of_charge()).applies = false;
    tests::set_round_trip(scenario, "source", "replica", milliseconds(setting.ack));
    tests::source_of(scenario).variables.rpl_semi_sync_source_wait_point = setting.wait_point;
  }
  scenario.run.warm_up = sim::Seconds{1};
  scenario.run.duration = sim::Seconds{setting.ack > 5 ? 20.0 : 5.0};
  return scenario;
}

std::vector<Measured> measure(const std::vector<Setting>& settings) {
  std::vector<Scenario> scenarios;
  for (const Setting& setting : settings) scenarios.push_back(scenario_for(setting));
  return laws::measure(scenarios);
}

namespace {

std::string described(const Setting& setting) {
  return fmt::format("{} R {} B {} clients {} ACK {} c {} E {}", setting.version, setting.redo_fsync, setting.binlog_fsync, setting.clients,
                     setting.ack, setting.statement, setting.engine_commit);
}

void expect_near(const char* what, double found, double expected, double tolerance) {
  EXPECT_NEAR(found / expected, 1, tolerance) << what << ": found " << found << ", expected " << expected;
}

}  // namespace

void expect(const std::vector<Vector>& vectors, double tolerance) {
  std::vector<Setting> settings;
  for (const Vector& vector : vectors) settings.push_back(vector.setting);
  const std::vector<Measured> found = measure(settings);
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    SCOPED_TRACE(described(vectors[i].setting));
    const Expected& expected = vectors[i].expected;
    expect_near("throughput", found[i].throughput() * 1e-3, expected.throughput, tolerance);
    if (expected.response > 0) expect_near("response", found[i].response() * 1e3, expected.response, tolerance);
    if (expected.group > 0) expect_near("group size", found[i].group_size(), expected.group, tolerance);
  }
}

}  // namespace laws
