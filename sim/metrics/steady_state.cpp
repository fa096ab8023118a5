#include "sim/metrics/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <boost/math/distributions/students_t.hpp>

namespace sim {

namespace {

constexpr double kConfidence = 0.95;

double mean_of(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Means of successive groups of `size` values; a remainder at the front is left out.
std::vector<double> means_of_groups(std::span<const double> values, std::size_t size) {
  std::vector<double> means;
  for (std::size_t begin = values.size() % size; begin < values.size(); begin += size) {
    means.push_back(mean_of(values.subspan(begin, size)));
  }
  return means;
}

// The half-width that independent values, each an estimate of `centre`, give it; NaN for fewer than two.
double half_width_around(double centre, std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  const double t = boost::math::quantile(boost::math::students_t(n - 1), (1 + kConfidence) / 2);
  return t * std::sqrt(squares / (n - 1) / n);
}

// Estimate `mean` with the half-width of independent values.
Estimate from_independent(double mean, std::span<const double> values, EstimateMethod method) {
  const auto n = static_cast<std::int64_t>(values.size());
  return {mean, half_width_around(mean, values), n, n < 2 ? EstimateMethod::None : method};
}

// Lag-1 correlation in the form of von Neumann's ratio, 1 - sum (y_{i+1} - y_i)^2 / (2 sum (y_i - mean)^2): its mean is
// 0 for independent values and its variance (n - 2) / (n^2 - 1) (von Neumann 1941; Fishman 1978). 0 for a constant
// series.
double lag_one_correlation(std::span<const double> values) {
  const double mean = mean_of(values);
  double steps = 0;
  double spread = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    spread += (values[i] - mean) * (values[i] - mean);
    if (i > 0) steps += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
  }
  return spread > 0 ? 1 - steps / (2 * spread) : 0;
}

// One-sided test at 20 %: batches that are only nearly independent give half-widths that are too small.
bool pass_for_independent(std::span<const double> values) {
  constexpr double kCritical = 0.8416;  // normal quantile of 0.8
  const auto n = static_cast<double>(values.size());
  return n < 3 || lag_one_correlation(values) <= kCritical * std::sqrt((n - 2) / (n * n - 1));
}

// Estimate from batches of `size` observations; batch_values(size) returns what each batch says of `mean`.
Estimate with_batches(double mean, std::size_t observations,
                      const std::function<std::vector<double>(std::size_t)>& batch_values) {
  constexpr double kMaxCorrelation = 0.9;
  const std::size_t largest = std::max<std::size_t>(observations / kMinBatches, 1);
  std::size_t size = std::clamp<std::size_t>((observations + kMaxBatches - 1) / kMaxBatches, 1, largest);
  std::vector<double> values = batch_values(size);
  while (size < largest && !pass_for_independent(values)) {
    size = std::min(std::max(size + 1, size * 4 / 3), largest);
    values = batch_values(size);
  }
  Estimate estimate = from_independent(mean, values, EstimateMethod::BatchMeans);
  if (!pass_for_independent(values)) {
    const double r = std::min(lag_one_correlation(values), kMaxCorrelation);
    estimate.half_width *= std::sqrt((1 + r) / (1 - r));
    estimate.method = EstimateMethod::CorrelatedBatchMeans;
  }
  return estimate;
}

std::vector<double> differences(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) {
    throw std::invalid_argument(fmt::format("paired difference: {} values against {}", first.size(), second.size()));
  }
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = second[i] - first[i];
  return differences;
}

Histogram merged(std::span<const Histogram> histograms) {
  Histogram all;
  for (const Histogram& histogram : histograms) all.merge(histogram);
  return all;
}

std::vector<Histogram> without_empty(std::span<const Histogram> histograms) {
  std::vector<Histogram> filled;
  std::copy_if(histograms.begin(), histograms.end(), std::back_inserter(filled),
               [](const Histogram& histogram) { return !histogram.is_empty(); });
  return filled;
}

// Percentiles of successive groups of `size` histograms; a remainder at the front is left out.
std::vector<double> percentiles_of_groups(std::span<const Histogram> histograms, std::size_t size, double percent) {
  std::vector<double> percentiles;
  for (std::size_t begin = histograms.size() % size; begin < histograms.size(); begin += size) {
    percentiles.push_back(merged(histograms.subspan(begin, size)).percentile(percent));
  }
  return percentiles;
}

}  // namespace

WarmUpCut find_warm_up(std::span<const double> observations) {
  constexpr std::size_t kGroup = 5;
  constexpr std::size_t kLeast = 10;  // means needed to say anything
  constexpr std::size_t kKept = 5;    // means that always stay
  if (observations.size() < kLeast * kGroup) return {};
  const std::size_t whole = observations.size() / kGroup * kGroup;
  const std::vector<double> means = means_of_groups(observations.first(whole), kGroup);

  // Mean and sum of squares of the means from d on, updated from the back (Welford).
  double mean = 0;
  double squares = 0;
  double best = std::numeric_limits<double>::infinity();
  std::size_t cut = 0;
  for (std::size_t d = means.size(); d-- > 0;) {
    const auto n = static_cast<double>(means.size() - d);
    const double step = means[d] - mean;
    mean += step / n;
    squares += step * (means[d] - mean);
    const double criterion = squares / (n * n);
    if (means.size() - d < kKept || criterion > best) continue;
    best = criterion;
    cut = d;
  }
  if (2 * cut > means.size()) return {observations.size() / 2, false};
  return {cut * kGroup, true};
}

Estimate estimate_from_batches(std::span<const double> observations) {
  return with_batches(mean_of(observations), observations.size(),
                      [&](std::size_t size) { return means_of_groups(observations, size); });
}

Estimate estimate_from_replicates(std::span<const double> replicates) {
  return from_independent(mean_of(replicates), replicates, EstimateMethod::Replicates);
}

Estimate paired_difference(std::span<const double> first, std::span<const double> second) {
  const std::vector<double> pairs = differences(first, second);
  return from_independent(mean_of(pairs), pairs, EstimateMethod::PairedDifference);
}

Estimate paired_difference_of_series(std::span<const double> first, std::span<const double> second) {
  return estimate_from_batches(differences(first, second));
}

Estimate estimate_percentile(std::span<const Histogram> batches, double percent) {
  const std::vector<Histogram> filled = without_empty(batches);
  return with_batches(merged(filled).percentile(percent), filled.size(),
                      [&](std::size_t size) { return percentiles_of_groups(filled, size, percent); });
}

Estimate estimate_percentile_from_replicates(std::span<const Histogram> replicates, double percent) {
  const std::vector<Histogram> filled = without_empty(replicates);
  return from_independent(merged(filled).percentile(percent), percentiles_of_groups(filled, 1, percent),
                          EstimateMethod::Replicates);
}

}  // namespace sim
