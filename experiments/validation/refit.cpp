#include "experiments/validation/refit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/scenario/load_scenario.hpp"
#include "experiments/validation/analytic_start.hpp"
#include "experiments/validation/cost_path.hpp"
#include "experiments/validation/run_validation.hpp"
#include "sim/config/document.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using calibration::Comparison;
using calibration::Role;
using Eigen::VectorXd;

// Simulated numbers are known to about 0.1 %: steps and tolerances have to be well above that.
calibration::Options options_for_simulations() {
  calibration::Options options;
  options.max_iterations = 20;
  options.relative_step = 0.03;
  options.step_tolerance = 1e-3;
  options.cost_tolerance = 1e-4;
  options.gradient_tolerance = 1e-4;
  options.rank_tolerance = 1e-2;
  return options;
}

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

// The case's scenario as it is written, with what the case sets; it may name another profile.
std::optional<sim::Node> document_of(const ValidationCase& the_case, sim::Diagnostics& diagnostics) {
  auto root = sim::read_document(the_case.file, diagnostics);
  if (!root) return std::nullopt;
  sim::Diagnostics told_later;
  for (const std::string& assignment : the_case.document.set) sim::apply_override(*root, assignment, told_later);
  return root;
}

// The case's scenario with other costs; what the case itself sets goes over them.
std::optional<models::Scenario> with_costs(const ValidationCase& the_case, const std::vector<FittedCost>& fit,
                                           const VectorXd& values, sim::Diagnostics& diagnostics) {
  auto root = document_of(the_case, diagnostics);
  if (!root) return std::nullopt;
  std::vector<std::string> overrides;
  for (std::size_t i = 0; i < fit.size(); ++i) {
    const std::string& path = fit[i].document.cost;
    copy_cost_from_profile(*root, the_case.file, path);
    overrides.push_back(
        fmt::format("{}={}", path, sim::write_time(sim::Seconds{values[static_cast<Eigen::Index>(i)]})));
  }
  overrides.insert(overrides.end(), the_case.document.set.begin(), the_case.document.set.end());
  auto loaded = load_scenario(std::move(*root), the_case.file, overrides, diagnostics);
  if (!loaded) return std::nullopt;
  return std::move(loaded->scenario);
}

std::optional<ValidationSet> with_costs(const ValidationSet& set, const VectorXd& values,
                                        sim::Diagnostics& diagnostics) {
  ValidationSet changed = set;
  for (ValidationCase& each : changed.cases) {
    auto scenario = with_costs(each, set.fit, values, diagnostics);
    if (!scenario) return std::nullopt;
    each.scenario = std::move(*scenario);
  }
  return changed;
}

// The same where faults have been looked for already.
ValidationSet changed(const ValidationSet& set, const VectorXd& values) {
  sim::Diagnostics none;
  auto changed = with_costs(set, values, none);
  if (!changed) throw std::runtime_error("a cost became one that the scenario cannot have");
  return std::move(*changed);
}

// The value in the scenario of the first case, or the middle of the bounds.
double start_of(const FitDocument& fit, const ValidationCase& first) {
  sim::Diagnostics told_later;
  auto root = document_of(first, told_later);
  if (root) copy_cost_from_profile(*root, first.file, fit.cost);
  const auto given = root ? time_at(*root, fit.cost) : std::nullopt;
  if (given && *given > fit.low && *given < fit.high) return given->count();
  return std::sqrt(fit.low.count() * fit.high.count());
}

std::vector<Comparison> fitted_rows(const std::vector<Comparison>& rows) {
  std::vector<Comparison> fitted;
  for (const Comparison& row : rows) {
    if (row.role == Role::fitted && std::isfinite(row.measured)) fitted.push_back(row);
  }
  return fitted;
}

double relative_spread(const std::vector<double>& values) {
  if (values.size() < 2) return kLeastSpread;
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  return std::max(kLeastSpread, std::sqrt(squares / static_cast<double>(values.size() - 1)) / mean);
}

// The weights of the rows' relative errors, in their order.
std::vector<double> weights_of(const ValidationSet& set, const std::vector<Comparison>& rows) {
  std::vector<double> weights;
  for (const Comparison& row : rows) {
    for (const ValidationCase& each : set.cases) {
      if (each.name != row.case_name) continue;
      for (const auto& [metric, values] : each.document.measured) {
        if (metric == row.metric) weights.push_back(1 / relative_spread(values));
      }
    }
  }
  return weights;
}

