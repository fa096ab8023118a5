#include "experiments/study/refinement.hpp"

#include <algorithm>
#include <cmath>

namespace experiments {
namespace {

constexpr int kFirstPoints = 5;
constexpr const char* kThroughput = "throughput.tps";

using Line = std::vector<StudyPoint>;

std::size_t refined_factor(const Study& study) {
  const auto is_it = [&](const Factor& factor) { return factor.name() == study.document.design.along; };
  return static_cast<std::size_t>(std::find_if(study.factors.begin(), study.factors.end(), is_it) - study.factors.begin());
}

// Where a point lies along its line, from 0 to 1.
double place(const Study& study, const StudyPoint& point) {
  const std::size_t along = refined_factor(study);
  return study.factors[along].share_of(point.levels[along]);
}

StudyPoint moved_to(const Study& study, StudyPoint point, double share) {
  const std::size_t along = refined_factor(study);
  point.levels[along] = study.factors[along].at(share);
  return point;
}

// Whether the point is new on its line: whole numbers come to an end. Keeps the line in order.
bool insert(const Study& study, Line& line, const StudyPoint& point) {
  const std::size_t along = refined_factor(study);
  const auto is_same = [&](const StudyPoint& other) { return other.levels[along].label == point.levels[along].label; };
  if (std::any_of(line.begin(), line.end(), is_same)) return false;
  const auto is_before = [&](const StudyPoint& one, const StudyPoint& other) { return place(study, one) < place(study, other); };
  line.insert(std::upper_bound(line.begin(), line.end(), point, is_before), point);
  return true;
}

// The intervals between neighbours, by the number of the first; the most interesting first.
using Wanted = std::vector<std::size_t>;

bool is_feasible(const Study& study, const std::optional<FigureValues>& figures) {
  if (!figures) return false;
  const auto& constraints = study.asked.constraints;
  return std::all_of(constraints.begin(), constraints.end(), [&](const Criterion& each) { return each.margin(*figures) >= 0; });
}

Wanted where_feasibility_changes(const Study& study, const Line& line, const FiguresOf& figures) {
  Wanted wanted;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (is_feasible(study, figures(line[i])) != is_feasible(study, figures(line[i + 1]))) wanted.push_back(i);
  }
  return wanted;
}

// By the area of the triangle that each point makes with its neighbours, in shares of the line and of the greatest throughput.
Wanted around_sharpest_bend(const Study& study, const Line& line, const FiguresOf& figures) {
  std::vector<double> x;
  std::vector<double> y;
  for (const StudyPoint& point : line) {
    const auto found = figures(point);
    const double throughput = found ? figure_named(*found, kThroughput).value : 0;
    x.push_back(place(study, point));
    y.push_back(std::isfinite(throughput) ? throughput : 0);
  }
  const double most = std::max(*std::max_element(y.begin(), y.end()), 1e-300);
  std::vector<std::pair<double, std::size_t>> bends;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    const double twice_area = (x[i] - x[i - 1]) * (y[i + 1] - y[i - 1]) / most - (x[i + 1] - x[i - 1]) * (y[i] - y[i - 1]) / most;
    const bool is_left_longer = x[i] - x[i - 1] > x[i + 1] - x[i];
    bends.emplace_back(-std::abs(twice_area), is_left_longer ? i - 1 : i);
  }
  std::sort(bends.begin(), bends.end());
  Wanted wanted;
  for (const auto& bend : bends) wanted.push_back(bend.second);
  return wanted;
}

std::optional<StudyPoint> halve_one(const Study& study, Line& line, const FiguresOf& figures) {
  const bool is_knee = study.document.design.around == RefineAround::knee;
  const Wanted wanted = is_knee ? around_sharpest_bend(study, line, figures) : where_feasibility_changes(study, line, figures);
  for (const std::size_t i : wanted) {
    const double middle = (place(study, line[i]) + place(study, line[i + 1])) / 2;
    const StudyPoint point = moved_to(study, line[i], middle);
    if (insert(study, line, point)) return point;
  }
  return std::nullopt;
}

}  // namespace

std::vector<StudyPoint> begin_refinement(const Study& study, std::vector<std::vector<StudyPoint>>& lines) {
  const std::size_t along = refined_factor(study);
  std::vector<Factor> others = study.factors;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(along));
  std::vector<StudyPoint> points;
  for (StudyPoint start : grid(others)) {
    start.levels.insert(start.levels.begin() + static_cast<std::ptrdiff_t>(along), study.factors[along].at(0));
    Line line;
    const auto first = std::min<std::int64_t>(kFirstPoints, study.document.design.points);
    for (std::int64_t i = 0; i < first; ++i)
      insert(study, line, moved_to(study, start, static_cast<double>(i) / static_cast<double>(first - 1)));
    points.insert(points.end(), line.begin(), line.end());
    lines.push_back(std::move(line));
  }
  return points;
}

std::vector<StudyPoint> refine(const Study& study, std::vector<std::vector<StudyPoint>>& lines, const FiguresOf& figures) {
  std::vector<StudyPoint> points;
  for (Line& line : lines) {
    if (static_cast<std::int64_t>(line.size()) >= study.document.design.points) continue;
    if (const auto point = halve_one(study, line, figures)) points.push_back(*point);
  }
  return points;
}

}  // namespace experiments
