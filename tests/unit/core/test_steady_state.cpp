#include "sim/metrics/steady_state.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <boost/math/distributions/normal.hpp>

#include "sim/core/distribution.hpp"

namespace sim {
namespace {

constexpr int kSeeds = 400;

std::vector<double> standard_normals(std::uint64_t seed, int count, const char* name = "normal") {
  RandomStream stream(seed, 0, name);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(quantile(boost::math::normal{}, stream.next()));
  return values;
}

// A stationary AR(1) series, y_i = phi * y_{i-1} + normal, of mean 0.
std::vector<double> autoregressive(std::uint64_t seed, int count, double phi) {
  std::vector<double> series = standard_normals(seed, count);
  series[0] /= std::sqrt(1 - phi * phi);
  for (std::size_t i = 1; i < series.size(); ++i) series[i] += phi * series[i - 1];
  return series;
}

// Share of the seeds whose interval holds the truth.
double coverage(double truth, const std::function<Estimate(std::uint64_t)>& estimate) {
  int covered = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) covered += estimate(seed).covers(truth) ? 1 : 0;
  return static_cast<double>(covered) / kSeeds;
}

// ---- warm-up

TEST(WarmUp, IsCutWhereTheTransientEnds) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<double> series = standard_normals(seed, 2000);
    for (std::size_t i = 0; i < 300; ++i) series[i] += 10;
    const WarmUpCut cut = find_warm_up(series);
    EXPECT_TRUE(cut.is_steady);
    EXPECT_GE(cut.drop, 300U) << "seed " << seed;
    EXPECT_LE(cut.drop, 700U) << "seed " << seed;
  }
}

TEST(WarmUp, RemovesTheBiasOfAnExponentialTransient) {
  double with = 0;
  double without = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<double> series = autoregressive(seed, 4000, 0.5);
    for (std::size_t i = 0; i < series.size(); ++i) series[i] += 20 * std::exp(-static_cast<double>(i) / 100);
    const WarmUpCut cut = find_warm_up(series);
    EXPECT_TRUE(cut.is_steady);
    with += std::abs(estimate_from_batches(series).mean) / 50;
    without += std::abs(estimate_from_batches(std::span(series).subspan(cut.drop)).mean) / 50;
  }
  EXPECT_GT(with, 0.45);
  EXPECT_LT(without, 0.06);
}

TEST(WarmUp, ASteadySeriesLosesLittle) {
  double dropped = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const WarmUpCut cut = find_warm_up(standard_normals(seed, 2000));
    if (cut.is_steady) dropped += static_cast<double>(cut.drop) / 2000 / 50;
  }
  EXPECT_LT(dropped, 0.15);
  const WarmUpCut constant = find_warm_up(std::vector<double>(100, 0.1));
  EXPECT_TRUE(constant.is_steady);
  EXPECT_EQ(constant.drop, 0U);
}

TEST(WarmUp, ADriftIsNotSteady) {
  std::vector<double> series = standard_normals(1, 1000);
  for (std::size_t i = 0; i < series.size(); ++i) series[i] += i < 800 ? 50 : 0;
  const WarmUpCut cut = find_warm_up(series);
  EXPECT_FALSE(cut.is_steady);
  EXPECT_EQ(cut.drop, 500U);
  EXPECT_FALSE(find_warm_up(std::vector<double>(49, 1)).is_steady) << "too short to say";
}

// ---- batch means

TEST(BatchMeans, CoverIndependentObservations) {
  const auto of_series = [](std::uint64_t seed) { return estimate_from_batches(standard_normals(seed, 1000)); };
  const double share = coverage(0, of_series);
  EXPECT_GE(share, 0.93);
  EXPECT_LE(share, 0.98);
}

TEST(BatchMeans, CoverCorrelatedObservations) {
  const auto share = [](double phi, int count) {
    return coverage(0, [=](std::uint64_t seed) { return estimate_from_batches(autoregressive(seed, count, phi)); });
  };
  EXPECT_GE(share(0.8, 2000), 0.92);
  EXPECT_LE(share(0.8, 2000), 0.98);
  EXPECT_GE(share(0.9, 4000), 0.92);
  EXPECT_LE(share(0.9, 4000), 0.98);
  EXPECT_GE(share(0.9, 200), 0.87) << "a run far too short still comes close";
}

TEST(BatchMeans, HalfWidthIsNearTheTrueOne) {
  double sum = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Estimate estimate = estimate_from_batches(autoregressive(seed, 4000, 0.8));
    EXPECT_GE(estimate.n, static_cast<std::int64_t>(kMinBatches));
    EXPECT_LE(estimate.n, static_cast<std::int64_t>(kMaxBatches));
    sum += estimate.half_width;
  }
  const double truth = 1.96 / std::sqrt(4000.0) / (1 - 0.8);
  EXPECT_NEAR(sum / kSeeds / truth, 1.04, 0.05);
}

TEST(BatchMeans, SayWhenTheyAreStillCorrelated) {
  std::vector<double> walk = standard_normals(1, 500);
  for (std::size_t i = 1; i < walk.size(); ++i) walk[i] += walk[i - 1];
  const Estimate estimate = estimate_from_batches(walk);
  EXPECT_EQ(estimate.method, EstimateMethod::CorrelatedBatchMeans);
  EXPECT_EQ(estimate.n, static_cast<std::int64_t>(kMinBatches));
}

