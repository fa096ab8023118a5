#include "experiments/validation/scoreboard.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/report/numbers.hpp"

namespace experiments {
namespace {

using calibration::Accuracy;
using calibration::Comparison;
using calibration::Score;

constexpr const char* kAllSets = "all sets";

std::string decimal(double value) { return std::isfinite(value) ? fmt::format("{:.1f}", value) : ""; }
std::string with_sign(double value) { return std::isfinite(value) ? fmt::format("{:+.1f}", value) : ""; }
std::string count(std::size_t rows) { return rows == 0 ? "" : fmt::format("{}", rows); }

// Of "case metric", where the metric has a column of its own.
std::string worst_case(const Score& score) {
  const std::string& row = score.predicted.worst_row;
  return row.substr(0, row.size() - std::min(row.size(), score.metric.size() + 1));
}

using Line = std::vector<std::string>;

Line line_of(const Score& score) {
  const Accuracy& fitted = score.fitted;
  const Accuracy& predicted = score.predicted;
  return {score.set, score.metric, count(fitted.rows), decimal(fitted.median_pct), decimal(fitted.p90_pct), count(predicted.rows),
          decimal(predicted.median_pct), decimal(predicted.p90_pct), with_sign(predicted.bias_pct), with_sign(predicted.worst_error_pct),
          worst_case(score)};
}

// Words to the left, figures to the right.
std::string aligned(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Line& line : lines) {
    std::string shown;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool is_word = i < 2 || i + 1 == line.size();
      shown += is_word ? fmt::format("{:<{}}  ", line[i], widths[i]) : fmt::format("{:>{}}  ", line[i], widths[i]);
    }
    text += shown.substr(0, shown.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// Every metric once, its rows of all sets together.
std::vector<Score> over_all_sets(std::vector<Comparison> rows) {
  for (Comparison& row : rows) {
    row.case_name = row.set + " " + row.case_name;
    row.set = kAllSets;
  }
  return calibration::scores_of(rows);
}

std::string claims_line(const std::vector<Finding>& findings, const std::string& set) {
  std::vector<std::string> failed;
  std::size_t asked = 0;
  for (const Finding& each : findings) {
    if (each.set != set) continue;
    ++asked;
    if (!each.holds) failed.push_back(each.claim);
  }
  if (asked == 0) return "";
  const std::string broken = failed.empty() ? "" : fmt::format("; fails: {}", fmt::join(failed, ", "));
  return fmt::format("{}: {} of {} claims hold{}\n", set, asked - failed.size(), asked, broken);
}

std::string claims_lines(const std::vector<Finding>& findings) {
  std::string text;
  std::string last;
  for (const Finding& each : findings) {
    if (each.set != last) text += claims_line(findings, each.set);
    last = each.set;
  }
  return text;
}

sim::Json accuracy_json(const Accuracy& accuracy) {
  return {{"rows", accuracy.rows},
          {"median_abs_error_pct", json_number(accuracy.median_pct)},
          {"p90_abs_error_pct", json_number(accuracy.p90_pct)},
          {"median_error_pct", json_number(accuracy.bias_pct)},
          {"worst_error_pct", json_number(accuracy.worst_error_pct)},
          {"worst_row", accuracy.worst_row}};
}

}  // namespace

std::string scoreboard_table(const std::vector<Comparison>& rows, const std::vector<Finding>& findings) {
  std::vector<Line> lines = {{"set", "metric", "fitted", "median", "90 %", "predicted", "median", "90 %", "bias", "worst", "case"}};
  for (const Score& score : calibration::scores_of(rows)) lines.push_back(line_of(score));
  const auto all = over_all_sets(rows);
  for (const Score& score : all) lines.push_back(line_of(score));
  return aligned(lines) + claims_lines(findings);
}

sim::Json scores_json(const std::vector<Comparison>& rows) {
  sim::Json scores = sim::Json::array();
  for (const Score& score : calibration::scores_of(rows)) {
    scores.push_back({{"set", score.set},
                      {"metric", score.metric},
                      {"fitted", accuracy_json(score.fitted)},
                      {"predicted", accuracy_json(score.predicted)}});
  }
  return scores;
}

}  // namespace experiments
