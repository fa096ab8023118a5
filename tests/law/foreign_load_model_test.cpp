// Laws of programs that share a host's cores with the servers.
#include <gtest/gtest.h>

#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using models::CostProfile;
using models::Scenario;
using sim::microseconds;
using sim::milliseconds;

// Two cores, fsyncs of 2 ms; a statement takes `cpu`.
Scenario beside_others(double foreign_cores, sim::Seconds cpu, int clients) {
  CostProfile costs = tests::free_of_charge();
  costs.client_round_trip = tests::costing(microseconds(50));
  costs.statements.by_kind[0].second = tests::costing(cpu);
  costs.redo_fsync = tests::costing(milliseconds(2));
  Scenario scenario = tests::one_source(costs);
  scenario.hosts[0].second.cores = 2;
  scenario.hosts[0].second.foreign_load.cores = foreign_cores;
  tests::source_of(scenario).variables.log_bin = false;
  tests::source_of(scenario).load = tests::updates(clients);
  scenario.run.warm_up = sim::Seconds{2};
  scenario.run.duration = sim::Seconds{60};
  return scenario;
}

double used_cores(const Measured& found) { return found.record.hosts[0].cpu_used / found.record.measured; }

// Where there is room, the other programs use what was asked of them, and the servers what they need.
TEST(ForeignLoadModel, UsesWhatItIsSaidToUse) {
  for (const double foreign : {0.3, 1.0, 1.6}) {
    const auto found = laws::measure(beside_others(foreign, microseconds(100), 1));
    const double own = found.throughput() * 100e-6;
    EXPECT_NEAR(used_cores(found) - own, foreign, 0.05 * foreign);
  }
}

// It costs one client little while there is a core to wake up on, and more when there is none.
TEST(ForeignLoadModel, DelaysWakeUpsMoreTheFewerCoresAreFree) {
  const auto found = laws::measure({beside_others(0, microseconds(100), 1), beside_others(0.5, microseconds(100), 1),
                                    beside_others(1.8, microseconds(100), 1)});
  EXPECT_LT(found[1].throughput(), found[0].throughput());
  EXPECT_LT(found[2].throughput(), found[1].throughput());
  EXPECT_GT(found[1].throughput(), 0.98 * found[0].throughput());
}

// A server that is limited by the cores shares them: it gets less than all, and more than what the others would leave.
TEST(ForeignLoadModel, TakesCoresFromAServerThatWantsThemAll) {
  const auto found = laws::measure({beside_others(0, milliseconds(1), 32), beside_others(1, milliseconds(1), 32)});
  const double share = found[1].throughput() / found[0].throughput();
  EXPECT_LT(share, 0.98);
  EXPECT_GT(share, 0.45);
}

// No load, no thread of it: the very same run, whatever the other settings say.
TEST(ForeignLoadModel, ChangesNothingWhereThereIsNone) {
  Scenario other = beside_others(0, microseconds(100), 4);
  other.hosts[0].second.foreign_load.waiting_share = 1;
  const auto found = laws::measure({beside_others(0, microseconds(100), 4), other});
  EXPECT_EQ(found[0].transactions(), found[1].transactions());
}

}  // namespace
