// How well a fit determines its parameters.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "calibration/least_squares.hpp"

namespace calibration {

// Adds degrees of freedom, standard errors, correlations and the groups of parameters that cannot be told apart.
// `jacobian` is that of the weighted residuals by the parameters; those that are not free stand at a bound.
void add_uncertainty(Fit& fit, const Eigen::MatrixXd& jacobian, const std::vector<bool>& is_free,
                     const Options& options);

}  // namespace calibration
