// Semi-sync replication of MySQL 5.7, told event by event.
#include <gmock/gmock.h>

#include "tests/story/narrator.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using models::WaitPoint;
using sim::milliseconds;
using testing::Contains;
using testing::ElementsAre;
using tests::Play;
using tests::Plot;

// A binary log fsync takes 1 ms, an ACK one round trip; all else is free.
Play play_with(WaitPoint wait_point, const std::vector<double>& round_trips) {
  models::CostProfile costs = tests::free_of_charge();
  costs.binlog_fsync = tests::costing(milliseconds(1));
  Play play{tests::one_source(costs), {}, {Plot::replication, Plot::engine, Plot::sessions}};
  for (std::size_t i = 0; i < round_trips.size(); ++i) {
    const std::string name = "replica" + std::to_string(i + 1);
    tests::add_semi_sync_replica(play.scenario, name, tests::free_of_charge()).applies = false;
    tests::set_round_trip(play.scenario, "source", name, milliseconds(round_trips[i]));
  }
  tests::source_of(play.scenario).variables.rpl_semi_sync_source_wait_point = wait_point;
  return play;
}

models::ServerVariables& play_variables(Play& play) { return tests::source_of(play.scenario).variables; }

TEST(SemiSyncStory, AfterSyncHidesTheTransactionUntilTheAck) {
  Play play = play_with(WaitPoint::after_sync, {4});
  play.entrances = {{"A"}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "3 replica1 relay log written up to 1",
                          "3 replica1 acknowledges 1", "5 ACK 1 from replica 1", "5 A visible", "5 A answered"));
}

TEST(SemiSyncStory, AfterCommitShowsTheTransactionBeforeTheAck) {
  Play play = play_with(WaitPoint::after_commit, {4});
  play.entrances = {{"A"}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 A visible", "1 replica1 sent up to 1, ACK wanted", "3 replica1 relay log written up to 1",
                          "3 replica1 acknowledges 1", "5 ACK 1 from replica 1", "5 A answered"));
}

// With sync_binlog=0 the events are on their way before the sync stage.
TEST(SemiSyncStory, SendsAsSoonAsPublished) {
  Play play = play_with(WaitPoint::after_sync, {4});
  play_variables(play).sync_binlog = 0;
  tests::source_of(play.scenario).costs.sync_stage_cpu = tests::costing(milliseconds(3));
  play.entrances = {{"A"}};
  EXPECT_THAT(play.perform(),
              ElementsAre("0 replica1 sent up to 1, ACK wanted", "2 replica1 relay log written up to 1",
                          "2 replica1 acknowledges 1", "4 ACK 1 from replica 1", "4 A visible", "4 A answered"));
}

// While A waits for its ACK with LOCK_commit, B and C reach the commit queue one after the other and become one batch. One
// position per flush group wants an ACK.
TEST(SemiSyncStory, GroupsMergeBehindTheAck) {
  Play play = play_with(WaitPoint::after_sync, {10});
  play.plots = {Plot::stages, Plot::sessions};
  play.counters = true;
  play.entrances = {{"A", 0}, {"B", 2}, {"C", 4}};
  EXPECT_THAT(
      play.perform(),
      ElementsAre("0 A leads the flush stage", "0 the flush stage takes A", "0 A leads the sync stage",
                  "0 the sync stage takes A", "1 A leads the commit stage", "1 the commit stage takes A",
                  "2 B leads the flush stage", "2 the flush stage takes B", "2 B leads the sync stage",
                  "2 the sync stage takes B", "3 B leads the commit stage", "4 C leads the flush stage",
                  "4 the flush stage takes C", "4 C leads the sync stage", "4 the sync stage takes C",
                  "5 C follows in the commit stage", "11 A answered", "11 the commit stage takes BC", "15 B answered",
                  "15 C answered", "ON: yes_tx 2 no_tx 0 no_times 0 timeouts 0 tx_waits 2 net_waits 3"));
}

