#include "experiments/validation/set_costs.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/scenario/load_scenario.hpp"
#include "experiments/validation/cost_path.hpp"
#include "sim/config/document.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using Eigen::VectorXd;

constexpr double kWarmUpShare = 0.25;

}  // namespace

std::optional<sim::Node> document_of(const ValidationCase& the_case, sim::Diagnostics& diagnostics) {
  auto root = sim::read_document(the_case.file, diagnostics);
  if (!root) return std::nullopt;
  sim::Diagnostics told_later;
  for (const std::string& assignment : the_case.document.set) sim::apply_override(*root, assignment, told_later);
  return root;
}

namespace {

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

// Cuts the run, and the warm-up in proportion.
void cut_run(models::RunSpec& run, sim::Seconds length) {
  if (length >= run.duration) return;
  if (run.warm_up) *run.warm_up = std::min(*run.warm_up, kWarmUpShare * length);
  run.duration = length;
}

}  // namespace

std::optional<ValidationSet> with_costs(const ValidationSet& set, const VectorXd& values,
                                        sim::Diagnostics& diagnostics) {
  ValidationSet changed = set;
  for (ValidationCase& each : changed.cases) {
    auto scenario = with_costs(each, set.fit, values, diagnostics);
    if (!scenario) return std::nullopt;
    each.scenario = std::move(*scenario);
    if (each.run_for) cut_run(each.scenario.run, *each.run_for);
  }
  return changed;
}

ValidationSet with_valid_costs(const ValidationSet& set, const VectorXd& values) {
  sim::Diagnostics none;
  auto changed = with_costs(set, values, none);
  if (!changed) throw std::runtime_error("a cost became one that the scenario cannot have");
  return std::move(*changed);
}

sim::Seconds present_cost(const FitDocument& fit, const ValidationCase& first) {
  sim::Diagnostics told_later;
  auto root = document_of(first, told_later);
  if (root) copy_cost_from_profile(*root, first.file, fit.cost);
  const auto given = root ? time_at(*root, fit.cost) : std::nullopt;
  if (given && *given > fit.low && *given < fit.high) return *given;
  return sim::Seconds{std::sqrt(fit.low.count() * fit.high.count())};
}

}  // namespace experiments
