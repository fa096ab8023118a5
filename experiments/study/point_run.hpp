// One point of a study, simulated: what a child process returns of it.
#pragma once

#include <string>

#include "models/scenario.hpp"

namespace experiments {

// Runs the scenario with all its replicates, one after the other. Returns JSON on two lines: its figures as
// [[name, value, half_width, unit], ...], and the result, commitsim.result/1, without scenario and origins. Throws what a simulation
// throws.
std::string simulate_point(const models::Scenario& scenario);

// The two lines.
struct PointOutcome {
  std::string figures;
  std::string result;
};
PointOutcome point_outcome(const std::string& lines);

}  // namespace experiments
