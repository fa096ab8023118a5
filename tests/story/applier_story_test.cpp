// Which transactions a replica applies at once, and in which order they commit, by scheduler. A row takes 1 ms to apply, and what
// a replica's commit costs is said where it costs anything. On the source, where it matters who committed together, the prepare takes
// 1 ms; the rest and the way are free.
#include <gmock/gmock.h>

#include "tests/story/narrator.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using models::ParallelMode;
using models::ParallelType;
using sim::milliseconds;
using testing::ElementsAre;
using tests::Entrance;
using tests::Play;
using tests::Plot;

models::ServerVariables& source_variables(Play& play) { return play.scenario.servers.front().second.variables; }

Play play_of(const std::string& version, std::vector<Entrance> entrances) {
  models::CostProfile costs = tests::free_of_charge();
  costs.apply_row_cpu = tests::costing(milliseconds(1));
  Play play{tests::one_source(tests::free_of_charge()), std::move(entrances), {Plot::replication}};
  tests::source_of(play.scenario).version = version;
  tests::add_replica(play.scenario, "replica", costs).version = version;
  return play;
}

// Who begins before another one's prepare is over is independent of it.
Play with_overlap(Play play) {
  play.scenario.servers.front().second.costs.prepare_cpu = tests::costing(milliseconds(1));
  return play;
}

Play mysql(ParallelType type, std::int64_t workers, std::vector<Entrance> entrances) {
  Play play = play_of("mysql-5.7", std::move(entrances));
  replica(play).variables.replica_parallel_type = type;
  replica(play).variables.replica_parallel_workers = workers;
  return play;
}

Play mariadb(ParallelMode mode, std::int64_t threads, std::vector<Entrance> entrances) {
  Play play = play_of("mariadb-10.11", std::move(entrances));
  replica(play).variables.slave_parallel_mode = mode;
  replica(play).variables.slave_parallel_threads = threads;
  return play;
}

// "3 ms: 1", in the order in which they have been applied.
std::vector<std::string> applied(const Play& play) {
  const std::string what = " replica applied transaction ";
  std::vector<std::string> lines;
  for (const std::string& line : play.perform()) {
    const auto at = line.find(what);
    if (at != std::string::npos) lines.push_back(line.substr(0, at) + " ms: " + line.substr(at + what.size()));
  }
  return lines;
}

TEST(ApplierStory, TheSqlThreadAppliesOneAfterTheOther) {
  EXPECT_THAT(applied(mysql(ParallelType::logical_clock, 0, {{"A"}, {"B"}, {"C"}})), ElementsAre("1 ms: 1", "2 ms: 2", "3 ms: 3"));
}

// A and B committed together, at 1; C began when both were committed.
TEST(ApplierStory, LogicalClockAppliesTogetherWhatCommittedTogether) {
  const Play play = with_overlap(mysql(ParallelType::logical_clock, 4, {{"A", 0, 3}, {"B", 0, 2}, {"C", 1.5}}));
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 2", "4 ms: 1", "5 ms: 3"));
}

TEST(ApplierStory, LogicalClockWaitsForAFreeWorker) {
  const Play play = with_overlap(mysql(ParallelType::logical_clock, 2, {{"A"}, {"B", 0, 3}, {"C"}}));
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 1", "3 ms: 3", "4 ms: 2"));
}

// C began after B: B is done at 2, but A is not. The low-water mark stays below B, and D waits behind C.
TEST(ApplierStory, LogicalClockIsHeldUpByTheSlowestOfAGroup) {
  const Play play = with_overlap(mysql(ParallelType::logical_clock, 4, {{"A", 0, 5}, {"B"}, {"C", 1.5}, {"D", 1.5}}));
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 2", "6 ms: 1", "7 ms: 3", "7 ms: 4"));
}

// A new binary log file is a barrier: every transaction fills one here.
TEST(ApplierStory, LogicalClockWaitsForAllAtANewFile) {
  Play play = mysql(ParallelType::logical_clock, 4, {{"A", 0, 3}, {"B", 0.5}});
  source_variables(play).binlog_transaction_dependency_tracking = models::DependencyTracking::writeset;
  source_variables(play).max_binlog_size = tests::kBinlog;
  play.entrances[0].changed = {1, 2, 3};
  play.entrances[1].changed = {4};
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "4 ms: 2"));
}

// B and C are ready at 2 and wait for their turn; they enrol when A does, at 4, and are synced together behind it.
TEST(ApplierStory, PreserveCommitOrderMakesAGroupOfThoseThatAreReady) {
  Play play = with_overlap(mysql(ParallelType::logical_clock, 4, {{"A", 0, 3}, {"B"}, {"C"}}));
  replica(play).variables.log_bin = replica(play).variables.log_replica_updates = true;
  replica(play).variables.replica_preserve_commit_order = true;
  replica(play).costs.binlog_fsync = tests::costing(milliseconds(2));
  EXPECT_THAT(applied(play), ElementsAre("6 ms: 1", "8 ms: 2", "8 ms: 3"));
}

