// Fits costs to the rows of a validation set that are marked as fitted. Shows that a profile's numbers can be found again;
// changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "calibration/least_squares.hpp"
#include "experiments/validation/claims.hpp"
#include "experiments/validation/validation_set.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

struct Refit {
  std::string set;
  calibration::Fit fit;                       // times in seconds
  std::vector<calibration::Comparison> rows;  // of the whole set, with the fitted costs
  std::vector<Finding> findings;              // the same of its claims
};

// Fits the costs of the set's `fit` section as SetFit does, and runs the whole set with them.
std::optional<Refit> refit(const ValidationSet& set, int jobs, sim::Diagnostics& diagnostics);

std::string refit_table(const Refit& refit);
sim::Json refit_json(const Refit& refit);  // the array `costs` of commitsim.calibration/1

}  // namespace experiments
