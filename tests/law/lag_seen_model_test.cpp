// What is to be seen of a replica's lag, true and as Seconds_Behind_Source tells it; and what a long run takes of memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "models/cluster.hpp"
#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::milliseconds;
using sim::Seconds;

// 100 transactions per second on a source; its replica takes `per_transaction` for each, and is looked at every 100 ms.
models::Scenario watched(Seconds per_transaction) {
  models::CostProfile costs = tests::free_of_charge();
  costs.apply_transaction_cpu = tests::costing(per_transaction);
  models::Scenario scenario = tests::one_source(tests::free_of_charge());
  tests::source_of(scenario).load = tests::updates(16);
  tests::source_of(scenario).load->rate = sim::PerSecond{100};
  tests::add_replica(scenario, "replica", costs);
  tests::set_round_trip(scenario, "source", "replica", milliseconds(1));
  scenario.run.warm_up = Seconds{0.1};
  scenario.run.duration = Seconds{6};
  scenario.run.report_interval = Seconds{0.1};
  return scenario;
}

std::vector<models::LagPoint> seen(const models::Scenario& scenario) { return laws::measure(scenario).record.replicas[0].lag_points; }

TEST(LagSeenModel, AReplicaThatHasAppliedAllShowsZero) {
  for (const models::LagPoint& point : seen(watched(milliseconds(0.1)))) {
    EXPECT_LE(point.seconds_behind_source, point.behind > 0 ? 1 : 0);
    EXPECT_LT(point.lag, 0.1);
  }
}

// A source whose events do not arrive does not show: the replica has applied all that it has, and says 0 throughout.
TEST(LagSeenModel, AStoppedLinkShowsNothing) {
  models::Scenario scenario = watched(milliseconds(0.1));
  scenario.links.back().stops = {{Seconds{1}, Seconds{3}}};
  scenario.run.duration = Seconds{12};  // TCP tries again some time after the link is back
  const auto points = seen(scenario);
  const auto at = [&](double t) { return points.at(static_cast<std::size_t>(t * 10 + 0.5) - 1); };
  EXPECT_GT(at(3.5).lag, 2);
  EXPECT_GT(at(3.5).behind, 200);
  EXPECT_EQ(at(3.5).seconds_behind_source, 0);
  EXPECT_LT(at(11.5).lag, 0.5);
}

// An applier that is behind does show, in whole seconds: here it takes twice the time that it has.
TEST(LagSeenModel, ASlowApplierShowsInWholeSeconds) {
  const auto points = seen(watched(milliseconds(20)));
  EXPECT_NEAR(points.back().lag, 3, 0.5);
  for (const models::LagPoint& point : points) EXPECT_NEAR(static_cast<double>(point.seconds_behind_source), point.lag, 1.01);
}

// 64 clients and eight replicas, of which each transaction is applied and forgotten. A fifth of what ends up in a list somewhere
// would be megabytes.
TEST(LagSeenModel, MemoryDoesNotGrowWithSimulatedTime) {
#ifdef COMMITSIM_SANITIZE
  GTEST_SKIP() << "sanitizers keep what has been freed";
#endif
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(2));
  models::Scenario scenario = tests::one_source(costs);
  tests::source_of(scenario).load = tests::updates(64);
  for (int i = 1; i <= 8; ++i) {
    models::ServerSpec& replica = tests::add_replica(scenario, fmt::format("replica{}", i), tests::free_of_charge());
    replica.variables.replica_parallel_workers = i % 2 == 0 ? 8 : 0;
    replica.variables.replica_parallel_type = models::ParallelType::logical_clock;
  }
  const auto peak_kib_after = [&](double seconds) {
    return tests::simulate([&](sim::Simulation& simulation) {
             models::Cluster cluster(simulation, scenario, 0);
             cluster.start();
             simulation.run_until(tests::at(seconds));
             rusage usage{};
             getrusage(RUSAGE_SELF, &usage);
             return tests::Json(usage.ru_maxrss);
           })
        .get<long>();
  };
  EXPECT_LT(peak_kib_after(4) - peak_kib_after(1), 1024);
}

}  // namespace
