#include "calibration/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace calibration {

double Comparison::error_pct() const { return (predicted - measured) / measured * 100; }

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

namespace {

// The smallest value that at least this share of them does not exceed; NaN of nothing.
double nearest_rank(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

Accuracy accuracy_of(const std::vector<Comparison>& rows, Role role) {
  Accuracy accuracy;
  std::vector<double> errors;
  std::vector<double> sizes;
  for (const Comparison& row : rows) {
    const double error = row.error_pct();
    if (row.role != role || std::isnan(error)) continue;
    if (errors.empty() || std::abs(error) > accuracy.worst_pct) {
      accuracy.worst_pct = std::abs(error);
      accuracy.worst_error_pct = error;
      accuracy.worst_row = row.case_name + " " + row.metric;
    }
    errors.push_back(error);
    sizes.push_back(std::abs(error));
  }
  accuracy.rows = errors.size();
  accuracy.bias_pct = median(std::move(errors));
  accuracy.p90_pct = nearest_rank(sizes, 0.9);
  accuracy.median_pct = median(std::move(sizes));
  return accuracy;
}

std::vector<Score> scores_of(const std::vector<Comparison>& rows) {
  std::vector<std::vector<Comparison>> groups;
  for (const Comparison& row : rows) {
    const auto is_its = [&](const std::vector<Comparison>& group) {
      return group.front().set == row.set && group.front().metric == row.metric;
    };
    const auto group = std::find_if(groups.begin(), groups.end(), is_its);
    if (group == groups.end()) groups.push_back({row});
    else group->push_back(row);
  }
  std::vector<Score> scores;
  for (const auto& group : groups) {
    Score score{group.front().set, group.front().metric, accuracy_of(group, Role::fitted), accuracy_of(group, Role::predicted)};
    if (score.fitted.rows + score.predicted.rows > 0) scores.push_back(std::move(score));
  }
  return scores;
}

}  // namespace calibration
