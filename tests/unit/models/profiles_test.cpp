// Workload and cost profiles: sums, and how documents give them.
#include <gmock/gmock.h>

#include "models/cost_profile.hpp"
#include "models/workload/workload_profile.hpp"
#include "tests/unit/config/reading.hpp"

namespace {

using models::Cost;
using models::CostProfile;
using models::StatementClass;
using models::WorkloadProfile;
using sim::Bytes;
using sim::test::good;
using testing::HasSubstr;

// The faults of reading the text as T; "" when there are none.
template <class T>
std::string faults_of_reading(const std::string& text, T& value) {
  sim::Diagnostics diagnostics;
  sim::schema_of<T>().bind(good(text), value, diagnostics);
  return sim::test::printed(diagnostics);
}

WorkloadProfile read_write() {
  WorkloadProfile profile;
  profile.transaction = {{"begin", StatementClass::other, 1, 0, {}, {}, 0},
                         {"select", StatementClass::read, 10, 0, {}, {}, 0},
                         {"update", StatementClass::write, 2, 1, Bytes{400}, Bytes{450}, 2},
                         {"bulk", StatementClass::write, 1, 5, Bytes{1000}, Bytes{900}, 3},
                         {"commit", StatementClass::other, 1, 0, {}, {}, 0}};
  profile.transaction_binlog = Bytes{150};
  profile.transaction_binlog_events = 3;
  profile.transaction_redo = Bytes{200};
  return profile;
}

TEST(WorkloadProfile, SumsWhatATransactionWrites) {
  const models::Changes changes = read_write().changes();
  EXPECT_TRUE(changes.any());
  EXPECT_EQ(changes.rows, 2 + 5);
  EXPECT_EQ(changes.redo.count, 2 * 400 + 1000 + 200);
  EXPECT_EQ(changes.binlog.count, 2 * 450 + 900 + 150);
  EXPECT_EQ(changes.binlog_events, 2 * 2 + 3 + 3);
}

TEST(WorkloadProfile, CountsStatementsAsSysbenchDoes) {
  EXPECT_EQ(read_write().statements(StatementClass::read), 10);
  EXPECT_EQ(read_write().statements(StatementClass::write), 3);
  EXPECT_EQ(read_write().statements(StatementClass::other), 2);
}

// What changes no row writes nothing, overheads included.
TEST(WorkloadProfile, ReadOnlyWritesNothing) {
  WorkloadProfile profile = read_write();
  for (models::Statement& statement : profile.transaction) statement.rows = 0;
  profile.transaction[2].redo = profile.transaction[3].redo = {};
  profile.transaction[2].binlog = profile.transaction[3].binlog = {};
  profile.transaction[2].binlog_events = profile.transaction[3].binlog_events = 0;
  const models::Changes changes = profile.changes();
  EXPECT_FALSE(changes.any());
  EXPECT_EQ(changes.redo.count, 0);
  EXPECT_EQ(changes.binlog.count, 0);
  EXPECT_EQ(changes.binlog_events, 0);
}

TEST(WorkloadProfile, ReadsDocuments) {
  WorkloadProfile profile;
  EXPECT_EQ(
      faults_of_reading(
          "name: mine\ntransaction_redo: 200B\ntransaction:\n  - {statement: update, counts_as: write, times: 2, "
          "rows: 1, redo: 1KiB, binlog: 100B, binlog_events: 2}\n",
          profile),
      "");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.changes().redo.count, 2 * 1024 + 200);
  EXPECT_EQ(profile.statements(StatementClass::write), 2);
}

TEST(WorkloadProfile, RefusesWhatCannotBe) {
  WorkloadProfile profile;
  EXPECT_THAT(faults_of_reading("name: mine", profile), HasSubstr("missing required key 'transaction'"));
  EXPECT_THAT(faults_of_reading("transaction: []", profile), HasSubstr("transaction"));
  EXPECT_THAT(faults_of_reading("transaction: [{times: 2}]", profile), HasSubstr("missing required key 'statement'"));
  EXPECT_THAT(faults_of_reading("transaction: [{statement: a, times: 0}]", profile), HasSubstr("times"));
  EXPECT_THAT(faults_of_reading("transaction: [{statement: a, rows: -1}]", profile), HasSubstr("rows"));
  EXPECT_THAT(faults_of_reading("transaction: [{statement: a, rows: 1, redo: 1KiB}]", profile),
              HasSubstr("needs redo, binlog and binlog_events"));
  EXPECT_THAT(faults_of_reading("transaction: [{statement: a, counts_as: reads}]", profile), HasSubstr("did you mean 'read'?"));
}

