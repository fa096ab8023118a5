// Runs a scenario: warm-up, measurement, record.
#pragma once

#include <vector>

#include "models/observer.hpp"
#include "models/run_record.hpp"
#include "models/scenario.hpp"

namespace models {

// Runs one replicate in this operating-system process, which must not have simulated before.
RunRecord simulate(const Scenario& scenario, std::int64_t replicate, Observer* observer = nullptr);

// Runs all replicates of the scenario in processes of their own, at most `jobs` at a time; the result does not depend on
// `jobs`. Throws sim::IsolatedRunError when one fails.
std::vector<RunRecord> simulate_isolated(const Scenario& scenario, int jobs);

}  // namespace models
