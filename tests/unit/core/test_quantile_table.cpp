// The stated error of tabulated quantiles, over the whole range of shapes and far into both tails.
#include "sim/core/quantile_table.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/lognormal.hpp>

#include "sim/core/distribution.hpp"

namespace sim {
namespace {

// Uniforms spread over the body and, by powers of ten, over both tails.
std::vector<double> probing_uniforms() {
  RandomStream stream(1, 0, "probe");
  std::vector<double> uniforms;
  for (int i = 0; i < 4000; ++i) {
    uniforms.push_back(stream.next());
    const double tail = std::pow(10, -9 * stream.next());
    uniforms.push_back(tail);
    uniforms.push_back(1 - tail);
  }
  return uniforms;
}

template <class Exact>
double worst_relative_error(const Distribution& distribution, const Exact& exact) {
  double worst = 0;
  for (const double u : probing_uniforms()) {
    const double expected = u < 0.5 ? quantile(exact, u) : quantile(complement(exact, 1 - u));
    if (expected < 1e-300) continue;
    worst = std::max(worst, std::abs(distribution.quantile(u) / expected - 1));
  }
  return worst;
}

TEST(QuantileTable, GammaStaysWithinItsErrorForEveryShape) {
  for (const double cv : {1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 1.0, 1.1, 2.0, 4.0, 7.0, 10.0}) {
    const boost::math::gamma_distribution<> exact(1 / (cv * cv), cv * cv);
    const double worst = worst_relative_error(Distribution::gamma_mean_cv(1, cv), exact);
    EXPECT_LT(worst, cv <= 2 ? 1e-6 : 3e-5) << "cv " << cv;
    EXPECT_LT(worst, kQuantileError) << "cv " << cv;
  }
}

TEST(QuantileTable, LognormalStaysWithinItsErrorForEverySpread) {
  for (const double sigma : {0.01, 0.1, 0.5, 1.0, 2.0, 4.99}) {
    const boost::math::lognormal exact(-sigma * sigma / 2, sigma);
    const double cv = std::sqrt(std::expm1(sigma * sigma));
    EXPECT_LT(worst_relative_error(Distribution::lognormal_mean_cv(1, cv), exact), 1e-6) << "sigma " << sigma;
  }
}

TEST(QuantileTable, MeetsTheFunctionAtTheBordersAndMarksWhatIsNotFinite) {
  const QuantileTable table([](double t) { return QuantileTable::Sample{std::log(t), 1 / t}; });
  for (double t = 0.5; QuantileTable::holds(t); t /= 2) EXPECT_DOUBLE_EQ(table.value_at(t), std::log(t));
  EXPECT_FALSE(QuantileTable::holds(QuantileTable::kTail));
  EXPECT_FALSE(QuantileTable::holds(0.6));

  const QuantileTable broken([](double t) { return QuantileTable::Sample{t < 0.25 ? -INFINITY : t, 1}; });
  EXPECT_TRUE(std::isnan(broken.value_at(0.1)));
  EXPECT_DOUBLE_EQ(broken.value_at(0.4), 0.4);
}

}  // namespace
}  // namespace sim
