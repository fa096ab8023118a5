// A test of fit for the random streams and the distributions.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace sim::testing {

// Kolmogorov-Smirnov distance of `sample` from the distribution function `cdf`, times sqrt(n). Below 1.63 in 99 of 100
// samples of a continuous distribution, below 1.95 in 999 of 1000 (Kolmogorov 1933).
inline double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& cdf) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double expected = cdf(sample[i]);
    distance = std::max({distance, static_cast<double>(i + 1) / n - expected, expected - static_cast<double>(i) / n});
  }
  return distance * std::sqrt(n);
}

inline constexpr double kKolmogorovSmirnovLimit = 1.95;

}  // namespace sim::testing
