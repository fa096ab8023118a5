#include "experiments/study/study_export.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/report/csv_field.hpp"
#include "experiments/report/numbers.hpp"
#include "experiments/report/text_table.hpp"

namespace experiments {
namespace {

std::string with_half_width(const FigureValue& figure) {
  if (!std::isfinite(figure.half_width)) return four_digits(figure.value);
  return fmt::format("{} ± {}", four_digits(figure.value), two_digits(figure.half_width));
}

// Those of the constraints that the point fails.
std::string failed_constraints(const Study& study, const StoredPoint& point) {
  std::vector<std::string> failed;
  for (const Criterion& each : study.asked.constraints) {
    if (each.margin(point.figures) < 0) failed.push_back(each.text);
  }
  return fmt::format("{}", fmt::join(failed, "; "));
}

std::string remark(const Study& study, const StoredPoint& point) {
  if (point.status == "failed") return "failed: " + sim::printable(point.error);
  if (point.status.empty()) return "not simulated yet";
  const std::string failed = failed_constraints(study, point);
  return failed.empty() ? "" : "not " + sim::printable(failed);
}

std::string title_of(const std::string& metric) {
  const std::string unit = unit_of_metric(metric);
  return unit.empty() ? metric : fmt::format("{} [{}]", metric, unit);
}

// In the order of their first appearance.
std::vector<std::string> all_metrics(const std::vector<StoredPoint>& points) {
  std::vector<std::string> names;
  for (const StoredPoint& point : points) {
    for (const auto& figure : point.figures) {
      if (std::find(names.begin(), names.end(), figure.first) == names.end()) names.push_back(figure.first);
    }
  }
  return names;
}

std::string csv_header(const Study& study, const std::vector<std::string>& metrics) {
  std::string text = "study,place";
  for (const Factor& factor : study.factors) text += "," + csv_field(factor.name());
  text += ",seed,version,status";
  for (const std::string& metric : metrics) text += fmt::format(",{},{}", csv_field(metric), csv_field(metric + ".half_width"));
  return text + "\n";
}

std::string csv_row(const Study& study, const StoredPoint& point, std::size_t place, const std::vector<std::string>& metrics) {
  std::string text = fmt::format("{},{}", csv_field(study.name), place);
  for (const Factor& factor : study.factors) text += "," + csv_field(point.levels[factor.name()].get<std::string>());
  text += fmt::format(",{},{},{}", point.seed, csv_field(point.version), point.status);
  for (const std::string& metric : metrics) {
    const FigureValue figure = figure_named(point.figures, metric);
    text += fmt::format(",{},{}", csv_field(figure.value), csv_field(figure.half_width));
  }
  return text + "\n";
}

}  // namespace

std::string study_table(const Study& study, const std::vector<StoredPoint>& points) {
  std::vector<std::string> header;
  for (const Factor& factor : study.factors) header.push_back(factor.name());
  for (const std::string& metric : study.asked.responses) header.push_back(title_of(metric));
  header.emplace_back("");
  TextTable table(header, study.factors.size());
  for (const StoredPoint& point : points) {
    std::vector<std::string> row;
    for (const Factor& factor : study.factors) row.push_back(sim::printable(point.levels[factor.name()].get<std::string>()));
    for (const std::string& metric : study.asked.responses)
      row.push_back(point.figures.empty() ? "" : with_half_width(figure_named(point.figures, metric)));
    row.push_back(remark(study, point));
    table.add(std::move(row));
  }
  return table.text();
}

std::string study_csv(const Study& study, const std::vector<StoredPoint>& points, bool all) {
  const auto metrics = all ? all_metrics(points) : study.asked.responses;
  std::string text = csv_header(study, metrics);
  for (std::size_t i = 0; i < points.size(); ++i) text += csv_row(study, points[i], i, metrics);
  return text;
}

std::string study_json_lines(const Study& study, const std::vector<StoredPoint>& points) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const StoredPoint& point = points[i];
    sim::Json line{{"study", study.name}, {"place", i},           {"levels", point.levels}, {"cost", point.cost},
                   {"seed", point.seed},  {"version", point.version}, {"status", point.status}, {"error", point.error},
                   {"figures", sim::Json::object()}};
    for (const auto& [name, figure] : point.figures)
      line["figures"][name] = {{"value", json_number(figure.value)}, {"half_width", json_number(figure.half_width)}, {"unit", figure.unit}};
    text += line.dump() + "\n";
  }
  return text;
}

}  // namespace experiments