TEST(CostProfile, ReadsTimesDistributionsAndOrigins) {
  CostProfile costs;
  EXPECT_EQ(faults_of_reading("redo_fsync: 2ms\nbinlog_fsync: {exponential: 3ms}\n"
                   "wake_up: {value: {mean: 10us, cv: 0.5}, origin: measured, standard_error: 1us}\n"
                   "statements: {select: 40us, update: {value: 60us, origin: guess}}\nevent_overhead: 7B\n",
                   costs),
            "");
  EXPECT_DOUBLE_EQ(costs.redo_fsync.mean().count(), 2e-3);
  EXPECT_TRUE(costs.redo_fsync.time.distribution().is_constant());
  EXPECT_DOUBLE_EQ(costs.binlog_fsync.mean().count(), 3e-3);
  EXPECT_FALSE(costs.binlog_fsync.time.distribution().is_constant());
  EXPECT_DOUBLE_EQ(costs.wake_up.mean().count(), 10e-6);
  EXPECT_EQ(costs.wake_up.origin, "measured");
  EXPECT_DOUBLE_EQ(costs.wake_up.standard_error.count(), 1e-6);
  ASSERT_NE(costs.statements.find("update"), nullptr);
  EXPECT_EQ(costs.statements.find("update")->origin, "guess");
  EXPECT_EQ(costs.statements.find("delete"), nullptr);
  EXPECT_EQ(costs.event_overhead.count, 7);
}

// A second document changes what it names: one kind of statement leaves the others, and a new value drops the old origin.
TEST(CostProfile, ASecondDocumentChangesWhatItNames) {
  CostProfile costs;
  EXPECT_EQ(faults_of_reading("redo_fsync: {value: 2ms, origin: measured}\nstatements: {select: 40us, update: 60us}\n", costs),
            "");
  EXPECT_EQ(faults_of_reading("redo_fsync: 5ms\nstatements: {update: 90us, insert: 70us}\n", costs), "");
  EXPECT_EQ(costs.redo_fsync.origin, "");
  EXPECT_DOUBLE_EQ(costs.redo_fsync.mean().count(), 5e-3);
  ASSERT_EQ(costs.statements.by_kind.size(), 3U);
  EXPECT_DOUBLE_EQ(costs.statements.find("select")->mean().count(), 40e-6);
  EXPECT_DOUBLE_EQ(costs.statements.find("update")->mean().count(), 90e-6);
  EXPECT_DOUBLE_EQ(costs.statements.find("insert")->mean().count(), 70e-6);
}

TEST(CostProfile, RefusesWhatCannotBe) {
  CostProfile costs;
  EXPECT_THAT(faults_of_reading("redo_fsync: 2", costs), HasSubstr("redo_fsync"));
  EXPECT_THAT(faults_of_reading("redo_fsync: -2ms", costs), HasSubstr("redo_fsync"));
  EXPECT_THAT(faults_of_reading("redo_fsync: {value: 2ms, origins: x}", costs), HasSubstr("did you mean 'origin'?"));
  EXPECT_THAT(faults_of_reading("redo_fsink: 2ms", costs), HasSubstr("did you mean 'redo_fsync'?"));
  EXPECT_THAT(faults_of_reading("statements: [a]", costs), HasSubstr("statements"));
}

// What is written reads back as the same.
TEST(CostProfile, WritesWhatItReads) {
  CostProfile costs;
  EXPECT_EQ(
      faults_of_reading(
          "redo_fsync: {value: {mean: 1ms, p99: 3ms}, origin: measured}\nstatements: {select: {exponential: 40us}}\n",
          costs),
      "");
  const sim::Json written = sim::schema_of<CostProfile>().write(costs);
  CostProfile again;
  EXPECT_EQ(faults_of_reading(written.dump(), again), "");
  EXPECT_EQ(sim::schema_of<CostProfile>().write(again), written);
  EXPECT_EQ(again.redo_fsync.origin, "measured");
}

}  // namespace
