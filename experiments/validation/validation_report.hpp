// Validation rows, and what came of claims, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "experiments/validation/claims.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

// One line per row, then for each set the median and the largest |error| of its fitted and its predicted rows, and whether its
// claims hold.
std::string validation_table(const std::vector<calibration::Comparison>& rows, const std::vector<Finding>& findings);

// The last lines of that: how good the fitted and the predicted rows of one set are.
std::string accuracy_summary(const std::vector<calibration::Comparison>& rows);

// The same as commitsim.validation/1.
sim::Json validation_json(const std::vector<calibration::Comparison>& rows, const std::vector<Finding>& findings);

}  // namespace experiments
