#include "sim/metrics/slot_series.hpp"

#include <limits>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sim {
namespace {

using ::testing::ElementsAre;

Instant instant(double seconds) { return Instant{Seconds{seconds}}; }

TEST(SlotSeries, PutsObservationsIntoTheirSlots) {
  SlotSeries series(Seconds{1}, instant(10));
  series.add(instant(10), 1);
  series.add(instant(10.9), 3);
  series.add(instant(12), 5);
  ASSERT_EQ(series.slots().size(), 3U);
  EXPECT_EQ(series.slots()[0].count, 2U);
  EXPECT_EQ(series.slots()[0].mean(), 2);
  EXPECT_EQ(series.slots()[1].count, 0U);
  EXPECT_TRUE(std::isnan(series.slots()[1].mean()));
  EXPECT_EQ(series.slots()[2].sum, 5);
  EXPECT_EQ(series.slot_start(2), instant(12));
}

TEST(SlotSeries, OnlyCompleteSlotsCount) {
  SlotSeries series(Seconds{0.5});
  for (const double at : {0.1, 0.2, 1.1}) series.add(instant(at), 10 * at);
  EXPECT_EQ(series.complete_slots(), 2U);
  EXPECT_THAT(series.rates(), ElementsAre(4, 0));
  EXPECT_THAT(series.means(), ElementsAre(1.5));
  series.extend_to(instant(2.5));
  EXPECT_THAT(series.rates(), ElementsAre(4, 0, 2, 0, 0));
}

TEST(SlotSeries, ARunThatFillsItsSlotsExactlyKeepsThemAll) {
  SlotSeries series(Seconds{0.1}, instant(0), {.max_slots = 600});
  series.add(instant(0.05), 1);
  series.extend_to(instant(60));
  EXPECT_EQ(series.complete_slots(), 600U);
  EXPECT_EQ(series.width(), Seconds{0.1});
}

TEST(SlotSeries, MergesNeighbouringPairsWhenFull) {
  SlotSeries series(Seconds{1}, instant(0), {.max_slots = 4});
  for (int i = 0; i < 5; ++i) series.add(instant(i + 0.5), i);
  EXPECT_EQ(series.width(), Seconds{2});
  ASSERT_EQ(series.slots().size(), 3U);
  EXPECT_EQ(series.slots()[0].sum, 0 + 1);
  EXPECT_EQ(series.slots()[1].sum, 2 + 3);
  EXPECT_EQ(series.slots()[2].sum, 4);
  series.add(instant(100), 7);
  EXPECT_EQ(series.width(), Seconds{32});
  EXPECT_EQ(series.slots()[0].count, 5U);
  EXPECT_EQ(series.slots()[3].count, 1U);
}

TEST(SlotSeries, LosesNothingAndStaysSmallInALongRun) {
  SlotSeries series(milliseconds(1));
  constexpr int kObservations = 200000;
  for (int i = 0; i < kObservations; ++i) series.add(instant(i * 0.01), 1);
  EXPECT_LE(series.slots().size(), SlotSeries::kMaxSlots);
  EXPECT_GT(series.slots().size(), SlotSeries::kMaxSlots / 2 - 1);
  std::uint64_t count = 0;
  for (const SlotSeries::Slot& slot : series.slots()) count += slot.count;
  EXPECT_EQ(count, static_cast<std::uint64_t>(kObservations));
  for (const double rate : series.rates()) EXPECT_NEAR(rate, 100, 1);
}

TEST(SlotSeries, MergedHistogramsEqualAHistogramOfAll) {
  SlotSeries series(Seconds{1}, instant(0), {.max_slots = 8, .with_histograms = true});
  Histogram all;
  for (int i = 0; i < 1000; ++i) {
    series.add(instant(i * 0.37), i);
    all.record(i);
  }
  Histogram merged;
  for (const SlotSeries::Slot& slot : series.slots()) merged.merge(slot.histogram.value_or(Histogram{}));
  EXPECT_EQ(merged, all);
  EXPECT_EQ(series.histograms().size(), series.complete_slots());
}

TEST(SlotSeries, ResetStartsAnew) {
  SlotSeries series(Seconds{1});
  series.add(instant(3), 1);
  series.reset(instant(5));
  EXPECT_TRUE(series.slots().empty());
  series.add(instant(5.5), 2);
  EXPECT_EQ(series.slots().size(), 1U);
}

TEST(SlotSeries, RefusesBadUse) {
  EXPECT_THROW(SlotSeries(Seconds{0}), std::invalid_argument);
  EXPECT_THROW(SlotSeries(Seconds{1}, instant(0), {.max_slots = 3}), std::invalid_argument);
  SlotSeries series(Seconds{1}, instant(5));
  EXPECT_THROW(series.add(instant(4), 1), std::invalid_argument);
  EXPECT_THROW(series.extend_to(instant(std::numeric_limits<double>::infinity())), std::invalid_argument);
}

}  // namespace
}  // namespace sim
