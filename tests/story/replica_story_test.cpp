// The replica's side: receiver, relay log, applier; event by event.
#include <gmock/gmock.h>

#include "tests/story/narrator.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;
using testing::ElementsAre;
using tests::Play;
using tests::Plot;

// One asynchronous replica with these costs, 1 ms away; the source's commits are free.
Play replica_with(const models::CostProfile& costs) {
  Play play{tests::one_source(tests::free_of_charge()), {{"A"}}, {Plot::replication}};
  tests::add_replica(play.scenario, "replica", costs);
  tests::set_round_trip(play.scenario, "source", "replica", milliseconds(2));
  return play;
}

models::CostProfile relay_log_costs() {
  models::CostProfile costs = tests::free_of_charge();
  costs.relay_log_write = tests::costing(milliseconds(0.1));
  costs.relay_log_fsync = tests::costing(milliseconds(1));
  return costs;
}

// An fsync after every one of the four events.
TEST(ReplicaStory, SyncRelayLog1SyncsEveryEvent) {
  Play play = replica_with(relay_log_costs());
  replica(play).variables.sync_relay_log = 1;
  EXPECT_THAT(play.perform(), ElementsAre("0 replica sent up to 1", "5.4 replica relay log written up to 1",
                                          "5.4 replica applied transaction 1"));
}

// After the third event of A, and after the sixth in all, the second of B.
TEST(ReplicaStory, SyncRelayLogCountsEvents) {
  Play play = replica_with(relay_log_costs());
  replica(play).variables.sync_relay_log = 3;
  replica(play).applies = false;
  play.entrances = {{"A", 0}, {"B", 10}, {"C", 20}};
  EXPECT_THAT(play.perform(), ElementsAre("0 replica sent up to 1", "2.4 replica relay log written up to 1",
                                          "10 replica sent up to 2", "12.4 replica relay log written up to 2",
                                          "20 replica sent up to 3", "23.4 replica relay log written up to 3"));
}

TEST(ReplicaStory, SyncRelayLog0NeverSyncs) {
  Play play = replica_with(relay_log_costs());
  replica(play).variables.sync_relay_log = 0;
  EXPECT_THAT(play.perform(), ElementsAre("0 replica sent up to 1", "1.4 replica relay log written up to 1",
                                          "1.4 replica applied transaction 1"));
}

// The receiver takes one packet after the other, while the applier is at work.
TEST(ReplicaStory, ReceiverIsSerial) {
  Play play = replica_with(relay_log_costs());
  replica(play).variables.sync_relay_log = 1;
  replica(play).costs.apply_transaction_cpu = tests::costing(milliseconds(2));
  play.entrances = {{"A", 0}, {"B", 1}};
  EXPECT_THAT(play.perform(),
              ElementsAre("0 replica sent up to 1", "1 replica sent up to 2", "5.4 replica relay log written up to 1",
                          "7.4 replica applied transaction 1", "9.8 replica relay log written up to 2",
                          "11.8 replica applied transaction 2"));
}

models::CostProfile applier_costs() {
  models::CostProfile costs = tests::free_of_charge();
  costs.apply_transaction_cpu = tests::costing(milliseconds(0.4));
  costs.apply_row_cpu = tests::costing(milliseconds(0.1));
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(2));
  return costs;
}

// A single applier commits one transaction after the other, each by itself: 0.5 + R, whatever the groups on the source.
TEST(ReplicaStory, ApplierWithoutBinaryLog) {
  Play play = replica_with(applier_costs());
  play.entrances = {{"A"}, {"B"}, {"C"}};
  play.plots = {Plot::replication, Plot::redo_log};
  play.scenario.servers.front().second.variables.innodb_flush_log_at_trx_commit = 0;
  EXPECT_THAT(
      play.perform(),
      ElementsAre("0 replica sent up to 3", "1 replica relay log written up to 3", "1.5 replica redo log written",
                  "2.5 replica redo log synced", "2.5 replica applied transaction 1", "3 replica redo log written",
                  "4 replica redo log synced", "4 replica applied transaction 2", "4.5 replica redo log written",
                  "5.5 replica redo log synced", "5.5 replica applied transaction 3"));
}

// With log_replica_updates the whole commit pipeline of the replica, a group of one: 0.5 + R + B.
TEST(ReplicaStory, ApplierWithBinaryLog) {
  Play play = replica_with(applier_costs());
  replica(play).variables.log_bin = replica(play).variables.log_replica_updates = true;
  play.entrances = {{"A"}, {"B"}};
  play.plots = {Plot::replication, Plot::binary_log, Plot::engine};
  const auto lines = play.perform();
  std::vector<std::string> of_replica;
  for (const std::string& line : lines) {
    if (line.find(" replica ") != std::string::npos && line.find("sent") == std::string::npos)
      of_replica.push_back(line);
  }
  EXPECT_THAT(of_replica, ElementsAre("1 replica relay log written up to 2", "2.5 replica ? logged",
                                      "2.5 replica binary log written up to 1", "4.5 replica binary log synced up to 1",
                                      "4.5 replica binary log published up to 1", "4.5 replica ? visible",
                                      "4.5 replica applied transaction 1", "6 replica ? logged",
                                      "6 replica binary log written up to 2", "8 replica binary log synced up to 2",
                                      "8 replica binary log published up to 2", "8 replica ? visible",
                                      "8 replica applied transaction 2"));
}

TEST(ReplicaStory, LagOptimisedReplicaSyncsNothing) {
  Play play = replica_with(applier_costs());
  replica(play).variables.innodb_flush_log_at_trx_commit = 2;
  replica(play).variables.sync_binlog = 0;
  replica(play).variables.log_bin = true;
  EXPECT_THAT(play.perform(), ElementsAre("0 replica sent up to 1", "1 replica relay log written up to 1",
                                          "1.5 replica applied transaction 1"));
}

// What the dump thread has read is sent in one go, and what has come meanwhile in the next.
TEST(ReplicaStory, DumpThreadSendsWhatIsThere) {
  Play play = replica_with(tests::free_of_charge());
  play.scenario.servers.front().second.costs.dump_thread_cpu = tests::costing(milliseconds(0.5));
  replica(play).applies = false;
  play.entrances = {{"A", 0}, {"B", 0.5}, {"C", 1.5}, {"D", 7}};
  EXPECT_THAT(play.perform(), ElementsAre("2 replica sent up to 1", "3 replica relay log written up to 1",
                                          "6 replica sent up to 3", "7 replica relay log written up to 3",
                                          "9 replica sent up to 4", "10 replica relay log written up to 4"));
}

}  // namespace
