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
  EXPECT_NEAR(predicted.worst_error_pct, -10, 1e-9);
  EXPECT_NEAR(predicted.bias_pct, 2, 1e-9) << "of -10, 2 and 4";
}

TEST(Accuracy, TellsWithinWhatNineTenthsLie) {
  std::vector<Comparison> rows;
  for (int percent = 1; percent <= 10; ++percent) rows.push_back({"s", "c", "tps", Role::predicted, 100, 100.0 + percent, 0});
  EXPECT_NEAR(accuracy_of(rows, Role::predicted).p90_pct, 9, 1e-9);
  rows.push_back({"s", "c", "tps", Role::predicted, 100, 150, 0});
  EXPECT_NEAR(accuracy_of(rows, Role::predicted).p90_pct, 10, 1e-9);
}

TEST(Scores, ArePerSetAndMetric) {
  const std::vector<Comparison> rows = {{"s", "a", "tps", Role::fitted, 100, 101, 0},
                                        {"s", "a", "mean_ms", Role::predicted, 10, 11, 0},
                                        {"s", "b", "tps", Role::predicted, 100, 98, 0},
                                        {"s", "b", "p95_ms", Role::predicted, NAN, 11, 0},
                                        {"z", "a", "tps", Role::predicted, 100, 103, 0}};
  const auto scores = scores_of(rows);
  ASSERT_EQ(scores.size(), 3U) << "of p95_ms nothing was measured";
  EXPECT_EQ(scores[0].set + " " + scores[0].metric, "s tps");
  EXPECT_EQ(scores[0].fitted.rows, 1U);
  EXPECT_NEAR(scores[0].predicted.bias_pct, -2, 1e-9);
  EXPECT_EQ(scores[1].set + " " + scores[1].metric, "s mean_ms");
  EXPECT_EQ(scores[2].set + " " + scores[2].metric, "z tps");
  EXPECT_NEAR(scores[2].predicted.worst_error_pct, 3, 1e-9);
}

TEST(Accuracy, OfNothingIsUnknown) {
  const Accuracy none = accuracy_of({}, Role::fitted);
  EXPECT_EQ(none.rows, 0U);
  EXPECT_TRUE(std::isnan(none.median_pct));
  EXPECT_TRUE(std::isnan(none.p90_pct));
}

}  // namespace
}  // namespace calibration
