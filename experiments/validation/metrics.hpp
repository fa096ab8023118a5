// What can be compared with a measurement: names and how each number is taken from a run's summary.
#pragma once

#include <string>
#include <vector>

#include "calibration/measured_histogram.hpp"
#include "models/summary.hpp"

namespace experiments {

struct Metric {
  std::string name;
  std::string doc;
  sim::Estimate (*of)(const models::Summary& summary);  // null for one that needs more than a run
};

// All of them.
const std::vector<Metric>& metrics();

// The one of that name, or null.
const Metric* find_metric(const std::string& name);

std::vector<std::string> metric_names();

// The throughput that `summary` loses against `reference`, in per cent: the metric gap_pct.
sim::Estimate throughput_gap(const models::Summary& summary, const models::Summary& reference);

inline constexpr const char* kGapMetric = "gap_pct";

// How far the lag of the first replica is from what was measured: the metric lag_ks.
sim::Estimate lag_distance(const models::Summary& summary, const calibration::MeasuredHistogram& measured);

inline constexpr const char* kLagDistanceMetric = "lag_ks";

}  // namespace experiments
