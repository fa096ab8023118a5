// Distributions of times in a document: 2ms, {mean: 1ms, p99: 3ms}, {mean: 1ms, cv: 0.5}, {exponential: 1ms}, ...
#pragma once

#include "sim/config/schema.hpp"
#include "sim/core/distribution.hpp"

namespace sim {

// Now and then another value: rare: {probability: 0.1%, value: 20ms}.
struct RareTime {
  Fraction probability;
  Seconds value{0};

  static Schema<RareTime> schema();
};

// The parameters as they are written. Exactly one of these sets is given, beside `rare`: constant; exponential; uniform;
// mean and p99 (lognormal); median and p99 (lognormal); mean and cv (gamma); quantiles.
struct TimeDistributionForm {
  std::optional<Seconds> constant;
  std::optional<Seconds> exponential;
  std::vector<Seconds> uniform;
  std::optional<Seconds> mean;
  std::optional<Seconds> median;
  std::optional<Seconds> p99;
  std::optional<double> cv;
  Named<Seconds> quantiles;
  std::optional<RareTime> rare;

  static Schema<TimeDistributionForm> schema();

  // The keys of the set that is given.
  std::vector<std::string> given() const;
};

// A distribution of times as a field of a spec: what was written, so that it can be written back, and the Distribution
// itself, in seconds.
class TimeDistribution {
 public:
  // Always `value`; zero by default.
  TimeDistribution(Seconds value = Seconds{0});

  // Throws std::invalid_argument, which says what is wrong, if the form is not one distribution.
  explicit TimeDistribution(TimeDistributionForm form);

  // For the defaults of specs.
  static TimeDistribution exponential(Seconds mean);
  static TimeDistribution lognormal_mean_p99(Seconds mean, Seconds p99);
  static TimeDistribution gamma_mean_cv(Seconds mean, double cv);

  const TimeDistributionForm& form() const { return form_; }
  const Distribution& distribution() const { return distribution_; }
  operator const Distribution&() const { return distribution_; }

 private:
  TimeDistributionForm form_;
  Distribution distribution_;
};

template <>
struct Codec<TimeDistribution> {
  static bool read(const Node& node, TimeDistribution& value, const Reader& reader);
  static Json write(const TimeDistribution& value);
  static std::string type() { return "time or distribution"; }
  static std::string unit() { return "ns, us, ms, s, min, h"; }
  static Json json_schema();
};

}  // namespace sim
