// The scoreboard of validation: for every set and metric how good fitted and predicted rows are.
#pragma once

#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "experiments/validation/claims.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

// One line per set and metric: the number of rows, median and ninth decile of |error|, for predicted rows also the median with its sign and
// the worst row; then how many claims of each set hold, and each metric over all sets. Errors in per cent.
std::string scoreboard_table(const std::vector<calibration::Comparison>& rows, const std::vector<Finding>& findings);

// The `scores` of commitsim.validation/1: an array with one object per set and metric.
sim::Json scores_json(const std::vector<calibration::Comparison>& rows);

}  // namespace experiments
