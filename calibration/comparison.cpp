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

Accuracy accuracy_of(const std::vector<Comparison>& rows, Role role) {
  Accuracy accuracy;
  std::vector<double> errors;
  for (const Comparison& row : rows) {
    const double error = std::abs(row.error_pct());
    if (row.role != role || std::isnan(error)) continue;
    if (errors.empty() || error > accuracy.worst_pct) {
      accuracy.worst_pct = error;
      accuracy.worst_row = row.case_name + " " + row.metric;
    }
    errors.push_back(error);
  }
  accuracy.rows = errors.size();
  accuracy.median_pct = median(std::move(errors));
  return accuracy;
}

}  // namespace calibration
