// A comparison for people and for programs.
#pragma once

#include <string>

#include "experiments/comparison/scenario_comparison.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

// What differs, the figures that matter (or all), what they come to, and why.
std::string comparison_table(const ScenarioComparison& comparison, bool all_rows);

// commitsim.comparison/1, with all rows.
sim::Json comparison_json(const ScenarioComparison& comparison);

}  // namespace experiments
