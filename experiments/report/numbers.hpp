// How numbers that may not be known are shown.
#pragma once

#include <cmath>
#include <string>

#include "sim/config/codec.hpp"

namespace experiments {

// null where it is not known.
inline sim::Json json_number(double value) { return std::isfinite(value) ? sim::Json(value) : sim::Json(); }

// Four significant digits, whole from 1000 on; "?" where it is not known.
inline std::string four_digits(double value) {
  if (!std::isfinite(value)) return "?";
  return std::abs(value) >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

// Two, as befits a half-width; whole from 100 on.
inline std::string two_digits(double value) {
  if (!std::isfinite(value)) return "?";
  return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2g}", value);
}

}  // namespace experiments
