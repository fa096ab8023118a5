// Bounded non-linear least squares: parameters with their uncertainty from residuals. Levenberg-Marquardt with a
// finite-difference Jacobian; bounds by projection (Nocedal and Wright, Numerical Optimization, chapters 10 and 16; damping
// after Nielsen, IMM-REP-1999-05).
//
//   Problem problem;
//   problem.parameters = {{.name = "slope", .start = 1}, {.name = "offset", .start = 0, .low = 0}};
//   problem.residuals = one_by_one([&](const Eigen::VectorXd& p) { return Eigen::VectorXd(y - (p[0] * x).array() - p[1]); });
//   const Fit fit = solve(problem, {});
//   std::cout << fit.report();
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace calibration {

struct Parameter {
  std::string name;
  double start = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double scale = 0;  // a typical size; 0: |start|, or 1
};

// Residuals of several points at once, so that a costly model can compute them side by side. All results have one length.
using Residuals = std::function<std::vector<Eigen::VectorXd>(const std::vector<Eigen::VectorXd>& points)>;

// For a model that computes one point at a time.
Residuals one_by_one(std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residuals);

struct Problem {
  std::vector<Parameter> parameters;
  Residuals residuals;
  std::vector<double> weights;  // of the residuals, 1 / standard deviation; empty: all equal
};

// What the misfit, the root of the sum of squares per degree of freedom, does to the standard errors.
enum class Rescaling {
  none,                  // the weights are the true 1 / sigma
  where_misfit_is_large, // they are, but the model may be wrong: a misfit above 1 widens (Birge, Physical Review 40 (1932) 207)
  by_misfit              // only their ratios are known
};

struct Options {
  int max_iterations = 100;           // more for narrow, curved valleys
  double relative_step = 1e-7;        // of the finite differences; as large as 1e-2 where the model is noisy
  double least_change = 0;            // a step that moves no residual (before weights) by this is too short to be told from the
                                      // model's noise: it is lengthened, up to a quarter of the range between the bounds and
                                      // ten times its size
  double step_tolerance = 1e-10;      // stop when no parameter moves by more than this, relative to its size
  double cost_tolerance = 1e-14;      // stop when the sum of squares falls by less than this, relatively
  double gradient_tolerance = 1e-12;  // stop when residuals and derivatives are this close to orthogonal (a cosine)
  double initial_damping = 1e-3;      // less for a good start
  double rank_tolerance = 1e-7;       // singular values below this share of the largest count as zero; above the noise
                                      // of the derivatives
  double huber = 0;                   // weighted residuals beyond this count linearly (Huber's loss), so that outliers pull
                                      // less; 0: all count squared
  Rescaling rescaling = Rescaling::by_misfit;
};

enum class Ending { converged, too_many_iterations, cannot_evaluate };

struct FittedParameter {
  std::string name;
  double value = 0;
  double standard_error = std::numeric_limits<double>::quiet_NaN();  // NaN: at a bound, or not determined
  bool is_at_bound = false;
};

struct Fit {
  Ending ending = Ending::converged;
  std::string reason;  // in words
  std::vector<FittedParameter> parameters;
  Eigen::MatrixXd correlations;                      // NaN where a standard error is
  std::vector<std::vector<std::string>> indistinct;  // groups of parameters that the data cannot tell apart; a group of
                                                     // one has no effect
  Eigen::VectorXd residuals;                         // weighted; beyond Options::huber their pseudo-residuals
  Eigen::MatrixXd jacobian;                          // of these by the parameters, at the end; empty: not known
  Eigen::VectorXd steps;                             // over which it was taken, one per parameter
  double sum_of_squares = 0;                         // of the residuals
  std::ptrdiff_t degrees_of_freedom = 0;
  int iterations = 0;
  int evaluations = 0;

  Eigen::VectorXd values() const;

  // The whole of it in a few lines.
  std::string report() const;
};

// Throws std::invalid_argument for a problem that makes no sense: no parameters, low above high, weights of another number
// than the residuals, fewer residuals than parameters.
Fit solve(const Problem& problem, const Options& options);

}  // namespace calibration
