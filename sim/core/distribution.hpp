// Distributions of service times, sizes and the like.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/core/random.hpp"
#include "sim/core/units.hpp"

namespace sim {

class Law;

// One point of a quantile function: a share `probability` (0 to 1) of all draws is at most `value`.
struct QuantilePoint {
  double probability = 0;
  double value = 0;
};

// The largest relative error of a tabulated quantile (lognormal, gamma); measured: below 3e-5, and below 1e-6 up to a
// cv of 2.
inline constexpr double kQuantileError = 1e-4;

// A distribution of non-negative numbers: an immutable value, cheap to copy. Every draw is an inverse transform of one
// uniform, so that alternatives under comparison stay in step. The numbers have the unit of the parameters (models use
// seconds). All makers throw std::invalid_argument, naming the parameter at fault, when a parameter is negative, not
// finite, or outside the range they state.
class Distribution {
 public:
  // The constant zero.
  Distribution();

  // Always `value`.
  static Distribution constant(double value);

  // Exponential; a mean of 0 gives the constant zero.
  static Distribution exponential(double mean);

  // Every value of [low, high] equally likely; low <= high.
  static Distribution uniform(double low, double high);

  // Lognormal with this mean (> 0) and coefficient of variation (standard deviation / mean; 0 gives a constant).
  static Distribution lognormal_mean_cv(double mean, double cv);

  // Lognormal with this mean of which `percent` per cent (0 < percent < 100) are at most `value`. Of the two solutions
  // that can exist, the one with the smaller spread. Refused when none exists: the mean cannot lie too far below its
  // p99 (value / mean <= exp(z^2 / 2), about 15 for p99), nor a high percentile below the mean (sigma > 3).
  static Distribution lognormal_mean_percentile(double mean, double percent, double value);
  static Distribution lognormal_mean_p99(double mean, double p99) { return lognormal_mean_percentile(mean, 99, p99); }

  // Lognormal with this median (> 0) and 99th percentile (>= median).
  static Distribution lognormal_median_p99(double median, double p99);

  // Gamma with this mean (> 0) and coefficient of variation (1e-4 to 10, or 0 for a constant; 1 is exponential).
  static Distribution gamma_mean_cv(double mean, double cv);

  // Piecewise linear between measured quantiles: at least one point, probabilities rising strictly within [0, 1],
  // values never falling. Below the first and above the last point the value stays that point's value.
  static Distribution empirical(std::vector<QuantilePoint> points);

  // A draw of `rare` with probability `probability_of_rare`, else one of `base`. One uniform decides and is then
  // stretched to draw, so that low uniforms give `base`; quantile() is the true quantile only where rare values exceed
  // base values.
  static Distribution mixture(const Distribution& base, const Distribution& rare, double probability_of_rare);

  // The value that the uniform `u` gives. Throws unless 0 <= u <= 1; at u = 1 an unbounded distribution gives infinity.
  // Relative error against the exact quantile: at most kQuantileError for lognormal and gamma, else rounding.
  double quantile(double u) const;

  // One draw, in the unit of the parameters.
  double sample(RandomStream& stream) const;

  // One draw of a distribution whose unit is the second.
  Seconds sample_time(RandomStream& stream) const { return Seconds{sample(stream)}; }

  // Exact moments, in the unit of the parameters.
  double mean() const { return mean_; }
  double standard_deviation() const;

  // The distribution of factor * X; factor >= 0 and finite, else std::invalid_argument.
  Distribution scaled(double factor) const;

  // Whether every draw gives the same value.
  bool is_constant() const;

  // Kind and parameters, such as "lognormal(mean 0.0012, cv 0.8)".
  std::string description() const;

 private:
  explicit Distribution(std::shared_ptr<const Law> law, double factor = 1);

  std::shared_ptr<const Law> law_;
  double factor_;
  double mean_;
};

}  // namespace sim
