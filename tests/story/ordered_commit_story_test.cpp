// MySQL 5.7 ordered commit, told event by event.
#include <gmock/gmock.h>

#include "tests/story/narrator.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::microseconds;
using sim::milliseconds;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using tests::Play;
using tests::Plot;

struct Times {
  double redo_fsync = 0;
  double binlog_fsync = 0;
  double engine_commit = 0;
  double wake_up = 0;
};

models::Scenario source_with(const Times& times) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(times.redo_fsync));
  costs.binlog_fsync = tests::costing(milliseconds(times.binlog_fsync));
  costs.engine_commit_cpu = tests::costing(milliseconds(times.engine_commit));
  costs.wake_up = tests::costing(milliseconds(times.wake_up));
  return tests::one_source(costs);
}

models::ServerVariables& variables(Play& play) { return tests::source_of(play.scenario).variables; }

TEST(OrderedCommitStory, OneTransaction) {
  Play play{source_with({.redo_fsync = 1, .binlog_fsync = 2, .engine_commit = 0.5}), {{"A"}}, {}};
  play.plots = {Plot::stages, Plot::redo_log, Plot::binary_log, Plot::engine, Plot::sessions};
  EXPECT_THAT(
      play.perform(),
      ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0 redo log written", "1 redo log synced",
                  "1 A logged", "1 binary log written up to 1", "1 A leads the sync stage", "1 the sync stage takes A",
                  "3 binary log synced up to 1", "3 binary log published up to 1", "3 A leads the commit stage",
                  "3 the commit stage takes A", "3.5 A visible", "3.5 A answered"));
}

// Flush of one group goes on during the sync of the one before. D leads the flush stage and follows in the sync stage.
TEST(OrderedCommitStory, LeadersAndFollowers) {
  Play play{source_with({.redo_fsync = 0.9, .binlog_fsync = 2, .engine_commit = 0.5}),
            {},
            {Plot::stages, Plot::engine, Plot::sessions}};
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 0.4}, {"D", 1.5}};
  EXPECT_THAT(
      play.perform(),
      ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0.2 B leads the flush stage",
                  "0.4 C follows in the flush stage", "0.9 A leads the sync stage", "0.9 the sync stage takes A",
                  "0.9 the flush stage takes BC", "1.5 D leads the flush stage", "1.8 BC leads the sync stage",
                  "1.8 the flush stage takes D", "2.7 D follows in the sync stage", "2.9 A leads the commit stage",
                  "2.9 the commit stage takes A", "2.9 the sync stage takes BCD", "3.4 A visible", "3.4 A answered",
                  "4.9 BCD leads the commit stage", "4.9 the commit stage takes BCD", "5.4 B visible", "5.9 C visible",
                  "6.4 D visible", "6.4 B answered", "6.4 C answered", "6.4 D answered"));
}

// C leads the sync stage and becomes a follower in the commit stage, where B waits for A's storage engine commit.
TEST(OrderedCommitStory, SyncLeaderFollowsInTheCommitStage) {
  Play play{source_with({.redo_fsync = 0.3, .binlog_fsync = 0.5, .engine_commit = 2}),
            {},
            {Plot::stages, Plot::engine, Plot::sessions}};
  play.entrances = {{"A", 0}, {"B", 0.6}, {"C", 1.6}};
  EXPECT_THAT(play.perform(),
              ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0.3 A leads the sync stage",
                          "0.3 the sync stage takes A", "0.6 B leads the flush stage", "0.6 the flush stage takes B",
                          "0.8 A leads the commit stage", "0.8 the commit stage takes A", "0.9 B leads the sync stage",
                          "0.9 the sync stage takes B", "1.4 B leads the commit stage", "1.6 C leads the flush stage",
                          "1.6 the flush stage takes C", "1.9 C leads the sync stage", "1.9 the sync stage takes C",
                          "2.4 C follows in the commit stage", "2.8 A visible", "2.8 A answered",
                          "2.8 the commit stage takes BC", "4.8 B visible", "6.8 C visible", "6.8 B answered",
                          "6.8 C answered"));
}

