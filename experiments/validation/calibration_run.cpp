#include "experiments/validation/calibration_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "experiments/validation/run_validation.hpp"
#include "experiments/validation/set_costs.hpp"
#include "experiments/validation/set_fit.hpp"

namespace experiments {
namespace {

using calibration::Comparison;
using calibration::Fit;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Index = Eigen::Index;

constexpr std::uint64_t kSeed = 1;        // of the bootstrap
constexpr double kWellKnown = 0.25;       // a cost known within a quarter of its value asks for no more measurements
constexpr double kTwoSided95 = 1.96;      // standard deviations of a Gaussian

// The number of each row's case, counted from 0.
std::vector<std::size_t> cases_of(const std::vector<Comparison>& rows) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::size_t> cases;
  for (const Comparison& row : rows) cases.push_back(numbers.emplace(row.case_name, numbers.size()).first->second);
  return cases;
}

// What is not known of the costs, with their correlations; costs at a bound, or that cannot be told apart, count as known.
MatrixXd covariance_of(const Fit& fit) {
  const Index size = static_cast<Index>(fit.parameters.size());
  MatrixXd covariance = MatrixXd::Zero(size, size);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      const double product = fit.correlations(i, j) * fit.parameters[static_cast<std::size_t>(i)].standard_error *
                             fit.parameters[static_cast<std::size_t>(j)].standard_error;
      if (std::isfinite(product)) covariance(i, j) = product;
    }
  }
  return covariance;
}

// The rows' predictions at each of the points.
std::vector<VectorXd> predictions_at(const ValidationSet& set, const std::vector<VectorXd>& points, int jobs) {
  std::vector<ValidationSet> variants;
  for (const VectorXd& point : points) variants.push_back(with_valid_costs(set, point));
  const auto summaries = simulate_cases(variants, jobs);
  std::vector<VectorXd> predictions;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const auto rows = compare(variants[i], summaries[i]);
    VectorXd values(static_cast<Index>(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) values[static_cast<Index>(r)] = rows[r].predicted;
    predictions.push_back(std::move(values));
  }
  return predictions;
}

// Derivatives of all rows by the costs, over the steps of the fit, on short runs with the same random numbers.
MatrixXd derivatives(const ValidationSet& set, const Fit& fit, int jobs) {
  const VectorXd values = fit.values();
  std::vector<VectorXd> points(static_cast<std::size_t>(values.size() + 1), values);
  for (Index i = 0; i < values.size(); ++i) points[static_cast<std::size_t>(i + 1)][i] += fit.steps[i];
  const auto predictions = predictions_at(set, points, jobs);
  MatrixXd jacobian(predictions.front().size(), values.size());
  for (Index i = 0; i < values.size(); ++i)
    jacobian.col(i) = (predictions[static_cast<std::size_t>(i + 1)] - predictions.front()) / fit.steps[i];
  return jacobian;
}

// Adds to the half-widths what the costs leave open. Source: propagation of errors, to first order.
void widen(std::vector<Comparison>& rows, const MatrixXd& jacobian, const MatrixXd& covariance) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto gradient = jacobian.row(static_cast<Index>(i));
    if (!gradient.allFinite()) continue;
    const double variance = gradient * covariance * gradient.transpose();
    const double sampling = std::isfinite(rows[i].half_width) ? rows[i].half_width : 0;
    rows[i].half_width = std::hypot(sampling, kTwoSided95 * std::sqrt(std::max(0.0, variance)));
  }
}

// The held-out cases, as if they were to be measured for a next fit.
std::vector<calibration::Candidate> held_out(const std::vector<Comparison>& rows, const MatrixXd& jacobian) {
  std::map<std::string, std::vector<Index>> by_case;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_usable = std::isfinite(rows[i].predicted) && rows[i].predicted != 0 && jacobian.row(static_cast<Index>(i)).allFinite();
    if (rows[i].role == calibration::Role::predicted && is_usable) by_case[rows[i].case_name].push_back(static_cast<Index>(i));
  }
  std::vector<calibration::Candidate> candidates;
  for (const auto& [name, which] : by_case) {
    MatrixXd weighted(static_cast<Index>(which.size()), jacobian.cols());
    for (std::size_t n = 0; n < which.size(); ++n) {
      const double measured = rows[static_cast<std::size_t>(which[n])].predicted;
      weighted.row(static_cast<Index>(n)) = jacobian.row(which[n]) / (kLeastSpread * measured);
    }
    candidates.push_back({name, std::move(weighted)});
  }
  return candidates;
}

}  // namespace

std::optional<Calibration> calibrate(const ValidationSet& set, const CalibrationOptions& options, sim::Diagnostics& diagnostics) {
  const FitOptions search{options.jobs, options.random_starts, options.transactions, options.is_robust};
  const auto problem = SetFit::prepare(set, search, diagnostics);
  if (!problem) return std::nullopt;
  const Fit fit = problem->solve();
  Calibration result{with_valid_costs(set, fit.values()), fit, {}, {}, {}};
  result.rows = compare(result.set, simulate_cases({result.set}, options.jobs).front());
  if (fit.jacobian.size() == 0) return result;
  result.spreads = calibration::bootstrap(fit, cases_of(problem->rows()), options.resamples, kSeed);
  const MatrixXd jacobian = derivatives(with_short_runs(result.set, options.transactions), fit, options.jobs);
  widen(result.rows, jacobian, covariance_of(fit));
  result.advice = calibration::advise(fit, held_out(result.rows, jacobian), kWellKnown);
  return result;
}

}  // namespace experiments
