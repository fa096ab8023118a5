// A measured number beside the predicted one, and how good a whole set of predictions is. Rows that a fit has seen and rows
// that it has not are never mixed.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "sim/config/codec_enum.hpp"

namespace calibration {

// Whether the costs were fitted to this number.
enum class Role { fitted, predicted };

constexpr auto enum_names(Role) {
  return std::to_array<sim::EnumName<Role>>({{"fitted", Role::fitted}, {"predicted", Role::predicted}});
}

struct Comparison {
  std::string set;
  std::string case_name;
  std::string metric;
  Role role = Role::predicted;
  double measured = std::numeric_limits<double>::quiet_NaN();  // median of the repetitions; NaN: nothing was measured
  double predicted = std::numeric_limits<double>::quiet_NaN();
  double half_width = std::numeric_limits<double>::quiet_NaN();  // of the prediction; NaN: not known

  // (predicted - measured) / measured, in per cent; NaN where nothing was measured.
  double error_pct() const;
};

// The size of the errors of some rows, those without a measurement left out.
struct Accuracy {
  std::size_t rows = 0;
  double median_pct = std::numeric_limits<double>::quiet_NaN();  // of |error|
  double worst_pct = std::numeric_limits<double>::quiet_NaN();   // the largest |error|
  std::string worst_row;                                         // "case metric"
};

Accuracy accuracy_of(const std::vector<Comparison>& rows, Role role);

// The middle value, of an even number the mean of the middle two; NaN of nothing.
double median(std::vector<double> values);

}  // namespace calibration
