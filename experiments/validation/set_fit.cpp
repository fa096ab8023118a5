#include "experiments/validation/set_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "experiments/validation/analytic_start.hpp"
#include "experiments/validation/run_validation.hpp"
#include "experiments/validation/set_costs.hpp"
#include "models/analysis/bounds.hpp"
#include "sim/core/random.hpp"

namespace experiments {
namespace {

using calibration::Comparison;
using calibration::Fit;
using calibration::Role;
using Eigen::VectorXd;

constexpr std::uint64_t kSeed = 1;              // of the random starts
constexpr double kSharedFreedom = 8;            // degrees of freedom
constexpr double kHuber = 1.345;                // standard deviations: 95 % efficient where all is Gaussian
constexpr double kDeviations = 1.4826;          // standard deviations per median of absolute values, of a Gaussian

bool is_seen(const CaseDocument& the_case) {
  const bool is_fitted = the_case.role == Role::fitted || !the_case.fitted.empty();
  return is_fitted && !the_case.measured.empty();
}

// The cases with fitted rows, and those that they are compared with.
ValidationSet seen_by_fit(const ValidationSet& set) {
  ValidationSet seen = set;
  seen.cases.clear();
  for (const ValidationCase& each : set.cases) {
    const auto refers_to_it = [&](const ValidationCase& other) {
      return is_seen(other.document) && other.document.against == each.name;
    };
    if (is_seen(each.document) || std::any_of(set.cases.begin(), set.cases.end(), refers_to_it))
      seen.cases.push_back(each);
  }
  return seen;
}

std::vector<Comparison> fitted_rows(const std::vector<Comparison>& rows) {
  std::vector<Comparison> fitted;
  for (const Comparison& row : rows) {
    if (row.role == Role::fitted && std::isfinite(row.measured)) fitted.push_back(row);
  }
  return fitted;
}

// How far repetitions lie from their mean, relative to it.
struct Scatter {
  double squares = 0;
  double degrees_of_freedom = 0;

  void add(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    for (const double value : values) squares += std::pow(value / mean - 1, 2);
    degrees_of_freedom += static_cast<double>(values.size()) - 1;
  }
};

// Of all repeated rows of a metric.
Scatter scatter_of(const ValidationSet& set, const std::string& metric) {
  Scatter scatter;
  for (const ValidationCase& each : set.cases) {
    for (const auto& [name, values] : each.document.measured) {
      if (name == metric && values.size() > 1) scatter.add(values);
    }
  }
  return scatter;
}

// Of `count` Gaussian values, relative to that of one: exact up to 3 (of two it is the mean), then the limit for many.
double spread_of_median(std::size_t count) {
  constexpr std::array kFew{1.0, 1.0, 0.7071, 0.6698};
  return count < kFew.size() ? kFew[count] : std::sqrt(std::numbers::pi / 2 / static_cast<double>(count));
}

// Two or three repetitions hardly know their own spread: it is drawn towards that of all rows of the metric, which counts as much as
// kSharedFreedom degrees of freedom. Source: G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 3 (2004), moderated
// variances. The spread of one value is that of the intervals it comes from.
double relative_spread(const std::vector<double>& values, const Scatter& all, double interval_noise) {
  if (values.size() < 2) return std::max(kLeastSpread, interval_noise);
  Scatter own;
  own.add(values);
  const double shared = all.squares / all.degrees_of_freedom;
  const double variance = (kSharedFreedom * shared + own.squares) / (kSharedFreedom + own.degrees_of_freedom);
  return std::max(kLeastSpread, std::sqrt(variance) * spread_of_median(values.size()));
}

// Relative errors at each of the points; all their simulations take place side by side.
std::vector<VectorXd> errors_at(const ValidationSet& set, const std::vector<VectorXd>& points, int jobs) {
  std::vector<ValidationSet> variants;
  for (const VectorXd& point : points) variants.push_back(with_valid_costs(set, point));
  const auto summaries = simulate_cases(variants, jobs);
  std::vector<VectorXd> errors;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const auto rows = fitted_rows(compare(variants[i], summaries[i]));
    VectorXd values(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) values[static_cast<Eigen::Index>(r)] = rows[r].error_pct() / 100;
    errors.push_back(std::move(values));
  }
  return errors;
}

calibration::Problem problem_for(const std::shared_ptr<const ValidationSet>& seen, const std::vector<Comparison>& rows, int jobs) {
  calibration::Problem problem;
  for (const FittedCost& each : seen->fit) {
    problem.parameters.push_back({.name = each.document.cost,
                                  .start = present_cost(each.document, seen->cases.front()).count(),
                                  .low = each.document.low.count(),
                                  .high = each.document.high.count()});
  }
  problem.residuals = [seen, jobs](const std::vector<VectorXd>& points) { return errors_at(*seen, points, jobs); };
  problem.weights = weights_of(*seen, rows);
  return problem;
}

VectorXd present_values(const calibration::Problem& problem) {
  VectorXd values(static_cast<Eigen::Index>(problem.parameters.size()));
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) values[static_cast<Eigen::Index>(i)] = problem.parameters[i].start;
  return values;
}

