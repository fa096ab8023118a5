// Semi-sync replication where the dump thread reads the ACKs itself (MySQL 5.5 and 5.6), told event by event.
#include <gmock/gmock.h>

#include "tests/story/narrator.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;
using testing::ElementsAre;
using tests::Play;
using tests::Plot;

// A binary log fsync takes 1 ms, an ACK one round trip; all else is free.
Play play_with(const std::string& version, double round_trip, models::CostProfile costs = tests::free_of_charge()) {
  costs.binlog_fsync = tests::costing(milliseconds(1));
  Play play{tests::one_source(costs), {}, {Plot::replication, Plot::sessions}};
  tests::source_of(play.scenario).version = version;
  tests::source_of(play.scenario).variables.rpl_semi_sync_source_wait_point = models::WaitPoint::after_commit;
  tests::add_semi_sync_replica(play.scenario, "replica1", costs).applies = false;
  tests::set_round_trip(play.scenario, "source", "replica1", milliseconds(round_trip));
  play.counters = true;
  return play;
}

// B is in the binary log at 3 and its events leave at 11, when the ACK of A has come.
TEST(StopAndWaitStory, NothingLeavesBeforeTheAckHasCome) {
  Play play = play_with("mysql-5.5", 10);
  play.entrances = {{"A", 0}, {"B", 2}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "6 replica1 relay log written up to 1", "6 replica1 acknowledges 1",
                          "11 ACK 1 from replica 1", "11 replica1 sent up to 2, ACK wanted", "11 A answered",
                          "16 replica1 relay log written up to 2", "16 replica1 acknowledges 2", "21 ACK 2 from replica 1",
                          "21 B answered", "ON: yes_tx 2 no_tx 0 no_times 0 timeouts 0 tx_waits 3 net_waits 2"));
}

// Everything that wakes takes 1 ms for it, an event 0.05 ms of the dump thread, a commit in the storage engine 0.3 ms.
models::CostProfile slow_wake_ups() {
  models::CostProfile costs = tests::free_of_charge();
  costs.wake_up = tests::costing(milliseconds(1));
  costs.dump_thread_cpu = tests::costing(milliseconds(0.05));
  costs.engine_commit_cpu = tests::costing(milliseconds(0.3));
  return costs;
}

// The ACK of A at 24.2 wakes everybody, and B and C are not awake before 25.2. Nobody waits when the dump thread comes to B at
// 24.4, so it asks for the ACK of B.
TEST(StopAndWaitStory, WhileNobodyHasRegisteredAnewTheNextEventWantsItsAck) {
  Play play = play_with("mysql-5.5", 20, slow_wake_ups());
  play.end = 40;
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 5}};
  EXPECT_THAT(play.perform(),
              ElementsAre("2.2 replica1 sent up to 1, ACK wanted", "13.2 replica1 relay log written up to 1",
                          "13.2 replica1 acknowledges 1", "24.2 ACK 1 from replica 1", "24.4 replica1 sent up to 2, ACK wanted",
                          "25.2 A answered", "35.4 replica1 relay log written up to 2", "35.4 replica1 acknowledges 2",
                          "ON: yes_tx 1 no_tx 0 no_times 0 timeouts 0 tx_waits 3 net_waits 2"));
}

// The same with D, who begins to wait at 24.3: its position is now the lowest that anybody waits for. The dump thread finds B and C
// below it and asks for no ACK; they leave together with D, and one ACK is for all three.
TEST(StopAndWaitStory, EventsBelowTheLowestWaitingPositionLeaveUnflagged) {
  Play play = play_with("mysql-5.5", 20, slow_wake_ups());
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 5}, {"D", 23}};
  EXPECT_THAT(play.perform(),
              ElementsAre("2.2 replica1 sent up to 1, ACK wanted", "13.2 replica1 relay log written up to 1",
                          "13.2 replica1 acknowledges 1", "24.2 ACK 1 from replica 1", "24.8 replica1 sent up to 4, ACK wanted",
                          "25.2 A answered", "35.801 replica1 relay log written up to 4", "35.801 replica1 acknowledges 4",
                          "46.801 ACK 4 from replica 1", "47.801 D answered", "47.801 B answered", "47.801 C answered",
                          "ON: yes_tx 4 no_tx 0 no_times 0 timeouts 0 tx_waits 6 net_waits 2"));
}