// Without order the leaders wait side by side.
TEST(SemiSyncStory, WithoutOrderWaitsOverlap) {
  Play play = play_with(WaitPoint::after_sync, {10});
  play_variables(play).binlog_order_commits = false;
  play.plots = {Plot::sessions};
  play.entrances = {{"A", 0}, {"B", 2}, {"C", 4}};
  EXPECT_THAT(play.perform(), ElementsAre("11 A answered", "13 B answered", "15 C answered"));
}

// ---- the lowest waiting position ----

// A waits for 1 and B for 2. The ACK of 1 releases A and makes way for C, who installs 3: the ACK of 2 then releases
// nobody, and B sleeps on until the ACK of 3.
TEST(SemiSyncStory, AnAckBelowTheLowestWaitingPositionReleasesNobody) {
  Play play = play_with(WaitPoint::after_commit, {10});
  play.plots = {Plot::replication, Plot::sessions};
  play.counters = true;
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 11.5}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "4 replica1 sent up to 2, ACK wanted",
                          "6 replica1 relay log written up to 1", "6 replica1 acknowledges 1",
                          "9 replica1 relay log written up to 2", "9 replica1 acknowledges 2",
                          "11 ACK 1 from replica 1", "11 A answered", "12.5 replica1 sent up to 3, ACK wanted",
                          "14 ACK 2 from replica 1", "17.5 replica1 relay log written up to 3",
                          "17.5 replica1 acknowledges 3", "22.5 ACK 3 from replica 1", "22.5 B answered",
                          "22.5 C answered", "ON: yes_tx 3 no_tx 0 no_times 0 timeouts 0 tx_waits 3 net_waits 3"));
}

// As long as nobody new has come to wait, the old position counts, which every ACK has reached.
TEST(SemiSyncStory, WithoutANewWaiterEveryAckReleases) {
  Play play = play_with(WaitPoint::after_commit, {10});
  play.plots = {Plot::sessions};
  play.entrances = {{"A", 0}, {"B", 3}};
  EXPECT_THAT(play.perform(), ElementsAre("11 A answered", "14 B answered"));
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 13.5}};
  EXPECT_THAT(play.perform(), ElementsAre("11 A answered", "14 B answered", "24.5 C answered"));
}

// ---- several replicas ----

TEST(SemiSyncStory, TwoOfThreeReplicas) {
  Play play = play_with(WaitPoint::after_sync, {2, 6, 20});
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 2;
  play.entrances = {{"A"}};
  play.plots = {Plot::sessions};
  EXPECT_THAT(play.perform(), ElementsAre("7 A answered"));
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 1;
  EXPECT_THAT(play.perform(), ElementsAre("3 A answered"));
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 3;
  EXPECT_THAT(play.perform(), ElementsAre("21 A answered"));
}

// The slow replica's ACK of 1 comes after the fast ones' of 2: it changes nothing.
TEST(SemiSyncStory, LateAcksOfSlowReplicasCountForNothing) {
  Play play = play_with(WaitPoint::after_sync, {2, 6, 20});
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 2;
  play.entrances = {{"A", 0}, {"B", 10}};
  play.plots = {Plot::sessions};
  EXPECT_THAT(play.perform(), ElementsAre("7 A answered", "17 B answered"));
}

// ---- timeout ----