// A Latin hypercube between the bounds, in their logarithms: every cost visits each of `count` layers once.
std::vector<VectorXd> spread_out(const calibration::Problem& problem, int count) {
  std::vector<VectorXd> points(static_cast<std::size_t>(count), present_values(problem));
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) {
    sim::RandomStream random(kSeed, 0, problem.parameters[i].name);
    std::vector<int> layers(points.size());
    for (std::size_t n = 0; n < layers.size(); ++n) layers[n] = static_cast<int>(n);
    for (std::size_t n = layers.size(); n > 1; --n)
      std::swap(layers[n - 1], layers[std::min(n - 1, static_cast<std::size_t>(random.next() * static_cast<double>(n)))]);
    const double low = std::log(problem.parameters[i].low);
    const double width = std::log(problem.parameters[i].high) - low;
    for (std::size_t n = 0; n < points.size(); ++n)
      points[n][static_cast<Eigen::Index>(i)] = std::exp(low + width * (layers[n] + random.next()) / count);
  }
  return points;
}

double sum_of_squares(const VectorXd& errors, const std::vector<double>& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += std::pow(weights[i] * errors[static_cast<Eigen::Index>(i)], 2);
  return sum;
}

bool can_be_set(const ValidationSet& seen, sim::Diagnostics& diagnostics) {
  VectorXd present(static_cast<Eigen::Index>(seen.fit.size()));
  for (std::size_t i = 0; i < seen.fit.size(); ++i)
    present[static_cast<Eigen::Index>(i)] = present_cost(seen.fit[i].document, seen.cases.front()).count();
  sim::Diagnostics found;
  if (with_costs(seen, present, found)) return true;
  for (const sim::Diagnostic& each : found.sorted()) {
    if (each.severity != sim::Diagnostic::Severity::Error) continue;
    for (const FittedCost& cost : seen.fit) {
      const bool is_its = each.place.file == "--set " + cost.document.cost;
      if (is_its) diagnostics.error(cost.place, "cost: " + each.message);
    }
  }
  if (diagnostics.ok())
    diagnostics.error(seen.fit.front().place, "cost: the scenario cannot be run with these costs set");
  return false;
}

bool is_fittable(const ValidationSet& set, const ValidationSet& seen, std::size_t rows, sim::Diagnostics& diagnostics) {
  if (set.fit.empty()) diagnostics.error({set.name, 0, 0}, "the set has no `fit` section: there is nothing to fit");
  else if (seen.cases.empty() || rows < set.fit.size()) {
    diagnostics.error(set.fit.front().place,
                      fmt::format("fit: {} costs, but only {} fitted rows", set.fit.size(), rows));
  }
  return diagnostics.ok();
}

