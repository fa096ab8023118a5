#include "experiments/validation/refit.hpp"

#include <cmath>

#include "experiments/validation/run_validation.hpp"
#include "experiments/validation/set_costs.hpp"
#include "experiments/validation/set_fit.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {

std::optional<Refit> refit(const ValidationSet& set, int jobs, sim::Diagnostics& diagnostics) {
  const auto problem = SetFit::prepare(set, {.jobs = jobs}, diagnostics);
  if (!problem) return std::nullopt;
  Refit result{set.name, problem->solve(), {}, {}};
  const std::vector<ValidationSet> fitted = {with_valid_costs(set, result.fit.values())};
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
