// A calibration: costs fitted to the fitted cases of a set, what is known of them, and how good they are for the cases that were held out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "calibration/bootstrap.hpp"
#include "calibration/comparison.hpp"
#include "calibration/least_squares.hpp"
#include "calibration/next_measurement.hpp"
#include "experiments/validation/validation_set.hpp"

namespace experiments {

struct CalibrationOptions {
  int jobs = 1;                        // simulations at the same time
  int random_starts = 8;               // of the search, beside the present costs and those of the analysis
  int resamples = 1000;                // of the bootstrap
  std::int64_t transactions = 10'000;  // to simulate per case and point of the search
  bool is_robust = true;               // Huber's loss in place of squares
};

struct Calibration {
  ValidationSet set;                              // with the fitted costs
  calibration::Fit fit;                           // times in seconds
  std::vector<calibration::Spread> spreads;       // of its parameters, over resampled runs
  std::vector<calibration::Comparison> rows;      // of all cases, fitted and held out; half-widths include what is not known of the costs
  std::vector<calibration::Advice> advice;        // for costs that are known badly
};

// Fits, and predicts every case with the fitted costs. Nothing after reporting why the set cannot be fitted. Throws sim::IsolatedRunError
// when a simulation fails.
std::optional<Calibration> calibrate(const ValidationSet& set, const CalibrationOptions& options, sim::Diagnostics& diagnostics);

}  // namespace experiments
