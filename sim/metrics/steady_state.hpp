// From observations to estimates: where the warm-up ends, and how wide the half-width of a result is. All half-widths
// are at 95 %, from Student's t distribution.
#pragma once

#include <cstddef>
#include <span>

#include "sim/metrics/estimate.hpp"
#include "sim/metrics/histogram.hpp"

namespace sim {

// The result of a warm-up search.
struct WarmUpCut {
  std::size_t drop = 0;    // how many observations to drop from the front
  bool is_steady = false;  // false: the best cut lies in the second half (too short, drifting), or too few observations
};

// MSER-5 (White 1997; White, Cobb and Spratt 2000): means of 5 successive observations, and the cut d that minimises
// sum over i >= d of (y_i - mean_d)^2 / (n - d)^2. The last 5 means are no candidates (few equal values look steady),
// and a cut in the second half counts as not steady; `drop` is then half of the observations. Fewer than 50: not
// steady, drop 0.
WarmUpCut find_warm_up(std::span<const double> observations);

inline constexpr std::size_t kMinBatches = 10;
inline constexpr std::size_t kMaxBatches = 40;

// Mean of a steady series (equally spaced observations, warm-up already dropped) with a half-width from batch means. Of
// the numbers of batches from kMaxBatches down to kMinBatches (batches growing by thirds) it takes the first whose
// means pass von Neumann's test for no lag-1 correlation r; if none passes, the last, and widens the half-width by
// sqrt((1 + r) / (1 - r)). A series shorter than kMinBatches has batches of one observation. The remainder that fills
// no batch counts in the mean only.
Estimate estimate_from_batches(std::span<const double> observations);

// Mean of one number per independent replicate.
Estimate estimate_from_replicates(std::span<const double> replicates);

// Mean of second[i] - first[i], the pairs being independent of one another (replicates on common random numbers).
// Throws std::invalid_argument when the lengths differ.
Estimate paired_difference(std::span<const double> first, std::span<const double> second);

// The same for two runs observed over time on common random numbers: half-width from batch means of the differences.
Estimate paired_difference_of_series(std::span<const double> first, std::span<const double> second);

// A percentile of everything in `batches` (successive, equal spans of one run): that of the merged histogram, with a
// half-width from the percentiles of the batches around it (sectioning: Asmussen and Glynn, Stochastic Simulation,
// III.5), the number of batches being chosen as in estimate_from_batches. Empty histograms are left out.
Estimate estimate_percentile(std::span<const Histogram> batches, double percent);

// A percentile from one histogram per independent replicate: that of the merged histogram, half-width likewise.
Estimate estimate_percentile_from_replicates(std::span<const Histogram> replicates, double percent);

}  // namespace sim
