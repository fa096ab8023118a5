#include "sim/core/random.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/core/kolmogorov_smirnov.hpp"

namespace sim {
namespace {

std::vector<double> draws(RandomStream stream, int count) {
  std::vector<double> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(stream.next());
  return numbers;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - 0.5) * (b[i] - 0.5);
  return 12 * sum / static_cast<double>(a.size());
}

// The expected bits come from a separate program for Philox4x64-10, itself checked on the published vector for key 0
// and counter 0 (16554d9eca36314c …). Any compiler and machine must give these very doubles.
TEST(RandomStream, GivesTheKnownBits) {
  EXPECT_EQ(hash_stream_name(""), 0xf52a15e9a9b5e89bU);
  EXPECT_EQ(hash_stream_name("source/disk/fsync"), 0xfd517d2dc9dfab23U);
  EXPECT_EQ(RandomStream(0, 0, "").at(0), 0x1.11ce32fe910d0p-5);
  const double fsync[] = {0x1.2fb078cc49cf7p-1, 0x1.acf59201c0e34p-3, 0x1.958649cf3b3a1p-1, 0x1.82bcd1ddc68abp-1,
                          0x1.9b40374437accp-3};
  RandomStream stream(1, 0, "source/disk/fsync");
  for (const double expected : fsync) EXPECT_EQ(stream.next(), expected);
  EXPECT_EQ(RandomStream(1, 3, "client/think", 17).at(1000000), 0x1.b46b6fe6f324bp-1);
  constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(RandomStream(kAll, kAll, "x", kAll).at(kAll), 0x1.52aaa19b8d4e6p-2);
}

TEST(RandomStream, RandomAccessEqualsTheSequence) {
  RandomStream stream(7, 1, "client/think", 3);
  for (std::uint64_t i = 0; i < 1001; ++i) {
    EXPECT_EQ(stream.drawn(), i);
    const double expected = stream.at(i);
    EXPECT_EQ(stream.next(), expected) << "draw " << i;
  }
}

TEST(RandomStream, CreationOrderAndOtherStreamsDoNotMatter) {
  const std::vector<double> alone = draws(RandomStream(5, 0, "b"), 100);
  RandomStream before(5, 0, "a");
  RandomStream b(5, 0, "b");
  RandomStream after(5, 0, "c");
  for (int i = 0; i < 100; ++i) {
    before.next();
    after.next();
    EXPECT_EQ(b.next(), alone[static_cast<std::size_t>(i)]);
  }
}

TEST(RandomStream, ACopyContinuesFromTheSamePlace) {
  RandomStream stream(5, 0, "a");
  for (int i = 0; i < 6; ++i) stream.next();
  RandomStream copy = stream;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(copy.next(), stream.next());
}

TEST(RandomStream, EveryPartOfTheKeyMatters) {
  const double number = RandomStream(1, 2, "name", 3).at(0);
  EXPECT_NE(RandomStream(2, 2, "name", 3).at(0), number);
  EXPECT_NE(RandomStream(1, 3, "name", 3).at(0), number);
  EXPECT_NE(RandomStream(1, 2, "nama", 3).at(0), number);
  EXPECT_NE(RandomStream(1, 2, "name", 4).at(0), number);
  EXPECT_NE(RandomStream(1, 3, "name", 2).at(0), number) << "replicate and index are no substitutes";
}

TEST(RandomStream, IsUniformOnTheOpenInterval) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const std::vector<double> numbers = draws(RandomStream(seed, 0, "uniform"), 100000);
    for (const double u : numbers) ASSERT_TRUE(u > 0 && u < 1 && 1 - u > 0);
    EXPECT_LT(testing::kolmogorov_smirnov(numbers, [](double u) { return u; }), testing::kKolmogorovSmirnovLimit)
        << "seed " << seed;
  }
}

TEST(RandomStream, NeighbouringKeysAndDrawsAreUncorrelated) {
  constexpr int kDraws = 100000;
  const double limit = 4 / std::sqrt(static_cast<double>(kDraws));
  const std::vector<double> base = draws(RandomStream(1, 0, "disk", 0), kDraws);
  EXPECT_LT(std::abs(correlation(base, draws(RandomStream(2, 0, "disk", 0), kDraws))), limit);
  EXPECT_LT(std::abs(correlation(base, draws(RandomStream(1, 1, "disk", 0), kDraws))), limit);
  EXPECT_LT(std::abs(correlation(base, draws(RandomStream(1, 0, "dish", 0), kDraws))), limit);
  EXPECT_LT(std::abs(correlation(base, draws(RandomStream(1, 0, "disk", 1), kDraws))), limit);
  for (std::size_t lag = 1; lag <= 8; ++lag) {
    const auto step = static_cast<std::ptrdiff_t>(lag);
    EXPECT_LT(std::abs(correlation({base.begin(), base.end() - step}, {base.begin() + step, base.end()})), limit);
  }
}

TEST(RandomStream, FirstDrawsOfManyStreamsAreUniform) {
  std::vector<double> first;
  for (std::uint64_t index = 0; index < 100000; ++index) first.push_back(RandomStream(1, 0, "client", index).next());
  EXPECT_LT(testing::kolmogorov_smirnov(first, [](double u) { return u; }), testing::kKolmogorovSmirnovLimit);
}

}  // namespace
}  // namespace sim
