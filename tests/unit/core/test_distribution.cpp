#include "sim/core/distribution.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>

#include "tests/unit/core/kolmogorov_smirnov.hpp"

namespace sim {
namespace {

using ::testing::HasSubstr;

std::vector<double> draws(const Distribution& distribution, int count, std::uint64_t seed = 1) {
  RandomStream stream(seed, 0, "distribution");
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(distribution.sample(stream));
  return values;
}

std::string complaint(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "(accepted)";
}

// The mean over a fine grid of u, which is what many draws converge to, without chance.
double mean_by_quadrature(const Distribution& distribution) {
  constexpr int kPoints = 1000000;
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) sum += distribution.quantile((i + 0.5) / kPoints);
  return sum / kPoints;
}

std::vector<Distribution> one_of_each() {
  return {Distribution::constant(3),
          Distribution::exponential(0.002),
          Distribution::uniform(1, 4),
          Distribution::lognormal_mean_cv(0.003, 0.8),
          Distribution::lognormal_mean_p99(1, 4),
          Distribution::lognormal_mean_percentile(1, 95, 2.5),
          Distribution::lognormal_median_p99(0.5, 3),
          Distribution::gamma_mean_cv(2, 0.3),
          Distribution::gamma_mean_cv(2, 1.5),
          Distribution::empirical({{0.1, 1}, {0.5, 2}, {0.9, 2}, {0.99, 10}}),
          Distribution::mixture(Distribution::gamma_mean_cv(1, 0.2), Distribution::uniform(20, 30), 0.05)};
}

TEST(Distribution, SampleMomentsAgreeWithTheStatedOnes) {
  constexpr int kDraws = 400000;
  for (const Distribution& distribution : one_of_each()) {
    SCOPED_TRACE(distribution.description());
    double sum = 0;
    double squares = 0;
    for (const double x : draws(distribution, kDraws)) {
      sum += x;
      squares += (x - distribution.mean()) * (x - distribution.mean());
    }
    const double deviation = distribution.standard_deviation();
    EXPECT_NEAR(sum / kDraws, distribution.mean(), 4 * deviation / std::sqrt(kDraws) + 1e-12);
    EXPECT_NEAR(std::sqrt(squares / kDraws), deviation, 0.03 * deviation + 1e-12);
  }
}

TEST(Distribution, TheMeanIsTheIntegralOfTheQuantile) {
  for (const Distribution& distribution : one_of_each()) {
    EXPECT_NEAR(mean_by_quadrature(distribution), distribution.mean(), 2e-5 * distribution.mean())
        << distribution.description();
  }
}

TEST(Distribution, QuantilesNeverFall) {
  for (const Distribution& distribution : one_of_each()) {
    double last = distribution.quantile(0);
    for (int i = 1; i < 20000; ++i) {
      const double value = distribution.quantile(i / 20000.0);
      ASSERT_GE(value, last * (1 - 1e-12)) << distribution.description() << " at " << i / 20000.0;
      last = value;
    }
  }
}

TEST(Distribution, QuantilesFollowTheClosedForms) {
  for (const double u : {1e-9, 0.001, 0.3, 0.5, 0.9, 0.999999}) {
    EXPECT_DOUBLE_EQ(Distribution::exponential(2).quantile(u), -2 * std::log1p(-u));
    EXPECT_DOUBLE_EQ(Distribution::uniform(1, 3).quantile(u), 1 + 2 * u);
    EXPECT_EQ(Distribution::constant(5).quantile(u), 5);
  }
  EXPECT_EQ(Distribution::exponential(1).quantile(0), 0);
  EXPECT_TRUE(std::isinf(Distribution::exponential(1).quantile(1)));
  for (const Distribution& distribution :
       {Distribution::gamma_mean_cv(1, 0.5), Distribution::lognormal_mean_cv(1, 0.5)}) {
    EXPECT_EQ(distribution.quantile(0), 0);
    EXPECT_TRUE(std::isinf(distribution.quantile(1)));
  }
}

TEST(Distribution, SamplesPassKolmogorovSmirnov) {
  const auto test = [](const Distribution& distribution, const std::function<double(double)>& cdf) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      EXPECT_LT(testing::kolmogorov_smirnov(draws(distribution, 50000, seed), cdf), testing::kKolmogorovSmirnovLimit)
          << distribution.description() << " seed " << seed;
    }
  };
  test(Distribution::exponential(2), [](double x) { return 1 - std::exp(-x / 2); });
  test(Distribution::uniform(1, 3), [](double x) { return (x - 1) / 2; });
  for (const double cv : {0.1, 1.0, 4.0}) {
    const boost::math::gamma_distribution<> gamma(1 / (cv * cv), cv * cv);
    test(Distribution::gamma_mean_cv(1, cv), [&](double x) { return cdf(gamma, x); });
    const double sigma = std::sqrt(std::log1p(cv * cv));
    const boost::math::lognormal lognormal(-sigma * sigma / 2, sigma);
    test(Distribution::lognormal_mean_cv(1, cv), [&](double x) { return cdf(lognormal, x); });
  }
  const Distribution mixed = Distribution::mixture(Distribution::uniform(0, 1), Distribution::uniform(2, 3), 0.25);
  test(mixed, [](double x) { return x <= 1 ? 0.75 * x : 0.75 + 0.25 * (x - 2); });
}