// Relative errors at each of the points; all their simulations take place side by side.
std::vector<VectorXd> errors_at(const ValidationSet& set, const std::vector<VectorXd>& points, int jobs) {
  std::vector<ValidationSet> variants;
  for (const VectorXd& point : points) variants.push_back(changed(set, point));
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

calibration::Problem problem_for(const ValidationSet& seen, int jobs) {
  calibration::Problem problem;
  for (const FittedCost& each : seen.fit) {
    problem.parameters.push_back({.name = each.document.cost,
                                  .start = start_of(each.document, seen.cases.front()),
                                  .low = each.document.low.count(),
                                  .high = each.document.high.count()});
  }
  problem.residuals = [&seen, jobs](const std::vector<VectorXd>& points) { return errors_at(seen, points, jobs); };
  problem.weights = weights_of(seen, fitted_rows(measured_rows(seen)));
  return problem;
}

VectorXd starts_of(const calibration::Problem& problem) {
  VectorXd starts(static_cast<Eigen::Index>(problem.parameters.size()));
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) starts[static_cast<Eigen::Index>(i)] = problem.parameters[i].start;
  return starts;
}

double sum_of_squares(const VectorXd& errors, const std::vector<double>& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += std::pow(weights[i] * errors[static_cast<Eigen::Index>(i)], 2);
  return sum;
}

// Begins where the simulation is closer to the rows: at the present costs or at those of the analysis.
void choose_start(calibration::Problem& problem, const ValidationSet& seen) {
  const auto with_costs = [&](const VectorXd& values) { return changed(seen, values); };
  const auto analytic = analytic_start(problem.parameters, fitted_rows(measured_rows(seen)), with_costs);
  if (!analytic) return;
  const auto errors = problem.residuals({starts_of(problem), *analytic});
  if (sum_of_squares(errors[0], problem.weights) <= sum_of_squares(errors[1], problem.weights)) return;
  for (std::size_t i = 0; i < problem.parameters.size(); ++i) problem.parameters[i].start = (*analytic)[static_cast<Eigen::Index>(i)];
}

bool can_be_set(const ValidationSet& seen, const calibration::Problem& problem, sim::Diagnostics& diagnostics) {
  sim::Diagnostics found;
  if (with_costs(seen, starts_of(problem), found)) return true;
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

}  // namespace

std::optional<Refit> refit(const ValidationSet& set, int jobs, sim::Diagnostics& diagnostics) {
  const ValidationSet seen = seen_by_fit(set);
  if (!is_fittable(set, seen, fitted_rows(measured_rows(seen)).size(), diagnostics)) return std::nullopt;
  calibration::Problem problem = problem_for(seen, jobs);
  if (!can_be_set(seen, problem, diagnostics)) return std::nullopt;
  choose_start(problem, seen);
  Refit result{set.name, calibration::solve(problem, options_for_simulations()), {}, {}};
  const std::vector<ValidationSet> fitted = {changed(set, result.fit.values())};
  const auto summaries = simulate_cases(fitted, jobs).front();
  result.rows = compare(fitted.front(), summaries);
  result.findings = find_claims(fitted.front(), summaries);
  return result;
}

std::string refit_table(const Refit& refit) {
  const auto& fit = refit.fit;
  std::string text = fmt::format("{}: fit {} after {} iterations and {} runs of its cases: {}\n", refit.set,
                                 fit.ending == calibration::Ending::converged ? "converged" : "did not converge",
                                 fit.iterations, fit.evaluations, fit.reason);
  for (const auto& each : fit.parameters) {
    text += fmt::format("  {} = {}", each.name, sim::format_time(sim::Seconds{each.value}));
    if (std::isfinite(each.standard_error))
      text += fmt::format(" +- {}", sim::format_time(sim::Seconds{each.standard_error}));
    text += each.is_at_bound ? " (at its bound)\n" : "\n";
  }
  for (const auto& group : fit.indistinct) {
    text += group.size() == 1 ? fmt::format("  {} has no effect on the fitted rows\n", group.front())
                              : fmt::format("  the fitted rows cannot tell apart: {}\n", fmt::join(group, ", "));
  }
  return text;
}

sim::Json refit_json(const Refit& refit) {
  auto costs = sim::Json::array();
  for (const auto& each : refit.fit.parameters) {
    costs.push_back(
        {{"set", refit.set},
         {"name", each.name},
         {"value", each.value},
         {"unit", "s"},
         {"standard_error", std::isfinite(each.standard_error) ? sim::Json(each.standard_error) : sim::Json()},
         {"is_at_bound", each.is_at_bound}});
  }
  return costs;
}

}  // namespace experiments
