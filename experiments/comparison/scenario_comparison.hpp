// What differs between two scenarios, how surely, and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/comparison/paired_runs.hpp"
#include "experiments/report/result.hpp"
#include "sim/metrics/estimate.hpp"

namespace experiments {

struct PairedRow {
  std::string metric;
  std::string unit;
  sim::Estimate a, b;        // half-widths as if each had been run alone, NaN where they are not known
  sim::Estimate difference;  // b - a; half-width of the paired differences, NaN where it is not known

  double relative() const { return difference.mean / a.mean; }

  // Whether the difference is one to speak of: its 95 % interval leaves out 0, and it is a thousandth of A at least.
  bool is_clear() const;
};

// A value that the two scenarios do not share.
struct Setting {
  std::string path;
  std::string a;  // "" where it is not there
  std::string b;
};

struct ScenarioComparison {
  std::string name_a, name_b;
  Result a, b;                     // of all replicates
  std::int64_t pairs = 0;
  std::optional<double> precision; // asked for and not reached
  std::vector<Setting> settings;
  std::vector<PairedRow> rows;     // of the metrics that both have

  // The row of a metric, or null.
  const PairedRow* find(const std::string& metric) const;
};

// The rows of two results of which the records are the replicates; `a` and `b` need their scenarios, bounds and files, the summaries are
// computed here.
ScenarioComparison compare_runs(Result a, Result b, const PairedRuns& runs);

}  // namespace experiments
