// Why two scenarios differ: which parts of the response time and which resources changed.
#pragma once

#include <string>
#include <vector>

#include "experiments/comparison/scenario_comparison.hpp"

namespace experiments {

// What the comparison comes to: one sentence on throughput and one on the response time.
std::vector<std::string> verdicts(const ScenarioComparison& comparison);

// The parts of the mean response time that clearly changed, the largest change first.
std::vector<PairedRow> changed_parts(const ScenarioComparison& comparison);

// In sentences: those parts, group sizes, resources that became busier or idler, and what limits each of the two.
std::vector<std::string> reasons(const ScenarioComparison& comparison);

}  // namespace experiments
