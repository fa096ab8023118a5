// Where a fit of costs may begin: at the costs with which queueing analysis, which takes no time, comes closest to the rows.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "calibration/comparison.hpp"
#include "calibration/least_squares.hpp"
#include "experiments/validation/validation_set.hpp"

namespace experiments {

// The set with other values of its fitted costs, in their order, in seconds.
using WithCosts = std::function<ValidationSet(const Eigen::VectorXd& values)>;

// Takes the parameters of the fit, with the starts that it has now, and the rows that it sees, of which throughput ("tps") and
// mean response time ("mean_ms") are compared with the analysis' estimate. Returns the costs of the best agreement, in seconds;
// nothing when there are fewer such rows than costs, or the analysis has no estimate.
// A cost that the analysis does not know keeps its start.
std::optional<Eigen::VectorXd> analytic_start(const std::vector<calibration::Parameter>& parameters,
                                              const std::vector<calibration::Comparison>& rows, const WithCosts& with_costs);

}  // namespace experiments
