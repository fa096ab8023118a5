// Which run to measure next, so that a fit gets to know its parameters better.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "calibration/least_squares.hpp"

namespace calibration {

// A run that could be measured: the weighted derivatives of what it would show, by the parameters.
struct Candidate {
  std::string name;
  Eigen::MatrixXd jacobian;
};

// What a candidate would do for one parameter. Standard errors are relative to the parameter's value.
struct Advice {
  std::string parameter;
  double now = 0;
  std::string candidate;  // the best one
  double then = 0;
};

// For every parameter that is known worse than `well_known` (a share of its value), the candidate after which it would be known
// best. A parameter is taken to be known within its own size before anything is measured, so that every error is finite (a Gaussian prior);
// the weights are taken as in `fit`. Candidates that gain less than a tenth are not named.
std::vector<Advice> advise(const Fit& fit, const std::vector<Candidate>& candidates, double well_known);

}  // namespace calibration
