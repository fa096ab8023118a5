#include "calibration/comparison.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace calibration {
namespace {

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({7}), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(Comparison, ErrorsHaveASign) {
  const Comparison row{"set", "case", "tps", Role::predicted, 200, 190, 1};
  EXPECT_DOUBLE_EQ(row.error_pct(), -5);
  const Comparison unmeasured{"set", "case", "tps", Role::predicted};
  EXPECT_TRUE(std::isnan(unmeasured.error_pct()));
}

TEST(Accuracy, KeepsFittedAndPredictedRowsApart) {
  const std::vector<Comparison> rows = {{"s", "a", "tps", Role::fitted, 100, 101, 0},
                                        {"s", "b", "tps", Role::predicted, 100, 90, 0},
                                        {"s", "b", "mean_ms", Role::predicted, 10, 10.2},
                                        {"s", "c", "tps", Role::predicted, 100, 104, 0},
                                        {"s", "d", "tps", Role::predicted, NAN, 1e6, 0}};
  const Accuracy fitted = accuracy_of(rows, Role::fitted);
  EXPECT_EQ(fitted.rows, 1U);
  EXPECT_NEAR(fitted.median_pct, 1, 1e-9);
  const Accuracy predicted = accuracy_of(rows, Role::predicted);
  EXPECT_EQ(predicted.rows, 3U) << "one row has no measurement";
  EXPECT_NEAR(predicted.median_pct, 4, 1e-9);
  EXPECT_NEAR(predicted.worst_pct, 10, 1e-9);
  EXPECT_EQ(predicted.worst_row, "b tps");
}

TEST(Accuracy, OfNothingIsUnknown) {
  const Accuracy none = accuracy_of({}, Role::fitted);
  EXPECT_EQ(none.rows, 0U);
  EXPECT_TRUE(std::isnan(none.median_pct));
}

}  // namespace
}  // namespace calibration
