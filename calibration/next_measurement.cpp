#include "calibration/next_measurement.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace calibration {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kWorthIt = 0.9;

// Derivatives by the logarithms of the parameters.
MatrixXd by_logarithm(const MatrixXd& jacobian, const VectorXd& values) { return jacobian * values.cwiseAbs().asDiagonal(); }

double variance_of(const Fit& fit) {
  if (fit.degrees_of_freedom <= 0) return 1;
  return std::max(1.0, fit.sum_of_squares / static_cast<double>(fit.degrees_of_freedom));
}

// Relative standard errors with this information.
VectorXd errors_with(const MatrixXd& information) {
  const MatrixXd covariance = information.ldlt().solve(MatrixXd::Identity(information.rows(), information.cols()));
  return covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

}  // namespace

std::vector<Advice> advise(const Fit& fit, const std::vector<Candidate>& candidates, double well_known) {
  const VectorXd values = fit.values();
  const double variance = variance_of(fit);
  const MatrixXd seen = by_logarithm(fit.jacobian, values);
  const MatrixXd known = MatrixXd::Identity(values.size(), values.size()) + seen.transpose() * seen / variance;
  const VectorXd now = errors_with(known);
  std::vector<VectorXd> after;
  for (const Candidate& each : candidates) {
    const MatrixXd more = by_logarithm(each.jacobian, values);
    after.push_back(errors_with(known + more.transpose() * more / variance));
  }
  std::vector<Advice> advice;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (now[i] <= well_known) continue;
    Advice best{fit.parameters[static_cast<std::size_t>(i)].name, now[i], "", now[i]};
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (after[c][i] < std::min(best.then, kWorthIt * now[i])) best = {best.parameter, now[i], candidates[c].name, after[c][i]};
    }
    advice.push_back(std::move(best));
  }
  return advice;
}

}  // namespace calibration