// The throughput that was measured, or that the analysis expects.
double expected_throughput(const ValidationCase& the_case) {
  for (const auto& [metric, values] : the_case.document.measured) {
    if (metric == "tps" && !values.empty()) return calibration::median(values);
  }
  const auto bounds = models::bounds_of(the_case.scenario);
  return bounds && bounds->estimate ? bounds->estimate->throughput.value : 0;
}

}  // namespace

calibration::Options options_for_simulations() {
  calibration::Options options;
  options.max_iterations = 20;
  options.relative_step = 0.03;
  options.least_change = 0.01;
  options.step_tolerance = 1e-3;
  options.cost_tolerance = 1e-4;
  options.gradient_tolerance = 1e-4;
  options.rank_tolerance = 1e-2;
  options.rescaling = calibration::Rescaling::where_misfit_is_large;
  return options;
}

ValidationSet with_short_runs(const ValidationSet& set, std::int64_t transactions) {
  ValidationSet cut = set;
  if (transactions == 0) return cut;
  for (ValidationCase& each : cut.cases) {
    const double throughput = expected_throughput(each);
    if (throughput > 0) each.run_for = sim::Seconds{static_cast<double>(transactions) / throughput};
  }
  return cut;
}

std::vector<double> weights_of(const ValidationSet& set, const std::vector<Comparison>& rows) {
  std::vector<double> weights;
  for (const Comparison& row : rows) {
    const CaseDocument& the_case = set.cases[set.index_of(row.case_name)].document;
    for (const auto& [metric, values] : the_case.measured) {
      if (metric == row.metric) weights.push_back(1 / relative_spread(values, scatter_of(set, metric), the_case.interval_noise));
    }
  }
  return weights;
}

std::optional<SetFit> SetFit::prepare(const ValidationSet& set, const FitOptions& options, sim::Diagnostics& diagnostics) {
  const auto seen = std::make_shared<const ValidationSet>(with_short_runs(seen_by_fit(set), options.transactions));
  if (!is_fittable(set, *seen, fitted_rows(measured_rows(*seen)).size(), diagnostics)) return std::nullopt;
  if (!can_be_set(*seen, diagnostics)) return std::nullopt;
  return SetFit(seen, options);
}

SetFit::SetFit(std::shared_ptr<const ValidationSet> seen, const FitOptions& options)
    : seen_(std::move(seen)),
      options_(options),
      rows_(fitted_rows(measured_rows(*seen_))),
      problem_(problem_for(seen_, rows_, options.jobs)) {}

std::vector<VectorXd> SetFit::starts() const {
  std::vector<VectorXd> starts = spread_out(problem_, options_.random_starts);
  starts.insert(starts.begin(), present_values(problem_));
  const auto with_costs = [&](const VectorXd& values) { return with_valid_costs(*seen_, values); };
  if (const auto analytic = analytic_start(problem_.parameters, rows_, with_costs)) starts.push_back(*analytic);
  return starts;
}

// Where the simulation is closest to the rows.
VectorXd SetFit::best_start() const {
  const auto candidates = starts();
  if (candidates.size() == 1) return candidates.front();
  const auto errors = problem_.residuals(candidates);
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (sum_of_squares(errors[i], problem_.weights) < sum_of_squares(errors[best], problem_.weights)) best = i;
  }
  return candidates[best];
}

Fit SetFit::solve() const {
  calibration::Problem problem = problem_;
  const auto start_at = [&](const VectorXd& values) {
    for (std::size_t i = 0; i < problem.parameters.size(); ++i) problem.parameters[i].start = values[static_cast<Eigen::Index>(i)];
  };
  start_at(best_start());
  calibration::Options options = options_for_simulations();
  Fit fit = calibration::solve(problem, options);
  if (!options_.is_robust) return fit;
  std::vector<double> sizes(fit.residuals.begin(), fit.residuals.end());
  for (double& each : sizes) each = std::abs(each);
  options.huber = kHuber * std::max(1.0, kDeviations * calibration::median(std::move(sizes)));
  start_at(fit.values());
  Fit robust = calibration::solve(problem, options);
  robust.iterations += fit.iterations;
  robust.evaluations += fit.evaluations;
  return robust;
}

}  // namespace experiments
