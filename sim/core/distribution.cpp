#include "sim/core/distribution.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>

#include "sim/core/law.hpp"

namespace sim {

namespace {

// The widest lognormal: p99 / median of 113 000.
constexpr double kMaxSigma = 5;
// Beyond it a percentile above the mean's rank lies below the mean: hardly what was measured.
constexpr double kMaxSigmaFromMean = 3;
constexpr double kMinGammaCv = 1e-4;
constexpr double kMaxGammaCv = 10;

// Throws std::invalid_argument with the complaint unless `holds`.
void require(bool holds, const std::string& complaint) {
  if (!holds) throw std::invalid_argument(complaint);
}

void require_not_negative(double value, const char* kind, const char* parameter) {
  require(std::isfinite(value) && value >= 0,
          fmt::format("{}: {} must be finite and not negative, got {}", kind, parameter, value));
}

void require_positive(double value, const char* kind, const char* parameter) {
  require(std::isfinite(value) && value > 0,
          fmt::format("{}: {} must be finite and above 0, got {}", kind, parameter, value));
}

double normal_quantile(double percent) { return boost::math::quantile(boost::math::normal{}, percent / 100); }

std::shared_ptr<const Law> lognormal_law(double mean, double sigma) {
  return sigma > 0 ? make_lognormal_law(mean, sigma) : make_constant_law(mean);
}

// With z the normal quantile of the percentile and L = ln(value / mean), the percentile of a lognormal is
// mean * exp(z * sigma - sigma^2 / 2), so sigma solves sigma^2 - 2 z sigma + 2 L = 0. Returns the smallest sigma >= 0,
// or NaN when there is none.
double solve_sigma(double z, double log_ratio) {
  const double discriminant = z * z - 2 * log_ratio;
  if (discriminant < 0) return std::nan("");
  const double root = std::sqrt(discriminant);
  if (log_ratio > 0) return z > 0 ? 2 * log_ratio / (z + root) : std::nan("");
  if (log_ratio < 0) return z + root;
  return 0;
}

}  // namespace

Distribution::Distribution()
    : Distribution([] {
        static const std::shared_ptr<const Law> zero = make_constant_law(0);
        return zero;
      }()) {}

Distribution::Distribution(std::shared_ptr<const Law> law, double factor)
    : law_(std::move(law)), factor_(factor), mean_(factor_ * law_->mean()) {}

Distribution Distribution::constant(double value) {
  require_not_negative(value, "constant", "the value");
  return Distribution(make_constant_law(value));
}

Distribution Distribution::exponential(double mean) {
  require_not_negative(mean, "exponential", "the mean");
  return Distribution(mean > 0 ? make_exponential_law(mean) : make_constant_law(0));
}

Distribution Distribution::uniform(double low, double high) {
  require_not_negative(low, "uniform", "low");
  require_not_negative(high, "uniform", "high");
  require(low <= high, fmt::format("uniform: low {} is above high {}", low, high));
  return Distribution(low < high ? make_uniform_law(low, high) : make_constant_law(low));
}

Distribution Distribution::lognormal_mean_cv(double mean, double cv) {
  require_positive(mean, "lognormal", "the mean");
  require_not_negative(cv, "lognormal", "cv");
  const double sigma = std::sqrt(std::log1p(cv * cv));
  require(sigma <= kMaxSigma,
          fmt::format("lognormal: cv {} needs a sigma of {:.3g} (at most {})", cv, sigma, kMaxSigma));
  return Distribution(lognormal_law(mean, sigma));
}

Distribution Distribution::lognormal_mean_percentile(double mean, double percent, double value) {
  require_positive(mean, "lognormal", "the mean");
  require(percent > 0 && percent < 100,
          fmt::format("lognormal: the percentile must lie between 0 and 100, got {}", percent));
  require_positive(value, "lognormal", "the value of the percentile");
  const double z = normal_quantile(percent);
  const double sigma = solve_sigma(z, std::log(value / mean));
  const double highest = mean * (z > 0 ? std::exp(z * z / 2) : 1);
  require(!std::isnan(sigma),
          fmt::format("lognormal: none has mean {} and p{} {}; the percentile can be at most {:.4g}", mean, percent,
                      value, highest));
  require(sigma <= kMaxSigmaFromMean,
          fmt::format("lognormal: mean {} and p{} {} need a sigma of {:.3g} (at most {}); are both in the same unit?",
                      mean, percent, value, sigma, kMaxSigmaFromMean));
  return Distribution(lognormal_law(mean, sigma));
}

Distribution Distribution::lognormal_median_p99(double median, double p99) {
  require_positive(median, "lognormal", "the median");
  require_positive(p99, "lognormal", "p99");
  require(p99 >= median, fmt::format("lognormal: p99 {} is below the median {}", p99, median));
  const double sigma = std::log(p99 / median) / normal_quantile(99);
  require(sigma <= kMaxSigma, fmt::format("lognormal: median {} and p99 {} need a sigma of {:.3g} (at most {})", median,
                                          p99, sigma, kMaxSigma));
  return Distribution(lognormal_law(median * std::exp(sigma * sigma / 2), sigma));
}

Distribution Distribution::gamma_mean_cv(double mean, double cv) {
  require_positive(mean, "gamma", "the mean");
  if (std::abs(cv) <= 0) return Distribution(make_constant_law(mean));
  require(cv >= kMinGammaCv && cv <= kMaxGammaCv,
          fmt::format("gamma: cv must be 0 or lie between {} and {}, got {}", kMinGammaCv, kMaxGammaCv, cv));
  return Distribution(make_gamma_law(mean, cv));
}

Distribution Distribution::empirical(std::vector<QuantilePoint> points) {
  require(!points.empty(), "empirical: needs at least one quantile");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [probability, value] = points[i];
    require_not_negative(value, "empirical", "a value");
    require(probability >= 0 && probability <= 1,
            fmt::format("empirical: probability {} is not within 0 and 1", probability));
    if (i == 0) continue;
    const auto [below, value_below] = points[i - 1];
    require(probability > below, fmt::format("empirical: probability {} does not rise above {}", probability, below));
    require(value >= value_below, fmt::format("empirical: value {} falls below {}", value, value_below));
  }
  return Distribution(make_empirical_law(std::move(points)));
}

Distribution Distribution::mixture(const Distribution& base, const Distribution& rare, double probability_of_rare) {
  require(probability_of_rare >= 0 && probability_of_rare <= 1,
          fmt::format("mixture: the probability of rare must lie between 0 and 1, got {}", probability_of_rare));
  if (probability_of_rare <= 0) return base;
  if (probability_of_rare >= 1) return rare;
  return Distribution(make_mixture_law(base, rare, probability_of_rare));
}

double Distribution::quantile(double u) const {
  if (!(u >= 0 && u <= 1)) throw std::invalid_argument(fmt::format("quantile: u must lie between 0 and 1, got {}", u));
  return factor_ * law_->quantile(u);
}

double Distribution::sample(RandomStream& stream) const { return factor_ * law_->quantile(stream.next()); }

double Distribution::standard_deviation() const { return factor_ * law_->standard_deviation(); }

Distribution Distribution::scaled(double factor) const {
  require_not_negative(factor, "scaled", "the factor");
  if (factor <= 0) return Distribution();
  return Distribution(law_, factor_ * factor);
}

bool Distribution::is_constant() const { return law_->is_constant(); }

std::string Distribution::description() const { return law_->describe(factor_); }

}  // namespace sim
