// Transactions that want the same row: the rate is one over the time for which its lock is held, which depends on where the
// version's pipeline frees it.
#include <gtest/gtest.h>

#include <string>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;

// 16 clients, all changing one row; redo and binary log fsyncs of 1 ms, 0.1 ms to change the row.
models::Scenario one_hot_row(const std::string& version) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1));
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.1));
  models::Scenario scenario = tests::updates_on(version, 16, costs, sim::Seconds{0.5}, sim::Seconds{5});
  tests::source_of(scenario).load->hot_rows = {1, 1};
  return scenario;
}

double held_ms(const models::Scenario& scenario) { return 1e3 / laws::measure(scenario).throughput(); }

// With the binary log the lock is freed after both fsyncs.
TEST(HotRowsModel, TheLockIsHeldThroughTheFsyncs) {
  for (const char* version : {"mysql-5.6", "mysql-5.7", "mysql-8.4", "mariadb-10.11"}) {
    EXPECT_NEAR(held_ms(one_hot_row(version)), 0.1 + 1 + 1, 0.02) << version;
  }
}

// 5.5 frees it before the redo flush of the commit; but that keeps the next transaction's prepare waiting, all but the 0.1 ms
// that changing the row takes. The builtin InnoDB frees it before that flush as well, and prepares behind its mutex.
TEST(HotRowsModel, TheNextOneWaitsForTheLastFlushInOlderVersions) {
  for (const char* version : {"mysql-5.5", "mysql-5.1"}) EXPECT_NEAR(held_ms(one_hot_row(version)), 3, 0.02) << version;
}

// Without binary log it is freed before the fsync: no limit but the row's own 0.1 ms and the group commit of 16 clients.
TEST(HotRowsModel, WithoutBinaryLogTheLockIsFreedFirst) {
  models::Scenario scenario = one_hot_row("mysql-5.7");
  tests::source_of(scenario).variables.log_bin = false;
  EXPECT_LT(held_ms(scenario), 0.2);
}

// AFTER_SYNC holds it for the ACK, AFTER_COMMIT does not.
TEST(HotRowsModel, TheWaitPointDecidesAboutTheAck) {
  models::Scenario scenario = one_hot_row("mysql-5.7");
  tests::add_semi_sync_replica(scenario, "replica", tests::free_of_charge()).applies = false;
  tests::set_round_trip(scenario, "source", "replica", milliseconds(5));
  EXPECT_NEAR(held_ms(scenario), 0.1 + 1 + 1 + 5, 0.05);
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_point = models::WaitPoint::after_commit;
  EXPECT_NEAR(held_ms(scenario), 0.1 + 1 + 1, 0.05);
}

// Half of the transactions want one of two rows: each row serves a quarter.
TEST(HotRowsModel, ASharePaysForIt) {
  models::Scenario scenario = one_hot_row("mysql-5.7");
  tests::source_of(scenario).load->hot_rows = {2, 0.5};
  const auto found = laws::measure(scenario);
  EXPECT_GT(found.part(models::Part::lock_wait), 0);
  EXPECT_GT(found.throughput(), 1.5 / 2.1e-3);
  EXPECT_LT(found.throughput(), 4.2 / 2.1e-3);
}

// MariaDB's leader does not wait for more commits once a transaction in its queue keeps another session waiting for a row:
// the hot row's rate is that of the fsyncs, not one in 100 ms. It does wait where nobody wants the row.
TEST(HotRowsModel, AWaiterForTheRowEndsTheWaitForMoreCommits) {
  models::Scenario scenario = one_hot_row("mariadb-10.11");
  models::ServerSpec& source = tests::source_of(scenario);
  source.variables.binlog_commit_wait_count = 100;
  source.variables.binlog_commit_wait_usec = milliseconds(100);
  EXPECT_NEAR(held_ms(scenario), 0.1 + 1 + 1, 0.02);
  source.load->hot_rows = {0, 0};
  EXPECT_NEAR(held_ms(scenario), (0.1 + 1 + 1 + 100) / 16, 0.1);
}

// Who comes to want the row while the leader waits ends the wait as well: the second client reads for 30 ms first.
TEST(HotRowsModel, AWaiterThatComesLaterEndsTheWaitToo) {
  models::Scenario scenario = one_hot_row("mariadb-10.11");
  models::ServerSpec& source = tests::source_of(scenario);
  source.variables.binlog_commit_wait_count = 100;
  source.variables.binlog_commit_wait_usec = milliseconds(100);
  source.costs.statements.by_kind.push_back({"read", tests::costing(milliseconds(30))});
  const models::Statement read{"read", models::StatementClass::read, 1, 0, {}, {}, 0};
  source.load->profile.transaction.insert(source.load->profile.transaction.begin(), read);
  const double alone = 30 + 0.1 + 1 + 1 + 100;
  scenario.run.duration = sim::Seconds{100};
  source.load->threads = 1;
  EXPECT_NEAR(held_ms(scenario), alone, 0.2);
  source.load->threads = 2;
  EXPECT_LT(held_ms(scenario), 0.4 * alone);
}

}  // namespace