// Who sleeps for a mutex runs a wake-up after it was free, and followers a wake-up after the broadcast. The queue grows
// meanwhile: C comes while B is waking up.
TEST(OrderedCommitStory, WakeUpsTakeTime) {
  Play play{source_with({.redo_fsync = 1, .binlog_fsync = 2, .wake_up = 0.1}), {}, {Plot::stages, Plot::sessions}};
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 1.05}};
  EXPECT_THAT(play.perform(),
              ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0.2 B leads the flush stage",
                          "1 A leads the sync stage", "1 the sync stage takes A", "1.05 C follows in the flush stage",
                          "1.1 the flush stage takes BC", "2.1 BC leads the sync stage", "3 A leads the commit stage",
                          "3 the commit stage takes A", "3 A answered", "3.1 the sync stage takes BC",
                          "5.1 BC leads the commit stage", "5.1 the commit stage takes BC", "5.1 B answered",
                          "5.2 C answered"));
}

// ---- when dump threads may read ----

TEST(OrderedCommitStory, PublishesAfterTheSyncWithSyncBinlog1) {
  Play play{source_with({.redo_fsync = 1, .binlog_fsync = 2}), {{"A"}}, {Plot::binary_log}};
  EXPECT_THAT(play.perform(), ElementsAre("1 A logged", "1 binary log written up to 1", "3 binary log synced up to 1",
                                          "3 binary log published up to 1"));
}

TEST(OrderedCommitStory, PublishesAfterTheWriteOtherwise) {
  Play play{source_with({.redo_fsync = 1, .binlog_fsync = 2}), {{"A"}, {"B", 10}}, {Plot::binary_log}};
  variables(play).sync_binlog = 0;
  EXPECT_THAT(play.perform(),
              ElementsAre("1 A logged", "1 binary log written up to 1", "1 binary log published up to 1", "11 B logged",
                          "11 binary log written up to 2", "11 binary log published up to 2"));
  variables(play).sync_binlog = 2;
  EXPECT_THAT(
      play.perform(),
      ElementsAre("1 A logged", "1 binary log written up to 1", "1 binary log published up to 1", "11 B logged",
                  "11 binary log written up to 2", "11 binary log published up to 2", "13 binary log synced up to 2"));
}

// ---- sync delay ----

// Everything is free but the delay: B to D join the queue that A leads.
Play delayed(sim::Seconds delay) {
  Play play{source_with({}), {{"A"}}, {Plot::stages}};
  variables(play).binlog_group_commit_sync_delay = delay;
  return play;
}

TEST(OrderedCommitStory, SyncDelayGathersAGroup) {
  Play play = delayed(milliseconds(1));
  play.entrances = {{"A", 0}, {"B", 0.25}, {"C", 0.95}, {"D", 1.05}};
  play.plots = {Plot::stages};
  const auto lines = play.perform();
  EXPECT_THAT(lines, Contains("0 A leads the sync stage"));
  EXPECT_THAT(lines, Contains("0.95 C follows in the sync stage"));
  EXPECT_THAT(lines, Contains("1 the sync stage takes ABC"));
  EXPECT_THAT(lines, Contains("2.05 the sync stage takes D"));
}

// Ten naps, whatever the rounding, and every one ends a wake-up late.
TEST(OrderedCommitStory, SyncDelayTakesTenTicks) {
  EXPECT_THAT(delayed(milliseconds(100)).perform(), Contains("100 the sync stage takes A"));
  EXPECT_THAT(delayed(microseconds(30)).perform(), Contains("0.03 the sync stage takes A"));
  Play late = delayed(milliseconds(1));
  tests::source_of(late.scenario).costs.wake_up = tests::costing(milliseconds(0.05));
  EXPECT_THAT(late.perform(), Contains("1.5 the sync stage takes A"));
}

// A nap is a tenth of the delay in whole microseconds, and one at least.
TEST(OrderedCommitStory, SyncDelayCountsWholeMicroseconds) {
  EXPECT_THAT(delayed(microseconds(5)).perform(), Contains("0.005 the sync stage takes A"));
  EXPECT_THAT(delayed(microseconds(25)).perform(), Contains("0.026 the sync stage takes A"));
}

