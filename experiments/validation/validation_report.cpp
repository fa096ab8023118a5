#include "experiments/validation/validation_report.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/report/numbers.hpp"
#include "experiments/validation/scoreboard.hpp"

namespace experiments {
namespace {

using calibration::Accuracy;
using calibration::Comparison;
using calibration::Role;

constexpr Role kRoles[] = {Role::fitted, Role::predicted};

// Four significant digits; a dash for what is not known.
std::string shown(double value) {
  if (!std::isfinite(value)) return "-";
  return std::abs(value) >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string shown_error(double percent) { return std::isfinite(percent) ? fmt::format("{:+.1f}", percent) : "-"; }

// The sets in the order of their rows.
std::vector<std::vector<Comparison>> by_set(const std::vector<Comparison>& rows) {
  std::vector<std::vector<Comparison>> sets;
  for (const Comparison& row : rows) {
    if (sets.empty() || sets.back().front().set != row.set) sets.emplace_back();
    sets.back().push_back(row);
  }
  return sets;
}

std::string rows_table(const std::vector<Comparison>& rows) {
  std::size_t case_width = 4;
  std::size_t metric_width = 6;
  for (const Comparison& row : rows) {
    case_width = std::max(case_width, row.case_name.size());
    metric_width = std::max(metric_width, row.metric.size());
  }
  std::string text = fmt::format("{:{}}  {:{}}  {:9}  {:>9}  {:>9}  {:>8}  {:>8}\n", "case", case_width, "metric",
                                 metric_width, "role", "measured", "predicted", "+-", "error %");
  for (const Comparison& row : rows) {
    text += fmt::format("{:{}}  {:{}}  {:9}  {:>9}  {:>9}  {:>8}  {:>8}\n", row.case_name, case_width, row.metric,
                        metric_width, sim::name_of(row.role), shown(row.measured), shown(row.predicted),
                        shown(row.half_width), shown_error(row.error_pct()));
  }
  return text;
}

// The claims of one set, below each a line for every shape.
std::string claims_table(const std::vector<Finding>& findings, const std::string& set) {
  std::string text;
  std::string last;
  for (const Finding& each : findings) {
    if (each.set != set) continue;
    if (each.claim != last) text += fmt::format("claim {}, {}: {}\n", each.claim, sim::name_of(each.role), each.says);
    last = each.claim;
    text += fmt::format("  {:5}  {}: {}\n", each.holds ? "holds" : "FAILS", each.expected, each.found);
  }
  return text;
}

std::string accuracy_line(const std::vector<Comparison>& rows, Role role) {
  const Accuracy accuracy = accuracy_of(rows, role);
  if (accuracy.rows == 0) return "";
  return fmt::format("|error| of {} {} rows: median {:.1f} %, worst {:.1f} % ({})\n", accuracy.rows, sim::name_of(role),
                     accuracy.median_pct, accuracy.worst_pct, accuracy.worst_row);
}

sim::Json accuracy_json(const std::vector<Comparison>& rows, Role role) {
  const Accuracy accuracy = accuracy_of(rows, role);
  return {{"set", rows.front().set},
          {"role", sim::name_of(role)},
          {"rows", accuracy.rows},
          {"median_abs_error_pct", json_number(accuracy.median_pct)},
          {"worst_abs_error_pct", json_number(accuracy.worst_pct)},
          {"worst_row", accuracy.worst_row}};
}

}  // namespace

std::string accuracy_summary(const std::vector<Comparison>& rows) {
  std::string text;
  for (const Role role : kRoles) text += accuracy_line(rows, role);
  return text;
}

std::string validation_table(const std::vector<Comparison>& rows, const std::vector<Finding>& findings) {
  std::string text;
  for (const auto& set : by_set(rows)) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{}\n{}", set.front().set, rows_table(set));
    text += accuracy_summary(set);
    text += claims_table(findings, set.front().set);
  }
  return text;
}

sim::Json validation_json(const std::vector<Comparison>& rows, const std::vector<Finding>& findings) {
  sim::Json document{
      {"schema", "commitsim.validation/1"}, {"rows", sim::Json::array()}, {"accuracy", sim::Json::array()}, {"claims", sim::Json::array()}};
  for (const Comparison& row : rows) {
    document["rows"].push_back({{"set", row.set},
                                {"case", row.case_name},
                                {"metric", row.metric},
                                {"role", sim::name_of(row.role)},
                                {"measured", json_number(row.measured)},
                                {"predicted", json_number(row.predicted)},
                                {"half_width", json_number(row.half_width)},
                                {"error_pct", json_number(row.error_pct())}});
  }
  for (const auto& set : by_set(rows)) {
    for (const Role role : kRoles) document["accuracy"].push_back(accuracy_json(set, role));
  }
  document["scores"] = scores_json(rows);
  for (const Finding& each : findings) {
    document["claims"].push_back({{"set", each.set},
                                  {"claim", each.claim},
                                  {"says", each.says},
                                  {"leans_on", each.leans_on},
                                  {"role", sim::name_of(each.role)},
                                  {"expected", each.expected},
                                  {"found", each.found},
                                  {"holds", each.holds}});
  }
  return document;
}

}  // namespace experiments
