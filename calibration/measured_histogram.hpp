// A distribution that somebody has measured and told by classes, and how far a simulated one is from it.
#pragma once

#include <vector>

#include "sim/core/units.hpp"
#include "sim/metrics/histogram.hpp"

namespace calibration {

// So many values of [from, from + the class width).
struct HistogramClass {
  sim::Seconds from{};
  double count = 0;
};

// Classes of equal width in rising order; those that are left out are empty.
struct MeasuredHistogram {
  sim::Seconds class_width{};
  std::vector<HistogramClass> classes;

  bool is_empty() const { return classes.empty(); }
};

// The Kolmogorov-Smirnov distance: the largest difference of the two distribution functions, 0 to 1, at the ends of the classes, where
// that of what was measured is known. `simulated` is in seconds and must hold values, `measured` at least one class with values.
// Source: Kolmogorov 1933, Sulla determinazione empirica di una legge di distribuzione.
double distribution_distance(const MeasuredHistogram& measured, const sim::Histogram& simulated);

}  // namespace calibration
