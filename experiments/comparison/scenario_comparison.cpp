#include "experiments/comparison/scenario_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "experiments/report/figures.hpp"
#include "sim/metrics/steady_state.hpp"

namespace experiments {
namespace {

constexpr double kLeastToSpeakOf = 1e-3;

using Values = std::map<std::string, std::vector<double>>;

// The values of every figure, replicate by replicate.
Values values_by_name(const std::vector<models::RunRecord>& records) {
  Values values;
  for (const models::RunRecord& record : records) {
    Result result;
    result.summary = models::summarise({record});
    for (const Figure& each : figures_of(result)) values[each.name].push_back(each.value);
  }
  return values;
}

// Nothing of figures that do not come from runs, such as bounds.
std::vector<double> values_of(const Values& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::vector<double>{} : found->second;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// The replicates tell the half-widths; the means are those of the merged results, whose percentiles are no averages.
PairedRow row_of(const Figure& a, const Figure& b, const std::vector<double>& each_a, const std::vector<double>& each_b) {
  PairedRow row{a.name, a.unit, {}, {}, {}};
  if (each_a.size() == each_b.size() && each_a.size() > 1 && all_finite(each_a) && all_finite(each_b)) {
    row.a = sim::estimate_from_replicates(each_a);
    row.b = sim::estimate_from_replicates(each_b);
    row.difference = sim::paired_difference(each_a, each_b);
  }
  row.a.mean = a.value;
  row.b.mean = b.value;
  row.difference.mean = b.value - a.value;
  return row;
}

std::vector<PairedRow> rows_of(const Result& a, const Result& b, const PairedRuns& runs) {
  const auto each_a = values_by_name(runs.a);
  const auto each_b = values_by_name(runs.b);
  std::map<std::string, Figure> of_b;
  for (const Figure& each : figures_of(b)) of_b.emplace(each.name, each);
  std::vector<PairedRow> rows;
  for (const Figure& of_a : figures_of(a)) {
    const auto other = of_b.find(of_a.name);
    if (other == of_b.end() || !std::isfinite(of_a.value) || !std::isfinite(other->second.value)) continue;
    rows.push_back(row_of(of_a, other->second, values_of(each_a, of_a.name), values_of(each_b, of_a.name)));
  }
  return rows;
}

std::string shown(const sim::Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// What stands in one and not in the other, or stands there differently; in the order of A.
void add_settings(const std::string& path, const sim::Json& a, const sim::Json& b, std::vector<Setting>& settings) {
  if (a == b) return;
  if (!a.is_object() || !b.is_object()) {
    settings.push_back({path, a.is_null() ? "" : shown(a), b.is_null() ? "" : shown(b)});
    return;
  }
  const auto inside = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  for (const auto& [key, value] : a.items()) add_settings(inside(key), value, b.contains(key) ? b[key] : sim::Json(), settings);
  for (const auto& [key, value] : b.items()) {
    if (!a.contains(key)) add_settings(inside(key), sim::Json(), value, settings);
  }
}

// How long and with which seed is the same for both.
sim::Json without_run(sim::Json scenario) {
  scenario.erase("run");
  return scenario;
}

}  // namespace

bool PairedRow::is_clear() const {
  return std::isfinite(difference.half_width) && !difference.covers(0) && std::abs(difference.mean) >= kLeastToSpeakOf * std::abs(a.mean);
}

const PairedRow* ScenarioComparison::find(const std::string& metric) const {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const PairedRow& each) { return each.metric == metric; });
  return row == rows.end() ? nullptr : &*row;
}

ScenarioComparison compare_runs(Result a, Result b, const PairedRuns& runs) {
  a.summary = models::summarise(runs.a);
  b.summary = models::summarise(runs.b);
  ScenarioComparison comparison;
  comparison.pairs = static_cast<std::int64_t>(runs.a.size());
  add_settings("", without_run(a.scenario), without_run(b.scenario), comparison.settings);
  comparison.rows = rows_of(a, b, runs);
  comparison.a = std::move(a);
  comparison.b = std::move(b);
  return comparison;
}

}  // namespace experiments