TEST(Distribution, LognormalMeetsWhatItWasMadeFrom) {
  const Distribution from_p99 = Distribution::lognormal_mean_p99(2, 9);
  EXPECT_DOUBLE_EQ(from_p99.mean(), 2);
  EXPECT_NEAR(from_p99.quantile(0.99), 9, 9e-6);
  const Distribution from_p95 = Distribution::lognormal_mean_percentile(2, 95, 3);
  EXPECT_NEAR(from_p95.quantile(0.95), 3, 3e-6);
  const Distribution from_p50 = Distribution::lognormal_mean_percentile(2, 50, 1.5);
  EXPECT_NEAR(from_p50.quantile(0.5), 1.5, 1.5e-6);
  const Distribution from_p10 = Distribution::lognormal_mean_percentile(2, 10, 0.4);
  EXPECT_NEAR(from_p10.quantile(0.1), 0.4, 4e-7);
  const Distribution from_median = Distribution::lognormal_median_p99(2, 9);
  EXPECT_NEAR(from_median.quantile(0.5), 2, 2e-6);
  EXPECT_NEAR(from_median.quantile(0.99), 9, 9e-6);
  EXPECT_NEAR(Distribution::lognormal_mean_cv(2, 0.7).standard_deviation(), 1.4, 1e-12);
}

TEST(Distribution, EmpiricalGoesThroughItsPoints) {
  const Distribution measured = Distribution::empirical({{0.1, 1}, {0.5, 2}, {0.9, 6}});
  EXPECT_DOUBLE_EQ(measured.quantile(0.1), 1);
  EXPECT_DOUBLE_EQ(measured.quantile(0.3), 1.5);
  EXPECT_DOUBLE_EQ(measured.quantile(0.5), 2);
  EXPECT_DOUBLE_EQ(measured.quantile(0.7), 4);
  EXPECT_DOUBLE_EQ(measured.quantile(0), 1);
  EXPECT_DOUBLE_EQ(measured.quantile(1), 6);
  EXPECT_DOUBLE_EQ(measured.mean(), 0.1 * 1 + 0.4 * 1.5 + 0.4 * 4 + 0.1 * 6);
  EXPECT_TRUE(Distribution::empirical({{0.5, 3}}).is_constant());
  EXPECT_DOUBLE_EQ(Distribution::empirical({{0, 1}, {1, 3}}).quantile(0.25), 1.5);
}

TEST(Distribution, MixtureDrawsEachPartAtItsShare) {
  const Distribution mixed = Distribution::mixture(Distribution::constant(1), Distribution::constant(10), 0.25);
  EXPECT_EQ(mixed.quantile(0.7499), 1);
  EXPECT_EQ(mixed.quantile(0.7501), 10);
  EXPECT_DOUBLE_EQ(mixed.mean(), 3.25);
  EXPECT_DOUBLE_EQ(mixed.standard_deviation(), std::sqrt(0.25 * 0.75) * 9);
}

TEST(Distribution, MixtureIsFiniteForEveryDrawAStreamCanGive) {
  const Distribution exponential = Distribution::exponential(1);
  RandomStream stream(1, 0, "share");
  for (int i = 0; i < 10000; ++i) {
    const double share = std::pow(10, -15 * stream.next());
    const Distribution mixed = Distribution::mixture(exponential, exponential.scaled(9), share);
    for (const double u : {1 - 0x1p-53, 1 - share, std::nextafter(1 - share, 0), 0x1p-53}) {
      ASSERT_TRUE(u >= 1 || std::isfinite(mixed.quantile(u))) << "share " << share << " u " << u;
    }
    ASSERT_TRUE(std::isinf(mixed.quantile(1))) << "share " << share;
  }
}

