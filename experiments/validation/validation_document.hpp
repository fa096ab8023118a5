// A validation set as its file says it: measured cases, and the scenarios that should predict them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "calibration/measured_histogram.hpp"
#include "experiments/validation/claim_document.hpp"
#include "sim/config/schema.hpp"

namespace experiments {

struct HistogramClassDocument {
  sim::Seconds from{};
  double count = 0;

  static sim::Schema<HistogramClassDocument> schema();
};

struct HistogramDocument {
  sim::Seconds class_width{};
  std::vector<HistogramClassDocument> classes;

  calibration::MeasuredHistogram measured() const;
  static sim::Schema<HistogramDocument> schema();
};

struct CaseDocument {
  std::string scenario;          // "" for the set's
  std::vector<std::string> set;  // PATH=VALUE, as --set has them
  calibration::Role role = calibration::Role::predicted;
  std::vector<std::string> fitted;           // metrics that are fitted although the case is predicted
  std::string against;                       // the case that gap_pct compares with
  std::vector<std::string> sysbench;         // logs that measured it
  std::vector<std::string> lab;              // records of the lab that measured it, with their logs
  std::optional<std::vector<std::string>> conditions;  // of those records that the scenario takes over; none: see lab_conditions()
  sim::Named<std::vector<double>> measured;  // one value per repetition; none: only predicted
  double interval_noise = 0;                 // standard error of the throughput by the intervals of a log, relative; 0: not known

  HistogramDocument lag_histogram;           // of the first replica

  static sim::Schema<CaseDocument> schema();
};

struct FitDocument {
  std::string cost;  // a path in the scenario, such as costs.binlog_fsync.mean
  sim::Seconds low{0};
  sim::Seconds high{0};

  static sim::Schema<FitDocument> schema();
};

struct ValidationDocument {
  std::string description;
  std::string scenario;
  sim::Named<CaseDocument> cases;
  std::vector<FitDocument> fit;
  sim::Named<ClaimDocument> claims;

  static sim::Schema<ValidationDocument> schema();
};

}  // namespace experiments
