#include "sim/metrics/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sim/core/random.hpp"

namespace sim {
namespace {

// Values spread evenly over the logarithms of 12 decades, 1 ns to 1000 s.
std::vector<double> values_over_twelve_decades(int count, std::uint64_t seed = 1) {
  RandomStream stream(seed, 0, "values");
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(std::pow(10, -9 + 12 * stream.next()));
  return values;
}

Histogram histogram_of(const std::vector<double>& values) {
  Histogram histogram;
  for (const double value : values) histogram.record(value);
  return histogram;
}

// Nearest rank, from the values themselves.
double exact_percentile(const std::vector<double>& sorted, double percent) {
  const double rank = std::ceil(percent / 100 * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

TEST(Histogram, PercentilesStayWithinHalfAPerCentOverTwelveDecades) {
  std::vector<double> values = values_over_twelve_decades(100000);
  const Histogram histogram = histogram_of(values);
  std::sort(values.begin(), values.end());
  EXPECT_LE(Histogram::kRelativeError, 0.005);
  for (double percent = 0; percent <= 100; percent += 0.125) {
    const double expected = exact_percentile(values, percent);
    ASSERT_NEAR(histogram.percentile(percent), expected, Histogram::kRelativeError * expected) << "p" << percent;
  }
}

TEST(Histogram, SharesUpToAValueInvertPercentiles) {
  std::vector<double> values = values_over_twelve_decades(100000);
  values.resize(values.size() + 500, 0);
  const Histogram histogram = histogram_of(values);
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); i += 700) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(values.size());
    ASSERT_NEAR(histogram.share_up_to(values[i]), values[i] > 0 ? share : 500.0 / 100500, 5e-4) << values[i];
  }
  EXPECT_EQ(histogram.share_up_to(1e-12), 500.0 / 100500);
  EXPECT_EQ(histogram.share_up_to(1e4), 1);
  EXPECT_TRUE(std::isnan(Histogram().share_up_to(1)));
}

TEST(Histogram, EveryValueIsNearTheMiddleOfItsBucket) {
  for (double value = 1e-300; value < 1e300; value *= 1.37) {
    Histogram histogram;
    histogram.record(value / 2);
    histogram.record(value);
    histogram.record(value * 2);
    ASSERT_NEAR(histogram.percentile(50) / value, 1, Histogram::kRelativeError) << value;
  }
}

TEST(Histogram, CountSumAndExtremesAreExact) {
  Histogram histogram;
  histogram.record(0);
  histogram.record(0.25, 3);
  histogram.record(7);
  histogram.record(9, 0);
  EXPECT_EQ(histogram.count(), 5U);
  EXPECT_EQ(histogram.sum(), 7.75);
  EXPECT_EQ(histogram.mean(), 1.55);
  EXPECT_EQ(histogram.min(), 0);
  EXPECT_EQ(histogram.max(), 7);
  EXPECT_EQ(histogram.percentile(20), 0);
  EXPECT_NEAR(histogram.percentile(20.01), 0.25, 0.25 * Histogram::kRelativeError);
  EXPECT_EQ(histogram.percentile(100), 7);
}

TEST(Histogram, RanksAreNotLostToRounding) {
  Histogram histogram;
  for (int i = 1; i <= 100; ++i) histogram.record(i);
  for (int percent = 1; percent <= 100; ++percent) {
    EXPECT_NEAR(histogram.percentile(percent), percent, percent * Histogram::kRelativeError);
  }
}

TEST(Histogram, ManyOfOneValueGiveThatValue) {
  Histogram histogram;
  histogram.record(0.123, 1000);
  EXPECT_EQ(histogram.percentile(50), 0.123) << "min and max bound every percentile";
}

TEST(Histogram, AnEmptyOneKnowsNothing) {
  const Histogram histogram;
  EXPECT_TRUE(histogram.is_empty());
  for (const double number : {histogram.mean(), histogram.min(), histogram.max(), histogram.percentile(50)}) {
    EXPECT_TRUE(std::isnan(number));
  }
}

TEST(Histogram, MemoryDependsOnTheRangeOnly) {
  Histogram histogram;
  for (const double value : values_over_twelve_decades(10000)) histogram.record(value);
  const std::size_t held = histogram.buckets_held();
  EXPECT_LE(held, 41U * Histogram::kBucketsPerOctave);
  for (const double value : values_over_twelve_decades(200000, 2)) histogram.record(value, 1000000);
  EXPECT_LE(histogram.buckets_held(), held + 8);
}

TEST(Histogram, MergingEqualsRecordingAll) {
  const std::vector<double> low = values_over_twelve_decades(500);
  const std::vector<double> high{1e6, 1e7, 0, 1e-12};
  Histogram all = histogram_of(low);
  for (const double value : high) all.record(value);
  Histogram merged = histogram_of(low);
  merged.merge(histogram_of(high));
  merged.merge(Histogram{});
  Histogram into_empty;
  into_empty.merge(all);
  EXPECT_EQ(into_empty, all);
  EXPECT_EQ(merged.count(), all.count());
  EXPECT_DOUBLE_EQ(merged.sum(), all.sum());
  for (double percent = 0; percent <= 100; percent += 0.5) {
    EXPECT_EQ(merged.percentile(percent), all.percentile(percent));
  }
}

TEST(Histogram, ResetForgetsValues) {
  Histogram histogram = histogram_of({1, 2, 3});
  histogram.reset();
  EXPECT_EQ(histogram, Histogram{});
  histogram.record(5);
  EXPECT_EQ(histogram, histogram_of({5}));
}

TEST(Histogram, JsonReadsBackEqual) {
  for (const Histogram& histogram : {Histogram{}, histogram_of({0}), histogram_of({0, 1, 1e300, 2.3e-308}),
                                     histogram_of(values_over_twelve_decades(1000))}) {
    const std::string text = nlohmann::json(histogram).dump();
    EXPECT_EQ(nlohmann::json::parse(text).get<Histogram>(), histogram) << text.substr(0, 200);
  }
}

TEST(Histogram, JsonHoldsOnlyBucketsInUse) {
  const nlohmann::json json = histogram_of({1, 1, 4});
  EXPECT_EQ(json.at("buckets"), nlohmann::json::parse("[[0, 2], [256, 1]]"));
}

TEST(Histogram, RefusesBadJson) {
  const nlohmann::json good = histogram_of({1, 2});
  const auto with = [&](const char* key, nlohmann::json value) {
    nlohmann::json bad = good;
    bad[key] = std::move(value);
    return bad;
  };
  EXPECT_THROW(with("count", 3).get<Histogram>(), std::invalid_argument);
  EXPECT_THROW(with("min", 5).get<Histogram>(), std::invalid_argument);
  EXPECT_THROW(with("sum", "much").get<Histogram>(), std::invalid_argument);
  EXPECT_THROW(with("buckets_per_octave", 64).get<Histogram>(), std::invalid_argument);
  EXPECT_THROW(with("buckets", nlohmann::json::parse("[[9999999, 2]]")).get<Histogram>(), std::invalid_argument);
  EXPECT_THROW(nlohmann::json::object().get<Histogram>(), std::invalid_argument);
}

TEST(Histogram, RefusesWhatIsNoMeasurement) {
  Histogram histogram;
  EXPECT_THROW(histogram.record(-1e-9), std::invalid_argument);
  EXPECT_THROW(histogram.record(std::nan("")), std::invalid_argument);
  EXPECT_THROW(histogram.record(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_TRUE(histogram.is_empty()) << "a refused value leaves no trace";
  EXPECT_THROW(histogram.percentile(101), std::invalid_argument);
  EXPECT_THROW(histogram.percentile(std::nan("")), std::invalid_argument);
}

}  // namespace
}  // namespace sim
