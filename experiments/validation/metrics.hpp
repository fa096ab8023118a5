// What can be compared with a measurement: names and how each number is taken from a run's summary.
#pragma once

#include <string>
#include <vector>

#include "models/summary.hpp"

namespace experiments {

struct Metric {
  std::string name;
  std::string doc;
  sim::Estimate (*of)(const models::Summary& summary);  // null for a metric of two runs
};

// All of them.
const std::vector<Metric>& metrics();

// The one of that name, or null.
const Metric* find_metric(const std::string& name);

std::vector<std::string> metric_names();

// The throughput that `summary` loses against `reference`, in per cent: the metric gap_pct.
sim::Estimate throughput_gap(const models::Summary& summary, const models::Summary& reference);

inline constexpr const char* kGapMetric = "gap_pct";

}  // namespace experiments