TEST(BatchMeans, NumberOfBatchesStaysInItsRangeForEveryLength) {
  const std::vector<double> series = autoregressive(3, 1000, 0.9);
  for (std::size_t length = kMinBatches; length <= series.size(); ++length) {
    const Estimate estimate = estimate_from_batches(std::span(series).first(length));
    ASSERT_GE(estimate.n, static_cast<std::int64_t>(kMinBatches)) << length;
    ASSERT_LE(estimate.n, static_cast<std::int64_t>(kMaxBatches)) << length;
  }
}

TEST(BatchMeans, ShortSeries) {
  EXPECT_TRUE(std::isnan(estimate_from_batches({}).mean));
  const std::vector<double> one{4};
  EXPECT_EQ(estimate_from_batches(one).mean, 4);
  EXPECT_TRUE(std::isnan(estimate_from_batches(one).half_width));
  EXPECT_EQ(estimate_from_batches(one).method, EstimateMethod::None);
  const std::vector<double> constant(100, 7);
  EXPECT_EQ(estimate_from_batches(constant).half_width, 0);
  EXPECT_EQ(estimate_from_batches(constant).method, EstimateMethod::BatchMeans);
}

// ---- replicates and pairs

TEST(Replicates, FollowStudentsT) {
  const std::vector<double> values{1, 2, 3, 4};
  const Estimate estimate = estimate_from_replicates(values);
  EXPECT_EQ(estimate.mean, 2.5);
  EXPECT_NEAR(estimate.half_width, 3.182446305 * std::sqrt(5.0 / 3 / 4), 1e-8) << "t(3, 0.975) = 3.1824";
  EXPECT_EQ(estimate.n, 4);
  EXPECT_EQ(estimate.method, EstimateMethod::Replicates);
  EXPECT_TRUE(std::isnan(estimate_from_replicates(std::vector<double>{1}).half_width));
}

TEST(Replicates, Cover) {
  const auto of_five = [](std::uint64_t seed) { return estimate_from_replicates(standard_normals(seed, 5)); };
  const double share = coverage(0, of_five);
  EXPECT_GE(share, 0.92);
  EXPECT_LE(share, 0.98);
}

TEST(PairedDifference, SeesThroughCommonNoise) {
  const std::vector<double> noise = standard_normals(1, 20);
  const std::vector<double> jitter = standard_normals(1, 20, "jitter");
  std::vector<double> first;
  std::vector<double> second;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    first.push_back(100 * noise[i]);
    second.push_back(100 * noise[i] + 3 + jitter[i]);
  }
  const Estimate difference = paired_difference(first, second);
  EXPECT_TRUE(difference.covers(3)) << "second minus first";
  EXPECT_LT(difference.half_width, 1);
  EXPECT_EQ(difference.method, EstimateMethod::PairedDifference);
  EXPECT_GT(estimate_from_replicates(first).half_width, 20);
  EXPECT_THROW(paired_difference(first, std::span(second).first(3)), std::invalid_argument);
}

TEST(PairedDifference, OfCorrelatedSeriesCovers) {
  const double share = coverage(2, [](std::uint64_t seed) {
    const std::vector<double> first = standard_normals(seed, 2000, "first");
    std::vector<double> second = autoregressive(seed, 2000, 0.8);
    for (std::size_t i = 0; i < first.size(); ++i) second[i] += first[i] + 2;
    return paired_difference_of_series(first, second);
  });
  EXPECT_GE(share, 0.92);
  EXPECT_LE(share, 0.98);
}

// ---- percentiles

std::vector<Histogram> exponential_batches(std::uint64_t seed, int batches, int per_batch) {
  RandomStream stream(seed, 0, "service time");
  const Distribution service_time = Distribution::exponential(1);
  std::vector<Histogram> histograms(static_cast<std::size_t>(batches));
  for (Histogram& histogram : histograms) {
    for (int i = 0; i < per_batch; ++i) histogram.record(service_time.sample(stream));
  }
  return histograms;
}

TEST(PercentileEstimate, CoversTheTruePercentile) {
  const double p95 = -std::log(0.05);
  const double share =
      coverage(p95, [](std::uint64_t seed) { return estimate_percentile(exponential_batches(seed, 60, 250), 95); });
  EXPECT_GE(share, 0.92);
  EXPECT_LE(share, 0.98);
  const auto of_replicates = [](std::uint64_t seed) {
    return estimate_percentile_from_replicates(exponential_batches(seed, 8, 1000), 95);
  };
  EXPECT_GE(coverage(p95, of_replicates), 0.92);
  EXPECT_LE(coverage(p95, of_replicates), 0.98);
}

TEST(PercentileEstimate, IsThatOfTheMergedHistogram) {
  const std::vector<Histogram> batches = exponential_batches(1, 25, 100);
  Histogram all;
  for (const Histogram& batch : batches) all.merge(batch);
  EXPECT_EQ(estimate_percentile(batches, 99).mean, all.percentile(99));
  EXPECT_EQ(estimate_percentile_from_replicates(batches, 99).mean, all.percentile(99));
}

TEST(PercentileEstimate, LeavesEmptyHistogramsOut) {
  std::vector<Histogram> batches = exponential_batches(1, 12, 100);
  batches.insert(batches.begin() + 3, 5, Histogram{});
  EXPECT_EQ(estimate_percentile(batches, 50).n, 12);
  const Estimate nothing = estimate_percentile(std::vector<Histogram>(3), 50);
  EXPECT_TRUE(std::isnan(nothing.mean));
  EXPECT_EQ(nothing.n, 0);
}

}  // namespace
}  // namespace sim
