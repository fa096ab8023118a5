#include "experiments/validation/analytic_start.hpp"

#include <stdexcept>

#include "models/analysis/bounds.hpp"

namespace experiments {
namespace {

using calibration::Comparison;
using Eigen::VectorXd;

constexpr const char* kThroughput = "tps";
constexpr const char* kResponse = "mean_ms";

std::vector<Comparison> known_to_analysis(const std::vector<Comparison>& rows) {
  std::vector<Comparison> known;
  for (const Comparison& row : rows) {
    if (row.metric == kThroughput || row.metric == kResponse) known.push_back(row);
  }
  return known;
}

// Relative errors of the estimates.
VectorXd errors(const ValidationSet& set, const std::vector<Comparison>& rows) {
  VectorXd errors(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto bounds = models::bounds_of(set.cases[set.index_of(rows[i].case_name)].scenario);
    if (!bounds || !bounds->estimate) throw std::runtime_error("the analysis has no estimate of " + rows[i].case_name);
    const double predicted =
        rows[i].metric == kThroughput ? bounds->estimate->throughput.value : sim::in_milliseconds(bounds->estimate->response);
    errors[static_cast<Eigen::Index>(i)] = predicted / rows[i].measured - 1;
  }
  return errors;
}

}  // namespace

std::optional<VectorXd> analytic_start(const std::vector<calibration::Parameter>& parameters, const std::vector<Comparison>& all_rows,
                                       const WithCosts& with_costs) {
  const std::vector<Comparison> rows = known_to_analysis(all_rows);
  if (rows.size() < parameters.size()) return std::nullopt;
  calibration::Problem problem;
  problem.parameters = parameters;
  problem.residuals = calibration::one_by_one([&](const VectorXd& values) { return errors(with_costs(values), rows); });
  calibration::Options options;
  options.relative_step = 1e-3;  // costs are written with a few digits
  options.step_tolerance = 1e-4;
  options.cost_tolerance = 1e-6;
  try {
    return calibration::solve(problem, options).values();
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace experiments