TEST(Distribution, ScalingMultipliesEverything) {
  for (const Distribution& distribution : one_of_each()) {
    SCOPED_TRACE(distribution.description());
    const Distribution scaled = distribution.scaled(4).scaled(0.5);
    EXPECT_DOUBLE_EQ(scaled.mean(), 2 * distribution.mean());
    EXPECT_DOUBLE_EQ(scaled.standard_deviation(), 2 * distribution.standard_deviation());
    EXPECT_DOUBLE_EQ(scaled.quantile(0.37), 2 * distribution.quantile(0.37));
    EXPECT_EQ(scaled.is_constant(), distribution.is_constant());
    EXPECT_TRUE(distribution.scaled(0).is_constant());
    EXPECT_EQ(distribution.scaled(0).mean(), 0);
  }
}

TEST(Distribution, DegenerateParametersGiveConstants) {
  EXPECT_TRUE(Distribution().is_constant());
  EXPECT_EQ(Distribution().mean(), 0);
  EXPECT_TRUE(Distribution::exponential(0).is_constant());
  EXPECT_TRUE(Distribution::uniform(2, 2).is_constant());
  EXPECT_TRUE(Distribution::lognormal_mean_cv(2, 0).is_constant());
  EXPECT_TRUE(Distribution::lognormal_mean_p99(2, 2).is_constant());
  EXPECT_TRUE(Distribution::gamma_mean_cv(2, 0).is_constant());
  EXPECT_FALSE(Distribution::mixture(Distribution(), Distribution::constant(1), 0.5).is_constant());
  EXPECT_TRUE(Distribution::mixture(Distribution(), Distribution::exponential(1), 0).is_constant());
}

TEST(Distribution, DescribesItself) {
  EXPECT_EQ(Distribution::exponential(0.002).description(), "exponential(mean 0.002)");
  EXPECT_EQ(Distribution::lognormal_mean_cv(1, 0.5).scaled(3).description(), "lognormal(mean 3, cv 0.5)");
  EXPECT_EQ(Distribution::mixture(Distribution::constant(1), Distribution::constant(9), 0.01).scaled(2).description(),
            "mixture(0.01 of constant(18), else constant(2))");
}

TEST(Distribution, SampleTimeIsInSeconds) {
  RandomStream stream(1, 0, "time");
  EXPECT_EQ(Distribution::constant(0.25).sample_time(stream), milliseconds(250));
}

TEST(Distribution, RefusesBadParametersAndSaysWhy) {
  using D = Distribution;
  EXPECT_THAT(complaint([] { D::constant(-1); }), HasSubstr("constant: the value must be finite and not negative"));
  EXPECT_THAT(complaint([] { D::exponential(std::nan("")); }), HasSubstr("exponential: the mean"));
  EXPECT_THAT(complaint([] { D::uniform(3, 2); }), HasSubstr("low 3 is above high 2"));
  EXPECT_THAT(complaint([] { D::lognormal_mean_cv(0, 1); }), HasSubstr("above 0"));
  EXPECT_THAT(complaint([] { D::lognormal_mean_p99(1, 16); }), HasSubstr("can be at most 14.97"));
  EXPECT_THAT(complaint([] { D::lognormal_mean_p99(1, 0.9); }), HasSubstr("same unit?"));
  EXPECT_THAT(complaint([] { D::lognormal_mean_percentile(1, 50, 2); }), HasSubstr("can be at most 1"));
  EXPECT_THAT(complaint([] { D::lognormal_mean_percentile(1, 100, 2); }), HasSubstr("between 0 and 100"));
  EXPECT_THAT(complaint([] { D::lognormal_median_p99(2, 1); }), HasSubstr("below the median"));
  EXPECT_THAT(complaint([] { D::gamma_mean_cv(1, 11); }), HasSubstr("got 11"));
  EXPECT_THAT(complaint([] { D::gamma_mean_cv(1, std::nan("")); }), HasSubstr("gamma: cv"));
  EXPECT_THAT(complaint([] { D::empirical({}); }), HasSubstr("at least one"));
  EXPECT_THAT(complaint([] { D::empirical({{0.5, 1}, {0.5, 2}}); }), HasSubstr("does not rise"));
  EXPECT_THAT(complaint([] { D::empirical({{0.5, 2}, {0.6, 1}}); }), HasSubstr("falls below"));
  EXPECT_THAT(complaint([] { D::empirical({{0.5, 2}, {1.6, 3}}); }), HasSubstr("not within 0 and 1"));
  EXPECT_THAT(complaint([] { D::mixture(D(), D(), 1.5); }), HasSubstr("probability of rare"));
  EXPECT_THAT(complaint([] { D().scaled(-1); }), HasSubstr("factor"));
  EXPECT_THAT(complaint([] { D().quantile(1.1); }), HasSubstr("between 0 and 1"));
}

}  // namespace
}  // namespace sim
