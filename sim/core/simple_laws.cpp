// The laws whose quantile is a short formula: constant, exponential, uniform, mixture.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/core/law.hpp"

namespace sim {

namespace {

class ConstantLaw final : public Law {
 public:
  explicit ConstantLaw(double value) : value_(value) {}
  double quantile(double) const override { return value_; }
  double mean() const override { return value_; }
  double standard_deviation() const override { return 0; }
  bool is_constant() const override { return true; }
  std::string describe(double factor) const override { return fmt::format("constant({:.6g})", value_ * factor); }

 private:
  double value_;
};

class ExponentialLaw final : public Law {
 public:
  explicit ExponentialLaw(double mean) : mean_(mean) {}
  // -mean * ln(1 - u). The difference is exact for the numbers of a stream, and log is faster than log1p.
  double quantile(double u) const override { return u < 0.01 ? -mean_ * std::log1p(-u) : -mean_ * std::log(1 - u); }
  double mean() const override { return mean_; }
  double standard_deviation() const override { return mean_; }
  std::string describe(double factor) const override { return fmt::format("exponential(mean {:.6g})", mean_ * factor); }

 private:
  double mean_;
};

class UniformLaw final : public Law {
 public:
  UniformLaw(double low, double high) : low_(low), high_(high) {}
  double quantile(double u) const override { return low_ + u * (high_ - low_); }
  double mean() const override { return low_ + (high_ - low_) / 2; }
  double standard_deviation() const override { return (high_ - low_) / std::sqrt(12.0); }
  std::string describe(double factor) const override {
    return fmt::format("uniform(low {:.6g}, high {:.6g})", low_ * factor, high_ * factor);
  }

 private:
  double low_;
  double high_;
};

class MixtureLaw final : public Law {
 public:
  MixtureLaw(Distribution base, Distribution rare, double probability_of_rare)
      : base_(std::move(base)),
        rare_(std::move(rare)),
        rare_share_(probability_of_rare),
        base_share_(1 - probability_of_rare) {}

  double quantile(double u) const override {
    if (u < base_share_) return base_.quantile(u / base_share_);
    return rare_.quantile(u < 1 ? (u - base_share_) / rare_share_ : 1);  // at u = 1 rounding might miss 1
  }

  double mean() const override { return base_share_ * base_.mean() + rare_share_ * rare_.mean(); }

  // Variance within the two parts plus variance between them.
  double standard_deviation() const override {
    const auto square = [](double x) { return x * x; };
    const double within =
        base_share_ * square(base_.standard_deviation()) + rare_share_ * square(rare_.standard_deviation());
    const double between = base_share_ * rare_share_ * square(base_.mean() - rare_.mean());
    return std::sqrt(within + between);
  }

  std::string describe(double factor) const override {
    return fmt::format("mixture({:.6g} of {}, else {})", rare_share_, rare_.scaled(factor).description(),
                       base_.scaled(factor).description());
  }

 private:
  Distribution base_;
  Distribution rare_;
  double rare_share_;
  double base_share_;
};

}  // namespace

std::shared_ptr<const Law> make_constant_law(double value) { return std::make_shared<ConstantLaw>(value); }
std::shared_ptr<const Law> make_exponential_law(double mean) { return std::make_shared<ExponentialLaw>(mean); }
std::shared_ptr<const Law> make_uniform_law(double low, double high) { return std::make_shared<UniformLaw>(low, high); }
std::shared_ptr<const Law> make_mixture_law(const Distribution& base, const Distribution& rare,
                                            double probability_of_rare) {
  return std::make_shared<MixtureLaw>(base, rare, probability_of_rare);
}

}  // namespace sim
