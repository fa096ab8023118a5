#include "calibration/measured_histogram.hpp"

#include <gtest/gtest.h>

namespace {

using calibration::MeasuredHistogram;
using sim::milliseconds;

const MeasuredHistogram kMeasured{milliseconds(1), {{milliseconds(1), 3}, {milliseconds(2), 5}, {milliseconds(9), 2}}};

sim::Histogram simulated(int of_1_to_2, int of_2_to_3, int of_5, int of_9_to_10) {
  sim::Histogram histogram;
  histogram.record(1.5e-3, static_cast<std::uint64_t>(of_1_to_2));
  histogram.record(2.5e-3, static_cast<std::uint64_t>(of_2_to_3));
  histogram.record(5e-3, static_cast<std::uint64_t>(of_5));
  histogram.record(9.5e-3, static_cast<std::uint64_t>(of_9_to_10));
  return histogram;
}

TEST(MeasuredHistogram, TheSameSharesHaveNoDistance) {
  EXPECT_NEAR(distribution_distance(kMeasured, simulated(3, 5, 0, 2)), 0, 1e-12);
  EXPECT_NEAR(distribution_distance(kMeasured, simulated(300, 500, 0, 200)), 0, 1e-12);
}

// 20 % of what was measured reaches the last class; half of that lies in between.
TEST(MeasuredHistogram, EmptyClassesCount) { EXPECT_NEAR(distribution_distance(kMeasured, simulated(3, 5, 1, 1)), 0.1, 1e-12); }

TEST(MeasuredHistogram, TheLargestDifferenceCounts) {
  EXPECT_NEAR(distribution_distance(kMeasured, simulated(7, 1, 0, 2)), 0.4, 1e-12);
  EXPECT_NEAR(distribution_distance(kMeasured, simulated(0, 0, 0, 1)), 0.8, 1e-12);
}

// What lies below the first class shows at its lower end.
TEST(MeasuredHistogram, ValuesBelowTheFirstClassCount) {
  sim::Histogram low;
  low.record(1e-4);
  EXPECT_NEAR(distribution_distance(kMeasured, low), 1, 1e-12);
}

}  // namespace