// A waits from 1 on, and its timeout of 5 ms releases B with it. C does not wait; its ACK finds the replica caught up.
TEST(SemiSyncStory, TimeoutSwitchesOffUntilTheReplicaHasCaughtUp) {
  Play play = play_with(WaitPoint::after_commit, {20});
  play_variables(play).rpl_semi_sync_source_timeout = milliseconds(5);
  play.plots = {Plot::replication, Plot::sessions};
  play.counters = true;
  play.end = 40;
  play.entrances = {{"A", 0}, {"B", 2}, {"C", 12}, {"D", 35}};
  EXPECT_THAT(
      play.perform(),
      ElementsAre("1 replica1 sent up to 1, ACK wanted", "3 replica1 sent up to 2, ACK wanted", "6 semi-sync off",
                  "6 A answered", "6 B answered", "11 replica1 relay log written up to 1", "11 replica1 acknowledges 1",
                  "13 C answered", "13 replica1 sent up to 3, ACK wanted", "13 replica1 relay log written up to 2",
                  "13 replica1 acknowledges 2", "21 ACK 1 from replica 1", "23 replica1 relay log written up to 3",
                  "23 replica1 acknowledges 3", "23 ACK 2 from replica 1", "33 ACK 3 from replica 1", "33 semi-sync on",
                  "36 replica1 sent up to 4, ACK wanted",
                  "ON: yes_tx 0 no_tx 3 no_times 1 timeouts 1 tx_waits 1 net_waits 4"));
}

// The timeout counts from the beginning of each wait: ready at the last moment is in time.
TEST(SemiSyncStory, TimeoutIsATightGate) {
  Play play = play_with(WaitPoint::after_sync, {6});
  play.plots = {Plot::sessions};
  play.counters = true;
  play.entrances = {{"A"}};
  play_variables(play).rpl_semi_sync_source_timeout = milliseconds(6.001);
  EXPECT_THAT(play.perform(),
              ElementsAre("7 A answered", "ON: yes_tx 1 no_tx 0 no_times 0 timeouts 0 tx_waits 1 net_waits 1"));
  play_variables(play).rpl_semi_sync_source_timeout = milliseconds(5.999);
  EXPECT_THAT(play.perform(), Contains("6.999 A answered"));
}

// While it is off, only the newest position is asked for, so that nothing that is behind switches on.
TEST(SemiSyncStory, OffAsksOnlyForTheNewestPosition) {
  Play play = play_with(WaitPoint::after_sync, {20});
  play_variables(play).rpl_semi_sync_source_timeout = milliseconds(2);
  play_variables(play).sync_binlog = 0;
  tests::source_of(play.scenario).costs.dump_thread_cpu = tests::costing(milliseconds(0.25));
  play.plots = {Plot::replication};
  play.end = 50;
  play.entrances = {{"A", 0}, {"B", 5}, {"C", 5.5}, {"D", 5.6}};
  const auto lines = play.perform();
  EXPECT_THAT(lines, Contains("2 semi-sync off"));
  EXPECT_THAT(lines, Contains("6 replica1 sent up to 2, ACK wanted"));
  EXPECT_THAT(lines, Contains("8 replica1 sent up to 4, ACK wanted"));
  EXPECT_THAT(lines, Contains("28 semi-sync on"));
}

// Not enough replicas: the first commit waits out the timeout, or nobody ever waits.
TEST(SemiSyncStory, TooFewReplicas) {
  Play play = play_with(WaitPoint::after_sync, {4});
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 2;
  play_variables(play).rpl_semi_sync_source_timeout = milliseconds(50);
  play.plots = {Plot::sessions};
  play.counters = true;
  play.entrances = {{"A", 0}, {"B", 100}};
  EXPECT_THAT(play.perform(), ElementsAre("51 A answered", "101 B answered",
                                          "OFF: yes_tx 0 no_tx 2 no_times 1 timeouts 1 tx_waits 0 net_waits 2"));
  play_variables(play).rpl_semi_sync_source_wait_no_replica = false;
  EXPECT_THAT(play.perform(), ElementsAre("1 A answered", "101 B answered",
                                          "OFF: yes_tx 0 no_tx 2 no_times 0 timeouts 0 tx_waits 0 net_waits 2"));
  play_variables(play).rpl_semi_sync_source_wait_for_replica_count = 1;
  EXPECT_THAT(play.perform(), ElementsAre("5 A answered", "105 B answered",
                                          "ON: yes_tx 2 no_tx 0 no_times 0 timeouts 0 tx_waits 2 net_waits 2"));
}

}  // namespace