// Before 8.0.19 the order is not kept without a binary log.
TEST(ApplierStory, PreserveCommitOrderWithoutBinaryLog) {
  Play play = with_overlap(mysql(ParallelType::logical_clock, 4, {{"A", 0, 3}, {"B"}}));
  replica(play).variables.replica_preserve_commit_order = true;
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 2", "4 ms: 1"));
  replica(play).version = "mysql-8.0.30";
  EXPECT_THAT(applied(play), ElementsAre("4 ms: 1", "4 ms: 2"));
}

// With WRITESET B may overtake, unless it changes the same row.
TEST(ApplierStory, WritesetLetsStrangersOvertake) {
  Play play = mysql(ParallelType::logical_clock, 4, {{"A", 0, 3, {1, 2, 3}}, {"B", 0.5, 1, {4}}, {"C", 1, 1, {3}}});
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "4 ms: 2", "5 ms: 3"));
  source_variables(play).binlog_transaction_dependency_tracking = models::DependencyTracking::writeset;
  EXPECT_THAT(applied(play), ElementsAre("1.5 ms: 2", "3 ms: 1", "4 ms: 3"));
}

// The history has room for A's rows: B begins it anew and is not known to be a stranger to what comes after.
TEST(ApplierStory, AFullWritesetHistoryIsABarrier) {
  Play play = mysql(ParallelType::logical_clock, 4, {{"A", 0, 3, {1, 2, 3}}, {"B", 0.5, 3, {4, 5, 6}}, {"C", 1, 1, {7}}});
  source_variables(play).binlog_transaction_dependency_tracking = models::DependencyTracking::writeset;
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 3", "3 ms: 1", "3.5 ms: 2"));
  source_variables(play).binlog_transaction_dependency_history_size = 3;
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "3.5 ms: 2", "4.5 ms: 3"));
}

// A transaction of one session keeps behind the one before. All entrances are one session here.
TEST(ApplierStory, WritesetSessionKeepsTheOrderOfASession) {
  Play play = mysql(ParallelType::logical_clock, 4, {{"A", 0, 3, {1, 2, 3}}, {"B", 0.5, 1, {4}}});
  source_variables(play).binlog_transaction_dependency_tracking = models::DependencyTracking::writeset_session;
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "4 ms: 2"));
}

// C goes to the worker that has A; a group of the source is nothing to go by.
TEST(ApplierStory, DatabaseAppliesSchemasAtOnce) {
  const Play play = mysql(ParallelType::database, 4, {{"A", 0, 2, {}, 1}, {"B", 0, 1, {}, 2}, {"C", 0.5, 1, {}, 1}, {"D", 0.5, 1, {}, 3}});
  EXPECT_THAT(applied(play), ElementsAre("1 ms: 2", "1.5 ms: 4", "2 ms: 1", "3 ms: 3"));
}

TEST(ApplierStory, DatabaseGainsNothingWithOneSchema) {
  EXPECT_THAT(applied(mysql(ParallelType::database, 4, {{"A"}, {"B"}, {"C"}})), ElementsAre("1 ms: 1", "2 ms: 2", "3 ms: 3"));
}

// Events of all queues together: B has to wait until A is done. Without the limit both are applied at once.
TEST(ApplierStory, PendingJobsHaveALimit) {
  Play play = with_overlap(mysql(ParallelType::logical_clock, 4, {{"A", 0, 2}, {"B"}}));
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 2", "3 ms: 1"));
  replica(play).variables.replica_pending_jobs_size_max = tests::kBinlog;
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "4 ms: 2"));
}

// A row in a table costs CPU; a file is synced after every second transaction.
TEST(ApplierStory, ThePositionIsPartOfTheTransactionOrAFile) {
  Play play = play_of("mysql-5.7", {{"A"}, {"B"}, {"C"}});
  replica(play).costs.position_table_cpu = tests::costing(milliseconds(0.5));
  replica(play).costs.relay_log_fsync = tests::costing(milliseconds(4));
  replica(play).variables.sync_relay_log_info = 2;
  EXPECT_THAT(applied(play), ElementsAre("1 ms: 1", "6 ms: 2", "7 ms: 3"));
  replica(play).variables.relay_log_info_repository = models::PositionStore::table;
  EXPECT_THAT(applied(play), ElementsAre("1.5 ms: 1", "3 ms: 2", "4.5 ms: 3"));
}

Play with_binlog(Play play) {
  replica(play).variables.log_bin = replica(play).variables.log_replica_updates = true;
  replica(play).costs.binlog_fsync = tests::costing(milliseconds(2));
  return play;
}

