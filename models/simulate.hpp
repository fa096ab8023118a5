// Runs a scenario: warm-up, measurement, record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/observer.hpp"
#include "models/run_record.hpp"
#include "models/scenario.hpp"
#include "models/timeline/timeline.hpp"
#include "sim/engine/simulation.hpp"

namespace models {

class Cluster;

// Runs a started cluster to the end of its warm-up; returns whether throughput was steady then.
bool warm_up(sim::Simulation& simulation, Cluster& cluster, const RunSpec& run);

// Runs one replicate in this operating-system process, which must not have simulated before.
RunRecord simulate(const Scenario& scenario, std::int64_t replicate, Observer* observer = nullptr);

// Runs all replicates of the scenario in processes of their own, at most `jobs` at a time; the result does not depend on
// `jobs`. Throws sim::IsolatedRunError when one fails.
std::vector<RunRecord> simulate_isolated(const Scenario& scenario, int jobs);

// Records of all replicates, and what `write` has made of the timeline of the first one.
struct TracedRun {
  std::vector<RunRecord> records;
  std::string trace;
};

// The same, and the first replicate is watched in the window; `write` is called in its process. Throws as above.
TracedRun simulate_isolated(const Scenario& scenario, int jobs, const TimelineWindow& window,
                            const std::function<std::string(const Timeline&)>& write);

}  // namespace models
