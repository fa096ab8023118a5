#include <gmock/gmock.h>

#include "models/replication/relay_log.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::RelayLog;
using models::SampledCost;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;

SampledCost relay_costing(double seconds) {
  return {sim::Distribution::constant(seconds), sim::RandomStream(1, 0, "relay log test")};
}

sim::Process receiver(Journal& journal, RelayLog& log, std::vector<int> packets) {
  for (const int events : packets) {
    co_await log.append(events, {});
    journal.note(fmt::format("{} fsyncs", log.fsyncs()));
  }
}

// Packets of so many events; a write takes 1/8 second, an fsync 1.
std::vector<std::string> run(std::int64_t sync_relay_log, const std::vector<int>& packets) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    sim::Device device(simulation, sim::Device::Service::serial);
    RelayLog log(simulation, "replica", device, {relay_costing(0.125), relay_costing(1)}, sync_relay_log);
    simulation.spawn("receiver", receiver(journal, log, packets));
    simulation.run_until(tests::at(1000));
  });
}

TEST(RelayLog, CountsEventsAcrossPackets) {
  EXPECT_THAT(run(1, {4}), ElementsAre("4.5 4 fsyncs"));
  EXPECT_THAT(run(3, {4, 1, 1, 7}), ElementsAre("1.5 1 fsyncs", "1.625 1 fsyncs", "2.75 2 fsyncs", "5.625 4 fsyncs"));
  EXPECT_THAT(run(10000, {4, 4}), ElementsAre("0.5 0 fsyncs", "1 0 fsyncs"));
}

TEST(RelayLog, ZeroNeverSyncs) { EXPECT_THAT(run(0, {4, 4}), ElementsAre("0.5 0 fsyncs", "1 0 fsyncs")); }

}  // namespace
