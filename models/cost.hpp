// One cost, with where it comes from.
#pragma once

#include <string>

#include "sim/config/distribution_codec.hpp"
#include "sim/config/schema.hpp"
#include "sim/core/units.hpp"

namespace models {

// One cost with where it comes from. In a profile it is a time or a distribution, or a mapping
// {value: ..., origin: "...", standard_error: ...}.
struct Cost {
  sim::TimeDistribution time;
  std::string origin;                    // the measurement or the assumption behind it
  sim::Seconds standard_error{0};        // 0: not known

  sim::Seconds mean() const { return sim::Seconds{time.distribution().mean()}; }

  // For costs that may be left out, at 0.
  bool is_stated() const { return mean().count() > 0; }
  const Cost& or_else(const Cost& nearest) const { return is_stated() ? *this : nearest; }
};

}  // namespace models

namespace sim {

template <>
struct Codec<models::Cost> {
  static bool read(const Node& node, models::Cost& cost, const Reader& reader);
  static Json write(const models::Cost& cost);
  static std::string type() { return "time or distribution"; }
  static std::string unit() { return Codec<TimeDistribution>::unit(); }
  static Json json_schema();
};

}  // namespace sim