// A and B are one group commit; C may begin when both have begun to commit, at 2, and joins the next group.
TEST(ApplierStory, ConservativeBatchesOverlapByTheirCommits) {
  const Play play = with_binlog(mariadb(ParallelMode::conservative, 4, {{"A", 0, 2}, {"B"}, {"C", 0.5}}));
  EXPECT_THAT(applied(play), ElementsAre("4 ms: 1", "4 ms: 2", "6 ms: 3"));
}

// One after the other but for the commits: B begins when A begins its commit at 1, and C at 2; it is just too late for B's group.
TEST(ApplierStory, MinimalOverlapsCommitsAlone) {
  const Play play = with_binlog(mariadb(ParallelMode::minimal, 4, {{"A"}, {"B"}, {"C"}}));
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "5 ms: 2", "7 ms: 3"));
}

// All begin at once. B and C are ready before A, which enrols them with itself.
TEST(ApplierStory, OptimisticBeginsAtOnce) {
  const Play play = with_binlog(mariadb(ParallelMode::optimistic, 4, {{"A", 0, 3}, {"B", 0.5}, {"C", 1}}));
  EXPECT_THAT(applied(play), ElementsAre("5 ms: 1", "5 ms: 2", "5 ms: 3"));
}

// B has row 2 at 0.5 and is ready to commit at 1.5. A wants it at 2: B is rolled back, and begins again when A has committed, at 5.
TEST(ApplierStory, OptimisticRollsBackWhoWasTooEarly) {
  const Play play = with_binlog(mariadb(ParallelMode::optimistic, 4, {{"A", 0, 3, {1, 7, 2}}, {"B", 0.5, 1, {2}}}));
  EXPECT_THAT(applied(play), ElementsAre("5 ms: 1", "8 ms: 2"));
}

// B waits for the row that A has until A has committed.
TEST(ApplierStory, OptimisticWaitsForAnEarlierRow) {
  const Play play = with_binlog(mariadb(ParallelMode::optimistic, 4, {{"A", 0, 2, {1, 2}}, {"B", 0.5, 1, {1}}}));
  EXPECT_THAT(applied(play), ElementsAre("4 ms: 1", "7 ms: 2"));
}

TEST(ApplierStory, DomainsKnowNothingOfEachOther) {
  const Play play = mariadb(ParallelMode::conservative, 4, {{"A", 0, 3, {}, 0, 1}, {"B", 0.5, 1, {}, 0, 2}, {"C", 0.5, 1, {}, 0, 1}});
  EXPECT_THAT(applied(play), ElementsAre("1.5 ms: 2", "3 ms: 1", "4 ms: 3"));
}

// Places are taken in turn: C is queued behind A although the other thread is idle.
TEST(ApplierStory, ThreadsOfMariaDbTakeTurns) {
  const Play play = mariadb(ParallelMode::optimistic, 2, {{"A", 0, 3}, {"B"}, {"C"}});
  EXPECT_THAT(applied(play), ElementsAre("3 ms: 1", "3 ms: 2", "4 ms: 3"));
}

// Whoever sleeps is up 1 ms later, so A, B and C begin at 3; flushes of 2 ms: A's from 4 on, one for B and C from 7 on. D begins when A
// is done, at 6. C has let the next one go by then, so D, which is ready at 8, sleeps until C is up and done, at 10, and flushes from 11
// on. Had it asked in time, it would have waited for the flush alone, and would be done at 12.
TEST(ApplierStory, ALatecomerWaitsForTheWholeCommitBeforeIt) {
  Play play = mariadb(ParallelMode::optimistic, 3, {{"A"}, {"B"}, {"C"}, {"D", 0, 2}});
  replica(play).costs.wake_up = tests::costing(milliseconds(1));
  replica(play).costs.redo_fsync = tests::costing(milliseconds(2));
  EXPECT_THAT(applied(play), ElementsAre("6 ms: 1", "9 ms: 2", "10 ms: 3", "13 ms: 4"));
}

// After B, at 4, the slave background thread deletes two rows, which takes it 2 ms, and flushes the redo log for itself until 7.
TEST(ApplierStory, OldPositionsOfMariaDbAreDeletedInTheBackground) {
  Play play = mariadb(ParallelMode::none, 0, {{"A"}, {"B"}, {"C"}});
  replica(play).costs.redo_fsync = tests::costing(milliseconds(1));
  replica(play).variables.gtid_cleanup_batch_size = 2;
  EXPECT_THAT(applied(play), ElementsAre("2 ms: 1", "4 ms: 2", "6 ms: 3"));
  play.plots = {Plot::redo_log};
  std::vector<std::string> syncs;
  for (const std::string& line : play.perform()) {
    if (line.ends_with("replica redo log synced")) syncs.push_back(line.substr(0, line.find(' ')));
  }
  EXPECT_THAT(syncs, ElementsAre("2", "4", "6", "7"));
}

}  // namespace
