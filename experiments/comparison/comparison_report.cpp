#include "experiments/comparison/comparison_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "experiments/comparison/reasons.hpp"
#include "experiments/report/numbers.hpp"
#include "experiments/report/text_table.hpp"
#include "sim/config/encoding.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr std::array kHeadlines{"throughput.tps",  "response_ms.mean", "response_ms.p50", "response_ms.p95",
                                "response_ms.p99", "group_commit.mean_size"};
constexpr std::size_t kSettingsTold = 12;
constexpr std::size_t kWidth = 96;

bool is_headline(const PairedRow& row) {
  const bool is_lag = row.metric.starts_with("replicas.") && row.metric.ends_with(".lag_ms.p95");
  return is_lag || std::find(kHeadlines.begin(), kHeadlines.end(), row.metric) != kHeadlines.end();
}

std::vector<std::string> line_of(const PairedRow& row) {
  const double half_width = row.difference.half_width;
  const std::string relative = row.a.mean != 0 ? fmt::format("{:+.2f}", row.relative() * 100) : "";
  return {row.metric, row.unit, four_digits(row.a.mean), four_digits(row.b.mean), four_digits(row.difference.mean),
          four_digits(half_width), relative, row.is_clear() ? "" : "not clear"};
}

std::string setting_line(const Setting& setting) {
  const auto shown = [](const std::string& value) { return value.empty() ? std::string("(not there)") : sim::printable(value); };
  return fmt::format("   {}: {} -> {}\n", sim::printable(setting.path), shown(setting.a), shown(setting.b));
}

std::string header(const ScenarioComparison& comparison) {
  const models::Summary& summary = comparison.a.summary;
  std::string text = fmt::format("A  {}\nB  {}\n", sim::printable(comparison.name_a), sim::printable(comparison.name_b));
  const std::size_t told = std::min(comparison.settings.size(), kSettingsTold);
  for (std::size_t i = 0; i < told; ++i) text += setting_line(comparison.settings[i]);
  if (comparison.settings.size() > told) text += fmt::format("   and {} more\n", comparison.settings.size() - told);
  if (comparison.settings.empty()) text += "   the same scenario\n";
  return text + fmt::format("{} pair{} of {} on common random numbers, seed {}\n\n", comparison.pairs, comparison.pairs == 1 ? "" : "s",
                            sim::format_time(sim::Seconds{summary.simulated_s}), summary.seed);
}

std::string sentences(const std::string& title, const std::vector<std::string>& all) {
  std::string text = all.empty() ? "" : "\n" + title + "\n";
  for (const std::string& each : all) text += wrapped(each, kWidth, 4, 2);
  return text;
}

sim::Json row_json(const PairedRow& row) {
  return {{"metric", row.metric},
          {"unit", row.unit},
          {"a", json_number(row.a.mean)},
          {"a_half_width", json_number(row.a.half_width)},
          {"b", json_number(row.b.mean)},
          {"b_half_width", json_number(row.b.half_width)},
          {"difference", json_number(row.difference.mean)},
          {"half_width", json_number(row.difference.half_width)},
          {"relative", row.a.mean != 0 ? json_number(row.relative()) : sim::Json()},
          {"is_clear", row.is_clear()}};
}

}  // namespace

std::string comparison_table(const ScenarioComparison& comparison, bool all_rows) {
  TextTable table({"metric", "unit", "A", "B", "B - A", "±", "%", ""}, 2);
  for (const PairedRow& row : comparison.rows) {
    if (all_rows || is_headline(row)) table.add(line_of(row));
  }
  std::string text = header(comparison) + table.text();
  text += sentences("So", verdicts(comparison));
  text += sentences("Why", reasons(comparison));
  if (comparison.precision) {
    text += fmt::format("\nNote: the precision of {} was not reached with {} pairs; a longer duration helps\n",
                        sim::format_fraction({*comparison.precision}), comparison.pairs);
  }
  return text;
}

sim::Json comparison_json(const ScenarioComparison& comparison) {
  sim::Json document{{"schema", "commitsim.comparison/1"},
                     {"a", comparison.name_a},
                     {"b", comparison.name_b},
                     {"pairs", comparison.pairs},
                     {"simulated_s", comparison.a.summary.simulated_s},
                     {"seed", comparison.a.summary.seed},
                     {"precision_reached", !comparison.precision},
                     {"settings", sim::Json::array()},
                     {"rows", sim::Json::array()},
                     {"verdicts", verdicts(comparison)},
                     {"reasons", reasons(comparison)}};
  for (const Setting& each : comparison.settings) document["settings"].push_back({{"path", each.path}, {"a", each.a}, {"b", each.b}});
  for (const PairedRow& row : comparison.rows) document["rows"].push_back(row_json(row));
  return document;
}

}  // namespace experiments
