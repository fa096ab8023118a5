#include "sim/engine/ring.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <memory>

namespace {

using sim::Ring;

TEST(Ring, IsFirstInFirstOutWhateverItsSize) {
  Ring<int> ring;
  std::deque<int> expected;
  int next = 0;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < round % 13; ++i) {
      ring.push(next);
      expected.push_back(next++);
    }
    for (int i = 0; i < round % 11 && !expected.empty(); ++i) {
      EXPECT_EQ(ring.pop(), expected.front());
      expected.pop_front();
    }
    ASSERT_EQ(ring.size(), expected.size());
  }
  EXPECT_GT(ring.size(), 64U);
  EXPECT_THAT(std::vector<int>(ring.begin(), ring.end()), testing::ElementsAreArray(expected));
  EXPECT_EQ(ring.front(), expected.front());
  EXPECT_EQ(ring.back(), expected.back());
  EXPECT_EQ(ring[3], expected[3]);
  ring.clear();
  EXPECT_TRUE(ring.empty());
}

TEST(Ring, HoldsValuesThatCannotBeCopied) {
  Ring<std::unique_ptr<int>> ring;
  for (int i = 0; i < 40; ++i) ring.push(std::make_unique<int>(i));
  for (int i = 0; i < 40; ++i) EXPECT_EQ(*ring.pop(), i);
}

}  // namespace
