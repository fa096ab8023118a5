#include "sim/metrics/level.hpp"

#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace sim {
namespace {

Instant at(double seconds) { return Instant{Seconds{seconds}}; }

TEST(Level, AveragesOverTime) {
  Level queue(at(1), 2);
  queue.set(at(3), 5);      // 2 for 2 s
  queue.change(at(4), -4);  // 5 for 1 s
  EXPECT_EQ(queue.value(), 1);
  EXPECT_EQ(queue.area(at(8)), 2 * 2 + 5 * 1 + 1 * 4);
  EXPECT_DOUBLE_EQ(queue.time_average(at(8)), 13.0 / 7);
  EXPECT_EQ(queue.max(), 5);
}

TEST(Level, ResetKeepsTheLevelAndForgetsThePast) {
  Level queue;
  queue.set(at(0), 9);
  queue.set(at(1), 3);
  queue.reset(at(10));
  EXPECT_EQ(queue.max(), 3);
  EXPECT_EQ(queue.time_average(at(10)), 3) << "no time has passed";
  queue.set(at(11), 1);
  EXPECT_EQ(queue.time_average(at(12)), 2);
}

TEST(Level, TimeDoesNotGoBack) {
  Level queue;
  queue.set(at(2), 1);
  EXPECT_THROW(queue.set(at(1), 1), std::invalid_argument);
  EXPECT_THROW(queue.reset(at(1)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(queue.time_average(at(1))), std::invalid_argument);
  EXPECT_THROW(queue.set(at(std::numeric_limits<double>::quiet_NaN()), 1), std::invalid_argument);
  EXPECT_EQ(queue.value(), 1);
}

}  // namespace
}  // namespace sim
