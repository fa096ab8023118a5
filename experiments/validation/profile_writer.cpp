#include "experiments/validation/profile_writer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "experiments/validation/calibration_report.hpp"
#include "experiments/validation/cost_path.hpp"
#include "experiments/validation/set_costs.hpp"
#include "experiments/validation/validation_report.hpp"
#include "models/calibration_record.hpp"
#include "sim/config/document.hpp"
#include "sim/config/path.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using calibration::FittedParameter;
using models::CalibrationRecord;

constexpr std::string_view kCostsPrefix = "costs.";
constexpr const char* kValue = "value";

// With so many significant digits; 0 for what is not known.
double rounded(double value, int digits) {
  if (!std::isfinite(value) || value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) + 1 - digits);
  return std::round(value / unit) * unit;
}

sim::Seconds cost_value(double seconds) { return sim::Seconds{rounded(seconds, 4)}; }
sim::Seconds error_value(double seconds) { return sim::Seconds{rounded(seconds, 2)}; }

// The path below the profile; nothing for a cost of something else.
std::optional<std::string> path_in_profile(const std::string& path) {
  if (!path.starts_with(kCostsPrefix)) return std::nullopt;
  return path.substr(kCostsPrefix.size());
}

// The first key of the path whose value is a cost: statements.commit, client_round_trip (of client_round_trip.mean).
std::string cost_key(const sim::Node& profile, const std::string& path) {
  const auto steps = sim::parse_path(path);
  const sim::Node* node = &profile;
  std::string key;
  for (const sim::PathStep& step : *steps) {
    const sim::Node* next = node->find(step.name);
    if (next == nullptr) break;
    key += (key.empty() ? "" : ".") + step.name;
    const bool holds_costs = next->is_mapping() && std::all_of(next->fields().begin(), next->fields().end(), [](const sim::Field& each) {
      return each.value.is_mapping() && each.value.find(kValue) != nullptr;
    });
    if (!holds_costs) break;
    node = next;
  }
  return key;
}

const sim::Node* at(const sim::Node& root, const std::string& path) {
  const auto steps = sim::parse_path(path);
  const sim::Node* node = &root;
  for (const sim::PathStep& step : *steps) {
    node = node->find(step.name);
    if (node == nullptr) return nullptr;
  }
  return node;
}

void set(sim::Node& root, const std::string& path, const std::string& value) {
  sim::Diagnostics diagnostics;
  sim::apply_override(root, path + "=" + value, diagnostics);
  if (!diagnostics.ok()) throw std::logic_error("a fitted cost cannot be written: " + diagnostics.sorted().front().message);
}

// Writes a fitted cost where it belongs: beside its origin, if it has one.
void set_cost(sim::Node& profile, const FittedParameter& fitted, const std::string& path, const std::string& origin) {
  const std::string key = cost_key(profile, path);
  const std::string rest = path.substr(std::min(path.size(), key.size()));
  const sim::Node* cost = at(profile, key);
  const bool has_origin = cost != nullptr && cost->is_mapping() && cost->find(kValue) != nullptr;
  set(profile, key + (has_origin ? ".value" : "") + rest, sim::write_time(cost_value(fitted.value)));
  if (!has_origin) return;
  set(profile, key + ".origin", fmt::format("\"{}\"", origin));
  set(profile, key + ".standard_error", sim::write_time(error_value(fitted.standard_error)));
}

// One line per cost.
std::string lines_of(const sim::Node& costs, const std::string& indent) {
  std::string text;
  for (const sim::Field& each : costs.fields()) {
    if (each.key == "calibration") continue;
    if (each.key == "statements" && each.value.is_mapping()) text += fmt::format("{}:\n{}", each.key, lines_of(each.value, "  "));
    else text += fmt::format("{}{}: {}\n", indent, each.key, sim::write_on_one_line(each.value));
  }
  return text;
}

CalibrationRecord record_of(const Calibration& calibration, const std::string& source) {
  CalibrationRecord record;
  record.source = source;
  const auto& fit = calibration.fit;
  for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
    const FittedParameter& each = fit.parameters[i];
    const calibration::Spread spread =
        i < calibration.spreads.size() ? calibration.spreads[i] : calibration::Spread{0, each.value, each.value};
    record.costs.push_back({each.name, cost_value(each.value), error_value(each.standard_error), cost_value(std::max(0.0, spread.low)),
                            cost_value(std::max(0.0, spread.high))});
    record.correlations.emplace_back();
    for (Eigen::Index j = 0; j < fit.correlations.cols(); ++j)
      record.correlations.back().push_back(rounded(fit.correlations(static_cast<Eigen::Index>(i), j), 3));
  }
  record.measured = measured_range(calibration.set);
  for (const calibration::Comparison& row : calibration.rows) {
    if (std::isfinite(row.measured) && std::isfinite(row.predicted))
      record.rows.push_back({row.case_name, row.metric, std::string(sim::name_of(row.role)), row.measured, rounded(row.predicted, 5)});
  }
  return record;
}

std::string as_comment(const std::string& text) {
  std::string commented;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    commented += begin == end ? "#\n" : "# " + text.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return commented;
}

std::string yaml_of(const sim::Json& value) {
  sim::Diagnostics none;
  return sim::write_on_one_line(*sim::read_value(value.dump(), sim::Mark::whole("calibration"), none));
}

// The record with a line per cost and per row.
std::string record_text(const CalibrationRecord& record) {
  const sim::Json json = sim::schema_of<CalibrationRecord>().write(record);
  std::string text = "calibration:\n";
  for (const auto& [key, value] : json.items()) {
    if (!value.is_array() || value.empty()) {
      text += fmt::format("  {}: {}\n", key, yaml_of(value));
      continue;
    }
    text += fmt::format("  {}:\n", key);
    for (const sim::Json& each : value) text += fmt::format("    - {}\n", yaml_of(each));
  }
  return text;
}

}  // namespace

std::string profile_text(const Calibration& calibration, const std::string& name, const std::string& source) {
  sim::Diagnostics told_before;
  const ValidationCase& first = calibration.set.cases.front();
  const auto root = document_of(first, told_before);
  auto profile = root ? profile_of(*root, first.file) : std::nullopt;
  if (!profile) throw std::logic_error("the profile of a case that has run cannot be read");
  const std::string origin = "fitted: " + source;
  for (const FittedParameter& each : calibration.fit.parameters) {
    if (const auto path = path_in_profile(each.name)) set_cost(*profile, each, *path, origin);
  }
  set(*profile, "name", fmt::format("\"{}\"", name));
  const std::string summary = costs_summary(calibration) + "\n" + accuracy_summary(calibration.rows);
  const std::string head = fmt::format("Cost profile of {}, written by commitsim calibrate.\n\n{}", source, summary);
  return as_comment(head) + lines_of(*profile, "") + record_text(record_of(calibration, source));
}

}  // namespace experiments
