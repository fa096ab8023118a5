// What a link does to replication: windows, loss, interruptions, sharing, and how far a replica is behind.
#include <gmock/gmock.h>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;
using sim::Seconds;

// Many clients that write much more than a link of 10 MB/s takes, and an async replica behind it.
models::Scenario flood(int replicas) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(1));
  models::Scenario scenario = tests::one_source(costs);
  for (int i = 1; i <= replicas; ++i) {
    models::ServerSpec& replica = tests::add_replica(scenario, "replica" + std::to_string(i), tests::free_of_charge());
    replica.host = "replica1-host";
    replica.applies = false;
  }
  models::ServerSpec& source = tests::source_of(scenario);
  source.load = tests::updates(8);
  source.load->profile.transaction[0].binlog = sim::Bytes{20000};
  scenario.default_link = tests::link(milliseconds(0.1), {10e6});
  scenario.run.warm_up = Seconds{1};
  scenario.run.duration = Seconds{10};
  return scenario;
}

double bytes_per_second(const laws::Measured& found, std::size_t replica = 0) {
  return static_cast<double>(found.record.replicas[replica].received_bytes) / found.record.measured;
}

TEST(LinksModel, AFullLinkCarriesItsBandwidth) {
  EXPECT_NEAR(bytes_per_second(laws::measure(flood(1))), 10e6, 0.2e6);
}

// However long it is: TCP's window grows with it.
TEST(LinksModel, AFullLongLinkCarriesItsBandwidth) {
  models::Scenario scenario = flood(1);
  scenario.default_link = tests::link(milliseconds(100), {10e6});
  EXPECT_NEAR(bytes_per_second(laws::measure(scenario)), 10e6, 0.2e6);
}

// Two replicas behind one link have half of it each.
TEST(LinksModel, ReplicasShareALink) {
  const auto found = laws::measure(flood(2));
  EXPECT_NEAR(bytes_per_second(found, 0), 5e6, 0.1e6);
  EXPECT_NEAR(bytes_per_second(found, 1), 5e6, 0.1e6);
}

// A window per round trip, however fast the link is.
TEST(LinksModel, AWindowLimitsALongPath) {
  models::Scenario scenario = flood(1);
  scenario.default_link = tests::link(milliseconds(100), {1e9});
  scenario.default_link.tcp_window = sim::Bytes{1 << 20};
  EXPECT_NEAR(bytes_per_second(laws::measure(scenario)), (1 << 20) / 0.1, 0.03 * (1 << 20) / 0.1);
}

// One client with a semi-sync replica 2 ms away, whose every transaction is one packet there and one back.
models::Scenario one_packet(double loss) {
  models::Scenario scenario = tests::one_source(tests::free_of_charge());
  tests::add_semi_sync_replica(scenario, "replica", tests::free_of_charge());
  tests::source_of(scenario).load = tests::updates(1);
  models::LinkSpec link = tests::link(milliseconds(2));
  link.loss = loss;
  scenario.default_link = link;
  scenario.run.warm_up = Seconds{0.1};
  scenario.run.duration = Seconds{200};
  return scenario;
}

// Each packet waits for a timer of 202 ms with probability p, and for twice as long again with probability p after that.
TEST(LinksModel, ALostPacketWaitsForTheRetransmissionTimer) {
  constexpr double kLoss = 0.1;
  const auto found = laws::measure(one_packet(kLoss));
  double waits = 0;
  for (int again = 0; again <= 6; ++again) waits += std::pow(2 * kLoss, again);
  EXPECT_NEAR(found.response(), 2e-3 + 2 * kLoss * 0.202 * waits, 0.1 * found.response());
}

TEST(LinksModel, NothingIsLostWithoutLoss) { EXPECT_NEAR(laws::measure(one_packet(0)).longest(), 2e-3, 1e-5); }

// A link that is down for 1 s: what was sent is tried again after 0.202, 0.606 and 1.414 s.
TEST(LinksModel, AnInterruptedLinkGoesOnWithTheNextRetransmission) {
  models::Scenario scenario = one_packet(0);
  scenario.run.duration = Seconds{4};
  scenario.default_link.stops = {{Seconds{1}, Seconds{1}}};
  const auto found = laws::measure(scenario);
  EXPECT_NEAR(found.longest(), 1.414, 0.01);
  EXPECT_EQ(found.record.servers[0].semi_sync.timeouts, 0);
  EXPECT_NEAR(found.transactions(), (4 - 1.414) / 2e-3, 5);
}

// A delayed replica applies each transaction so long after its commit, and the source does not notice.
TEST(LinksModel, ADelayedReplicaIsBehindByItsDelay) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(1));
  models::Scenario scenario = tests::one_source(costs);
  tests::add_replica(scenario, "replica", tests::free_of_charge()).source_delay = Seconds{2};
  tests::source_of(scenario).load = tests::updates(1);
  scenario.default_link = tests::link(milliseconds(10));
  scenario.run.warm_up = Seconds{3};
  scenario.run.duration = Seconds{5};
  const auto found = laws::measure(scenario);
  EXPECT_NEAR(found.record.replicas[0].lag.mean(), 2, 0.02);
  EXPECT_NEAR(found.record.replicas[0].lag.max(), 2, 0.05);
  EXPECT_NEAR(found.response(), 2e-3, 1e-5);
}

// Of two semi-sync replicas the nearer one releases the commits; where both have to acknowledge, the farther one does.
TEST(LinksModel, TheLastAckComesFromTheSlowestThatIsNeeded) {
  models::Scenario scenario = tests::one_source(tests::free_of_charge());
  tests::add_semi_sync_replica(scenario, "near", tests::free_of_charge());
  tests::add_semi_sync_replica(scenario, "far", tests::free_of_charge());
  tests::source_of(scenario).load = tests::updates(1);
  tests::set_round_trip(scenario, "source", "near", milliseconds(1));
  tests::set_round_trip(scenario, "source", "far", milliseconds(4));
  scenario.run.warm_up = Seconds{0.1};
  scenario.run.duration = Seconds{2};
  const auto one = laws::measure(scenario);
  EXPECT_EQ(one.record.replicas[1].last_acks, 0);
  EXPECT_NEAR(static_cast<double>(one.record.replicas[0].last_acks), one.transactions(), 2);
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_for_replica_count = 2;
  const auto both = laws::measure(scenario);
  EXPECT_EQ(both.record.replicas[0].last_acks, 0);
  EXPECT_NEAR(static_cast<double>(both.record.replicas[1].last_acks), both.transactions(), 2);
}

}  // namespace
