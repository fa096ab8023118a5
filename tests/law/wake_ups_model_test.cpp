// One condition variable for the followers of all commit groups: how many wake-ups are for nothing, and what they cost.
#include <gtest/gtest.h>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using sim::milliseconds;

double wake_ups_per_follower(const Measured& found) {
  const models::ServerRecord& server = found.record.servers.front();
  return static_cast<double>(server.follower_wake_ups) / static_cast<double>(server.useful_wake_ups);
}

models::Scenario updates_on(const std::string& version, int clients, std::int64_t sync_binlog, double fsync_ms) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(fsync_ms));
  models::Scenario scenario = tests::updates_on(version, clients, costs, sim::Seconds{0.2}, sim::Seconds{1});
  tests::source_of(scenario).variables.sync_binlog = sync_binlog;
  return scenario;
}

// As published: 500 clients at about 20000 transactions per second, whose response times are hardly made of the commit; fsyncs as
// of a fast flash.
models::Scenario tpcc(const std::string& version, std::int64_t sync_binlog, double fsync_ms) {
  models::Scenario scenario = updates_on(version, 500, sync_binlog, fsync_ms);
  models::CostProfile& costs = tests::source_of(scenario).costs;
  costs.client_round_trip = tests::uniformly(milliseconds(12), milliseconds(36));
  costs.flush_stage_cpu = costs.engine_commit_cpu = tests::costing(milliseconds(0.004));
  costs.wake_up = tests::costing(milliseconds(0.05));
  return scenario;
}

// About half of the wake-ups are for nothing. Published: 1.9 per follower, 52.7 % useful; how durable it was is not told.
TEST(WakeUpsModel, AboutHalfAreForNothing) {
  for (const std::int64_t sync_binlog : {0, 1}) {
    for (const double fsync : {0.05, 0.2}) {
      const double useful = 1 / wake_ups_per_follower(laws::measure(tpcc("mysql-8.0.30", sync_binlog, fsync)));
      EXPECT_NEAR(useful, 0.527, 0.15) << sync_binlog << ", " << fsync << " ms";
    }
  }
}

// With long fsyncs one group is in the sync stage and one in the flush stage when a follower comes: both wake it, then its own.
TEST(WakeUpsModel, EachGroupUnderWayWakesOnce) {
  const auto wake_ups = [](std::int64_t sync_binlog) {
    models::Scenario scenario = updates_on("mysql-5.7", 24, sync_binlog, 1);
    tests::source_of(scenario).costs.client_round_trip = tests::uniformly(milliseconds(0.05), milliseconds(0.15));
    return wake_ups_per_follower(laws::measure(scenario));
  };
  EXPECT_NEAR(wake_ups(1), 3, 0.05);
  EXPECT_NEAR(wake_ups(0), 2, 0.05);
}

// MariaDB wakes each session by itself.
TEST(WakeUpsModel, MariadbHasNoBroadcast) {
  const Measured found = laws::measure(tpcc("mariadb-10.11", 1, 0.2));
  EXPECT_GT(found.group_size(), 2);
  EXPECT_EQ(found.record.servers.front().follower_wake_ups, 0);
}

// Every wake-up of a follower takes CPU, one for nothing too; leaders add at most one for the mutex of each of three stages.
TEST(WakeUpsModel, EveryWakeUpTakesCpu) {
  models::Scenario scenario = tpcc("mysql-5.7", 1, 0.2);
  const double others = 0.004 + 0.004;
  const double context_switch = 0.02;
  tests::source_of(scenario).costs.context_switch_cpu = tests::costing(milliseconds(context_switch));
  const Measured found = laws::measure(scenario);
  const double used = found.record.hosts.front().cpu_used * 1e3 / found.transactions();
  const double wake_ups = (used - others) / context_switch;
  const double of_followers = static_cast<double>(found.record.servers.front().follower_wake_ups) / found.transactions();
  EXPECT_GT(wake_ups, of_followers * 0.99);
  EXPECT_LT(wake_ups, of_followers * 1.01 + 3 * found.groups() / found.transactions());
}

}  // namespace
