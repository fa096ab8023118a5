// Runs the cases of validation sets and puts what was measured beside what comes out.
#pragma once

#include <vector>

#include "calibration/comparison.hpp"
#include "experiments/validation/validation_set.hpp"
#include "models/summary.hpp"

namespace experiments {

// The summary of every case of every set, in their order. All runs take place in processes of their own, at most `jobs` at
// a time. Throws sim::IsolatedRunError, which names the case, when one fails.
std::vector<std::vector<models::Summary>> simulate_cases(const std::vector<ValidationSet>& sets, int jobs);

// One row per case and metric, with what was measured only.
std::vector<calibration::Comparison> measured_rows(const ValidationSet& set);

// The same rows with what was predicted.
std::vector<calibration::Comparison> compare(const ValidationSet& set, const std::vector<models::Summary>& summaries);

}  // namespace experiments
