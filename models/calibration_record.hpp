// What a cost profile says of the calibration that it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/schema.hpp"
#include "sim/core/units.hpp"

namespace models {

struct FittedCostRecord {
  std::string cost;  // its path, such as client_round_trip.mean
  sim::Seconds value{0};
  sim::Seconds standard_error{0};  // 0: at a bound, or not determined
  sim::Seconds low{0};             // 5 % and 95 % of the fits to resampled runs
  sim::Seconds high{0};

  static sim::Schema<FittedCostRecord> schema();
};

// A number that was measured, and what the calibrated model says.
struct CalibrationRowRecord {
  std::string name;  // of the case
  std::string metric;
  std::string role;  // fitted or predicted
  double measured = 0;
  double predicted = 0;

  static sim::Schema<CalibrationRowRecord> schema();
};

// Between which values the measured runs lay, fitted and held out: outside of them nothing is known of how good a prediction is.
struct MeasuredRange {
  std::vector<std::string> versions;
  std::int64_t fewest_threads = 0;
  std::int64_t most_threads = 0;

  static sim::Schema<MeasuredRange> schema();
};

struct CalibrationRecord {
  std::string source;  // the calibration's file and what it says of itself
  std::vector<FittedCostRecord> costs;
  std::vector<std::vector<double>> correlations;  // of the costs, in their order; 0 where not known
  MeasuredRange measured;
  std::vector<CalibrationRowRecord> rows;

  bool is_stated() const { return !costs.empty(); }

  static sim::Schema<CalibrationRecord> schema();
};

}  // namespace models
