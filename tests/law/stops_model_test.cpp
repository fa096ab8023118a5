// A replica stops for a while: how long commits stand still, and when semi-sync is off and on again.
#include <gmock/gmock.h>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;
using sim::Seconds;

constexpr Seconds kTimeout{0.5};
constexpr Seconds kStop{2};

// A client that needs 2 ms of fsyncs and a round trip of 0.5 ms for each transaction.
models::Scenario drill(Seconds timeout, Seconds round_trip = milliseconds(0.5)) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1));
  models::Scenario scenario = tests::one_source(costs);
  models::ServerSpec& replica = tests::add_semi_sync_replica(scenario, "replica", tests::free_of_charge());
  replica.stops = {{Seconds{1}, kStop}};
  models::ServerSpec& source = tests::source_of(scenario);
  source.load = tests::updates(1);
  source.variables.rpl_semi_sync_source_timeout = timeout;
  tests::set_round_trip(scenario, "source", "replica", round_trip);
  scenario.run.warm_up = Seconds{0.1};
  scenario.run.duration = Seconds{4};
  return scenario;
}

// The commit that the stop catches waits out the timeout, those behind it wait for nobody, and semi-sync is back with the first
// ACK for the last transaction, which is under way for a round trip at most.
TEST(StopsModel, TheSourceWaitsOutTheTimeoutOnceAndComesBack) {
  const auto found = laws::measure(drill(kTimeout));
  const models::SemiSyncRecord& semi_sync = found.record.servers[0].semi_sync;
  EXPECT_NEAR(found.longest(), kTimeout.count() + 2e-3, 1e-3);
  EXPECT_EQ(semi_sync.timeouts, 1);
  EXPECT_TRUE(semi_sync.on_at_end);
  EXPECT_NEAR(semi_sync.off, (kStop - kTimeout).count(), 5e-3);
  EXPECT_NEAR(static_cast<double>(semi_sync.no_tx), semi_sync.off / 2e-3, 3);
  EXPECT_NEAR(static_cast<double>(semi_sync.yes_tx), (4 - kStop.count()) / 2.5e-3, 3);
}

// What is acknowledged has to be the last that was written: where an ACK is under way for longer than the source needs for its next
// transaction, semi-sync stays off as long as the load does not pause. Source: ReplSemiSyncMaster::try_switch_on.
TEST(StopsModel, SemiSyncDoesNotComeBackWhereAcksAreSlowerThanCommits) {
  const auto found = laws::measure(drill(kTimeout, milliseconds(4)));
  EXPECT_FALSE(found.record.servers[0].semi_sync.on_at_end);
  EXPECT_LE(found.record.replicas[0].behind_at_end, 4);
}

// Nothing is lost: what waited in the network arrives and is applied.
TEST(StopsModel, TheReplicaCatchesUp) {
  const auto found = laws::measure(drill(kTimeout));
  const models::ReplicaRecord& replica = found.record.replicas[0];
  EXPECT_LE(replica.behind_at_end, 2);
  EXPECT_NEAR(static_cast<double>(replica.applied), found.transactions(), 3);
  EXPECT_NEAR(replica.lag.max(), (kStop - kTimeout).count(), 5e-3);
}

// A timeout longer than the stop: commits stand still for as long as the replica does.
TEST(StopsModel, WithoutATimeoutCommitsStandStillForTheWholeStop) {
  const auto found = laws::measure(drill(Seconds{10}));
  EXPECT_NEAR(found.longest(), kStop.count(), 4e-3);
  EXPECT_EQ(found.record.servers[0].semi_sync.timeouts, 0);
}

}  // namespace