// As two stories before, with a C library that requeues: A, B and C look one after the other, each 1 ms after the one before. The dump
// thread comes with the first event of B when A has the mutex. It has to wait for all of them and goes on at 28.2 with the other three.
TEST(StopAndWaitStory, WhereABroadcastRequeuesTheDumpThreadWaitsForAllWhoAreWoken) {
  Play play = play_with("mysql-5.5", 20, slow_wake_ups());
  play.scenario.hosts[0].second.broadcast_requeues = true;
  play.end = 45;
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 5}};
  EXPECT_THAT(play.perform(),
              ElementsAre("2.2 replica1 sent up to 1, ACK wanted", "13.2 replica1 relay log written up to 1",
                          "13.2 replica1 acknowledges 1", "24.2 ACK 1 from replica 1", "25.2 A answered",
                          "28.35 replica1 sent up to 2, ACK wanted", "39.35 replica1 relay log written up to 2",
                          "39.35 replica1 acknowledges 2",
                          "ON: yes_tx 1 no_tx 0 no_times 0 timeouts 0 tx_waits 3 net_waits 2"));
}

// In 5.6 B and C, who come during the fsync of A, are one flush group: one ACK, for which the leader waits on behalf of both.
TEST(StopAndWaitStory, AFlushGroupHasOneAck) {
  Play play = play_with("mysql-5.6", 10);
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 0.4}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "6 replica1 relay log written up to 1", "6 replica1 acknowledges 1",
                          "11 ACK 1 from replica 1", "11 replica1 sent up to 3, ACK wanted", "11 A answered",
                          "16 replica1 relay log written up to 3", "16 replica1 acknowledges 3", "21 ACK 3 from replica 1",
                          "21 B answered", "21 C answered", "ON: yes_tx 3 no_tx 0 no_times 0 timeouts 0 tx_waits 2 net_waits 2"));
}

// Up to 5.6.16 the leader lets its group go first, and each of it waits by itself.
TEST(StopAndWaitStory, EachOfAGroupWaitsByItselfUpTo5616) {
  Play play = play_with("mysql-5.6.16", 10);
  play.entrances = {{"A", 0}, {"B", 0.2}, {"C", 0.4}};
  EXPECT_THAT(play.perform(), testing::Contains("ON: yes_tx 3 no_tx 0 no_times 0 timeouts 0 tx_waits 5 net_waits 2"));
}

// With sync_binlog=1 LOCK_log is held during the fsync of C, and the dump thread, which has its ACK at 11, gets at B at 11.5. Without
// an fsync A leaves 1 ms earlier, its ACK comes at 10, and nothing keeps B.
TEST(StopAndWaitStory, TheDumpThreadWaitsForLockLog) {
  models::CostProfile costs = tests::free_of_charge();
  costs.engine_commit_cpu = tests::costing(milliseconds(0.3));
  Play play = play_with("mysql-5.6", 10, costs);
  play.entrances = {{"A", 0}, {"B", 3}, {"C", 10.5}};
  play.end = 20;
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "6 replica1 relay log written up to 1", "6 replica1 acknowledges 1",
                          "11 ACK 1 from replica 1", "11 A answered", "11.5 replica1 sent up to 2, ACK wanted",
                          "16.5 replica1 relay log written up to 2", "16.5 replica1 acknowledges 2",
                          "ON: yes_tx 1 no_tx 0 no_times 0 timeouts 0 tx_waits 1 net_waits 2"));
  tests::source_of(play.scenario).variables.sync_binlog = 0;
  EXPECT_THAT(play.perform(), testing::Contains("10 replica1 sent up to 2, ACK wanted"));
}

// A's timeout of 4 ms releases B with it. The dump thread still waits for the ACK of A, which finds B flushed meanwhile; that of B,
// the newest position, switches on again.
TEST(StopAndWaitStory, AfterATimeoutTheAckOfTheNewestPositionSwitchesOn) {
  Play play = play_with("mysql-5.5", 10);
  tests::source_of(play.scenario).variables.rpl_semi_sync_source_timeout = milliseconds(4);
  play.entrances = {{"A", 0}, {"B", 2}};
  EXPECT_THAT(play.perform(),
              ElementsAre("1 replica1 sent up to 1, ACK wanted", "5 semi-sync off", "5 A answered", "5 B answered",
                          "6 replica1 relay log written up to 1", "6 replica1 acknowledges 1", "11 ACK 1 from replica 1",
                          "11 replica1 sent up to 2, ACK wanted", "16 replica1 relay log written up to 2", "16 replica1 acknowledges 2",
                          "21 ACK 2 from replica 1", "21 semi-sync on",
                          "ON: yes_tx 0 no_tx 2 no_times 1 timeouts 1 tx_waits 1 net_waits 2"));
}

}  // namespace
