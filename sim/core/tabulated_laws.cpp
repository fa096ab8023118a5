// The laws whose quantile is costly: lognormal and gamma. Both keep logarithms in a QuantileTable, and evaluate exactly
// beyond it (15 draws in a million).
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>

#include "sim/core/law.hpp"
#include "sim/core/quantile_table.hpp"

namespace sim {

namespace {

// Plain double arithmetic everywhere, and infinities instead of exceptions at u = 0 and u = 1.
namespace policies = boost::math::policies;
using Policy = policies::policy<policies::promote_double<false>, policies::overflow_error<policies::ignore_error>,
                                policies::underflow_error<policies::ignore_error>>;
using Normal = boost::math::normal_distribution<double, Policy>;
using Gamma = boost::math::gamma_distribution<double, Policy>;

// The standard normal's distance from 0 to the tail of probability t, and its slope -1 / density.
QuantileTable::Sample normal_tail(double t) {
  const Normal normal;
  const double z = -boost::math::quantile(normal, t);
  return {z, -1 / boost::math::pdf(normal, z)};
}

const QuantileTable& normal_table() {
  static const QuantileTable table(normal_tail);
  return table;
}

class LognormalLaw final : public Law {
 public:
  LognormalLaw(double mean, double sigma)
      : table_(normal_table()), mean_(mean), sigma_(sigma), mu_(std::log(mean) - sigma * sigma / 2) {}

  double quantile(double u) const override {
    const double t = std::min(u, 1 - u);
    const double z = QuantileTable::holds(t) ? table_.value_at(t) : exact_tail(t);
    return std::exp(u < 0.5 ? mu_ - sigma_ * z : mu_ + sigma_ * z);
  }

  double mean() const override { return mean_; }
  double standard_deviation() const override { return mean_ * cv(); }
  std::string describe(double factor) const override {
    return fmt::format("lognormal(mean {:.6g}, cv {:.6g})", mean_ * factor, cv());
  }

 private:
  static double exact_tail(double t) {
    if (t <= 0) return std::numeric_limits<double>::infinity();
    return -boost::math::quantile(Normal{}, t);
  }
  double cv() const { return std::sqrt(std::expm1(sigma_ * sigma_)); }

  const QuantileTable& table_;
  double mean_;
  double sigma_;
  double mu_;
};

// Gamma of mean 1; the law multiplies.
class GammaLaw final : public Law {
 public:
  GammaLaw(double mean, double cv)
      : mean_(mean),
        cv_(cv),
        unit_(1 / (cv * cv), cv * cv),
        lower_([this](double t) { return log_sample(boost::math::quantile(unit_, t), 1); }),
        upper_([this](double t) { return log_sample(boost::math::quantile(complement(unit_, t)), -1); }) {}

  double quantile(double u) const override {
    const double t = std::min(u, 1 - u);
    if (QuantileTable::holds(t)) {
      const double logarithm = (u < 0.5 ? lower_ : upper_).value_at(t);
      if (!std::isnan(logarithm)) return mean_ * std::exp(logarithm);
    }
    return mean_ * exact(u);
  }

  double mean() const override { return mean_; }
  double standard_deviation() const override { return mean_ * cv_; }
  std::string describe(double factor) const override {
    return fmt::format("gamma(mean {:.6g}, cv {:.6g})", mean_ * factor, cv_);
  }

 private:
  double exact(double u) const {
    if (u <= 0) return 0;
    if (u >= 1) return std::numeric_limits<double>::infinity();
    return u < 0.5 ? boost::math::quantile(unit_, u) : boost::math::quantile(complement(unit_, 1 - u));
  }

  // ln q and its slope 1 / (q f(q)), f the density; `sign` is -1 where t counts from above.
  QuantileTable::Sample log_sample(double q, double sign) const {
    return {std::log(q), sign / (q * boost::math::pdf(unit_, q))};
  }

  double mean_;
  double cv_;
  Gamma unit_;
  QuantileTable lower_;
  QuantileTable upper_;
};

}  // namespace

std::shared_ptr<const Law> make_lognormal_law(double mean, double sigma) {
  return std::make_shared<LognormalLaw>(mean, sigma);
}
std::shared_ptr<const Law> make_gamma_law(double mean, double cv) { return std::make_shared<GammaLaw>(mean, cv); }

}  // namespace sim
