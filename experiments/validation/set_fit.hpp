// The least squares problem of a validation set: its `fit` section's costs, and the rows that are marked as fitted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "calibration/comparison.hpp"
#include "calibration/least_squares.hpp"
#include "experiments/validation/validation_set.hpp"

namespace experiments {

inline constexpr double kLeastSpread = 0.01;  // relative; repetitions on an idle machine differ by 1 to 4 %

struct FitOptions {
  int jobs = 1;                   // simulations at the same time
  int random_starts = 0;          // beside the present costs and those of the analysis
  std::int64_t transactions = 0;  // to simulate per case while searching; 0: the scenario's whole duration
  bool is_robust = false;         // rows far off pull less: Huber's loss, its scale from the fit itself
};

class SetFit {
 public:
  // Nothing after reporting why the set cannot be fitted, or which of its costs cannot be set.
  static std::optional<SetFit> prepare(const ValidationSet& set, const FitOptions& options, sim::Diagnostics& diagnostics);

  // Weighted least squares on the rows' relative errors; times in seconds. A row's weight comes from the noise of what was measured, of
  // which at least kLeastSpread is assumed. Every run has the scenario's own seed, so that all points of the search see the same random
  // numbers. Throws sim::IsolatedRunError when a simulation fails.
  calibration::Fit solve() const;

  // The rows that are fitted, in the order of the residuals.
  const std::vector<calibration::Comparison>& rows() const { return rows_; }

 private:
  SetFit(std::shared_ptr<const ValidationSet> seen, const FitOptions& options);

  std::vector<Eigen::VectorXd> starts() const;
  Eigen::VectorXd best_start() const;

  std::shared_ptr<const ValidationSet> seen_;
  FitOptions options_;
  std::vector<calibration::Comparison> rows_;
  calibration::Problem problem_;
};

// Simulated numbers are known to about 0.1 %: steps and tolerances that are well above that.
calibration::Options options_for_simulations();

// The set with its runs cut, so that each simulates about that many transactions, and no more than it would. What was measured, or the
// analysis, says how long that takes.
ValidationSet with_short_runs(const ValidationSet& set, std::int64_t transactions);

// 1 / noise of what was measured, relative, in the order of the rows.
std::vector<double> weights_of(const ValidationSet& set, const std::vector<calibration::Comparison>& rows);

}  // namespace experiments