// Three are there at 0.42, seen at the tick of 0.5; D has come in between.
TEST(OrderedCommitStory, NoDelayCountIsLookedAtAtTicksOnly) {
  Play play = delayed(milliseconds(1));
  variables(play).binlog_group_commit_sync_no_delay_count = 3;
  play.entrances = {{"A", 0}, {"B", 0.25}, {"C", 0.42}, {"D", 0.47}, {"E", 0.55}};
  const auto lines = play.perform();
  EXPECT_THAT(lines, Contains("0.5 the sync stage takes ABCD"));
  EXPECT_THAT(lines, Contains("1.55 the sync stage takes E"));
}

TEST(OrderedCommitStory, NoDelayCountOfOneMeansNoDelay) {
  Play play = delayed(milliseconds(1));
  variables(play).binlog_group_commit_sync_no_delay_count = 1;
  EXPECT_THAT(play.perform(), Contains("0 the sync stage takes A"));
}

// The delay belongs to groups that sync; sync_binlog=0 counts as always.
TEST(OrderedCommitStory, SyncDelayOnlyBeforeASync) {
  Play play = delayed(milliseconds(1));
  play.entrances = {{"A", 0}, {"B", 10}, {"C", 20}};
  variables(play).sync_binlog = 3;
  const auto lines = play.perform();
  EXPECT_THAT(lines, Contains("0 the sync stage takes A"));
  EXPECT_THAT(lines, Contains("10 the sync stage takes B"));
  EXPECT_THAT(lines, Contains("21 the sync stage takes C"));
  variables(play).sync_binlog = 0;
  EXPECT_THAT(play.perform(), Contains("1 the sync stage takes A"));
}

// ---- binlog_order_commits=OFF ----

// No commit stage: the sync leader wakes the followers, and every session commits its own transaction.
TEST(OrderedCommitStory, WithoutOrder) {
  Play play{source_with({.redo_fsync = 1, .binlog_fsync = 2, .engine_commit = 0.5, .wake_up = 0.1}), {}, {}};
  play.plots = {Plot::stages, Plot::engine, Plot::sessions};
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 0.4}};
  variables(play).binlog_order_commits = false;
  EXPECT_THAT(play.perform(),
              ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0.2 B leads the flush stage",
                          "0.4 C follows in the flush stage", "1 A leads the sync stage", "1 the sync stage takes A",
                          "1.1 the flush stage takes BC", "2.1 BC leads the sync stage", "3.1 the sync stage takes BC",
                          "3.5 A visible", "3.5 A answered", "5.6 B visible", "5.6 B answered", "5.7 C visible",
                          "5.7 C answered"));
}

// ---- redo log ----

TEST(OrderedCommitStory, RedoLogByTheBackground) {
  Play play{source_with({.redo_fsync = 1}), {{"A"}, {"B", 2500}}, {Plot::redo_log, Plot::sessions}, 5000};
  variables(play).innodb_flush_log_at_timeout = sim::Seconds{1};
  variables(play).innodb_flush_log_at_trx_commit = 0;
  EXPECT_THAT(play.perform(), ElementsAre("0 A answered", "1000 redo log written", "1001 redo log synced",
                                          "2500 B answered", "3001 redo log written", "3002 redo log synced"));
  variables(play).innodb_flush_log_at_trx_commit = 2;
  // The commit record comes after the write of the prepare record, and waits for the background.
  EXPECT_THAT(play.perform(), ElementsAre("0 redo log written", "0 A answered", "1000 redo log written", "1001 redo log synced",
                                          "2500 redo log written", "2500 B answered", "3001 redo log written",
                                          "3002 redo log synced"));
}

// Without binary log: visible first, durable then. B and C wait for A's flush, which does not cover them, and share one.
TEST(OrderedCommitStory, WithoutBinaryLog) {
  Play play{source_with({.redo_fsync = 1}), {}, {Plot::redo_log, Plot::engine, Plot::sessions}};
  variables(play).log_bin = false;
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 0.4}, {"D", 1.5}};
  EXPECT_THAT(play.perform(),
              ElementsAre("0 A visible", "0 redo log written", "0.2 B visible", "0.4 C visible", "1 redo log synced",
                          "1 A answered", "1 redo log written", "1.5 D visible", "2 redo log synced", "2 B answered",
                          "2 C answered", "2 redo log written", "3 redo log synced", "3 D answered"));
}

}  // namespace
