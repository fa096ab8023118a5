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
  double p90_pct = std::numeric_limits<double>::quiet_NaN();     // nine tenths of the |error| are at most this (nearest rank)
  double bias_pct = std::numeric_limits<double>::quiet_NaN();    // median of the errors with their signs
  double worst_pct = std::numeric_limits<double>::quiet_NaN();   // the largest |error|
  double worst_error_pct = std::numeric_limits<double>::quiet_NaN();  // the same with its sign
  std::string worst_row;                                         // "case metric"
};

Accuracy accuracy_of(const std::vector<Comparison>& rows, Role role);

// One line of a scoreboard: how good the rows of one metric in one set are.
struct Score {
  std::string set;
  std::string metric;
  Accuracy fitted;
  Accuracy predicted;
};

// In the order in which sets and metrics first appear; metrics of which nothing was measured are left out.
std::vector<Score> scores_of(const std::vector<Comparison>& rows);

// The middle value, of an even number the mean of the middle two; NaN of nothing.
double median(std::vector<double> values);

}  // namespace calibration
