// What stands behind a Distribution: one kind of distribution with its parameters, already checked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/core/distribution.hpp"

namespace sim {

// A quantile function and what is known about it. Immutable, shared by all copies of a Distribution.
class Law {
 public:
  virtual ~Law() = default;

  // The value that uniform u in [0, 1] gives.
  virtual double quantile(double u) const = 0;

  virtual double mean() const = 0;
  virtual double standard_deviation() const = 0;
  virtual bool is_constant() const { return false; }

  // Kind and parameters once every value is multiplied by `factor`.
  virtual std::string describe(double factor) const = 0;
};

// One maker per kind. Parameters must be valid: Distribution checks them.
std::shared_ptr<const Law> make_constant_law(double value);
std::shared_ptr<const Law> make_exponential_law(double mean);
std::shared_ptr<const Law> make_uniform_law(double low, double high);
std::shared_ptr<const Law> make_empirical_law(std::vector<QuantilePoint> points);
std::shared_ptr<const Law> make_mixture_law(const Distribution& base, const Distribution& rare,
                                            double probability_of_rare);
std::shared_ptr<const Law> make_lognormal_law(double mean, double sigma);  // sigma: of the logarithm, > 0
std::shared_ptr<const Law> make_gamma_law(double mean, double cv);         // cv > 0

}  // namespace sim
