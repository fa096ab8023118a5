#include "experiments/study/point_run.hpp"

#include <cmath>

#include "experiments/report/figures.hpp"
#include "experiments/report/numbers.hpp"
#include "experiments/report/result_json.hpp"
#include "models/network_choice.hpp"
#include "models/simulate.hpp"

namespace experiments {
namespace {

// One replicate may run here; a second one needs a process of its own.
std::vector<models::RunRecord> records_of(const models::Scenario& scenario) {
  if (scenario.run.replicates == 1) return {models::simulate(scenario, 0)};
  return models::simulate_isolated(scenario, 1);
}

}  // namespace

std::string simulate_point(const models::Scenario& scenario) {
  Result result;
  result.scenario_file = scenario.file;
  result.wanted_precision = scenario.run.precision;
  result.network_model = sim::name_of(models::network_model_of(scenario));
  result.bounds = models::bounds_of(scenario);
  result.summary = models::summarise(records_of(scenario));
  sim::Json figures = sim::Json::array();
  for (const Figure& each : figures_of(result))
    figures.push_back({each.name, json_number(each.value), json_number(each.half_width), each.unit});
  sim::Json whole = result_json(result);
  whole.erase("scenario");
  whole.erase("origins");
  return figures.dump() + "\n" + whole.dump();
}

PointOutcome point_outcome(const std::string& lines) {
  const auto end = lines.find('\n');
  return {lines.substr(0, end), lines.substr(end + 1)};
}

}  // namespace experiments
