#include "experiments/study/recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/report/numbers.hpp"

namespace experiments {
namespace {

constexpr const char* kCost = "cost";
constexpr double kHundred = 100;

FigureValue objective_of(const Questions& asked, const StoredPoint& point) {
  if (asked.objective->metric == kCost) return {point.cost, std::numeric_limits<double>::quiet_NaN(), ""};
  const auto worst = asked.objective->is_maximised ? Extreme::least : Extreme::greatest;
  return figure_named(point.figures, asked.objective->metric, worst);
}

// Whether the interval of the figure lies on one side of the bound.
bool is_clear_of_bound(const Criterion& criterion, const StoredPoint& point) {
  const FigureValue figure = figure_named(point.figures, criterion.metric, criterion.is_upper ? Extreme::greatest : Extreme::least);
  return !std::isfinite(figure.half_width) || std::abs(figure.value - criterion.bound) > figure.half_width;
}

Candidate candidate_of(const Questions& asked, const StoredPoint& point, std::size_t place) {
  const FigureValue objective = objective_of(asked, point);
  Candidate candidate{place, objective.value, objective.half_width, std::numeric_limits<double>::infinity(), "", true};
  for (const Criterion& each : asked.constraints) {
    const double margin = each.margin(point.figures);
    candidate.is_sure = candidate.is_sure && is_clear_of_bound(each, point);
    if (margin >= candidate.margin) continue;
    candidate.margin = margin;
    candidate.nearest = each.text;
  }
  return candidate;
}

std::string levels_text(const StoredPoint& point) {
  std::string text;
  for (const auto& [name, label] : point.levels.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, sim::printable(label.get<std::string>()));
  return text;
}

std::string objective_text(const Study& study, const Candidate& candidate) {
  const std::string unit = unit_of_metric(study.asked.objective->metric);
  std::string text = fmt::format("{} {:.4g}", study.asked.objective->metric, candidate.objective);
  if (std::isfinite(candidate.objective_half_width)) text += " ± " + two_digits(candidate.objective_half_width);
  return unit.empty() ? text : text + " " + unit;
}

std::string margin_text(const Candidate& candidate) {
  if (candidate.nearest.empty()) return "";
  const char* unsure = candidate.is_sure ? "" : "; the simulation is not precise enough to be sure";
  if (candidate.margin >= 0)
    return fmt::format("  nearest bound: {}, {:.1f} % to spare{}\n", sim::printable(candidate.nearest), candidate.margin * kHundred,
                       unsure);
  if (std::isinf(candidate.margin)) return fmt::format("  {}: not known at this point\n", sim::printable(candidate.nearest));
  return fmt::format("  misses {} by {:.1f} %{}\n", sim::printable(candidate.nearest), -candidate.margin * kHundred, unsure);
}

std::string candidate_text(const Study& study, const std::vector<StoredPoint>& points, const Candidate& candidate) {
  return fmt::format("{}\n  {}\n{}", levels_text(points[candidate.place]), objective_text(study, candidate), margin_text(candidate));
}

sim::Json candidate_json(const std::vector<StoredPoint>& points, const Candidate& candidate) {
  return {{"place", candidate.place},
          {"levels", points[candidate.place].levels},
          {"cost", points[candidate.place].cost},
          {"objective", json_number(candidate.objective)},
          {"half_width", json_number(candidate.objective_half_width)},
          {"margin", json_number(candidate.margin)},
          {"nearest_constraint", candidate.nearest},
          {"is_sure", candidate.is_sure}};
}

}  // namespace

Recommendation recommend(const Questions& asked, const std::vector<StoredPoint>& points) {
  Recommendation found;
  for (std::size_t place = 0; place < points.size(); ++place) {
    if (points[place].status != "done") {
      ++found.failed;
      continue;
    }
    Candidate candidate = candidate_of(asked, points[place], place);
    const bool is_feasible = candidate.margin >= 0 && std::isfinite(candidate.objective);
    (is_feasible ? found.feasible : found.infeasible).push_back(std::move(candidate));
  }
  const bool is_maximised = asked.objective->is_maximised;
  std::stable_sort(found.feasible.begin(), found.feasible.end(), [&](const Candidate& one, const Candidate& other) {
    if (one.objective != other.objective) return is_maximised == (one.objective > other.objective);
    return one.margin > other.margin;
  });
  std::stable_sort(found.infeasible.begin(), found.infeasible.end(),
                   [](const Candidate& one, const Candidate& other) { return one.margin > other.margin; });
  return found;
}

std::string recommendation_text(const Study& study, const std::vector<StoredPoint>& points, const Recommendation& found) {
  const std::size_t simulated = found.feasible.size() + found.infeasible.size();
  std::string text = fmt::format("{} of {} points meet the constraints\n", found.feasible.size(), simulated);
  if (found.failed > 0) text += fmt::format("{} points have no result\n", found.failed);
  if (found.feasible.empty()) {
    if (found.infeasible.empty()) return text;
    return text + "\nNearest miss: " + candidate_text(study, points, found.infeasible.front());
  }
  text += "\nBest: " + candidate_text(study, points, found.feasible.front());
  if (found.feasible.size() > 1) text += "\nRunner-up: " + candidate_text(study, points, found.feasible[1]);
  return text;
}

sim::Json recommendation_json(const Study& study, const std::vector<StoredPoint>& points, const Recommendation& found) {
  sim::Json document{{"schema", "commitsim.recommendation/1"},
                     {"study", study.name},
                     {"objective", study.document.objective},
                     {"constraints", study.document.constraints},
                     {"feasible", sim::Json::array()},
                     {"infeasible", sim::Json::array()},
                     {"without_result", found.failed}};
  for (const Candidate& each : found.feasible) document["feasible"].push_back(candidate_json(points, each));
  for (const Candidate& each : found.infeasible) document["infeasible"].push_back(candidate_json(points, each));
  return document;
}

}  // namespace experiments
