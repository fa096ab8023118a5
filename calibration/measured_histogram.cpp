#include "calibration/measured_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace calibration {

double distribution_distance(const MeasuredHistogram& measured, const sim::Histogram& simulated) {
  double total = 0;
  for (const HistogramClass& each : measured.classes) total += each.count;
  double below = 0;
  double distance = 0;
  const auto compare_at = [&](sim::Seconds end) {
    distance = std::max(distance, std::abs(simulated.share_up_to(end.count()) - below / total));
  };
  for (const HistogramClass& each : measured.classes) {
    compare_at(each.from);
    below += each.count;
    compare_at(each.from + measured.class_width);
  }
  return distance;
}

}  // namespace calibration
