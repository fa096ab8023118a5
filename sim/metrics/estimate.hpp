// A number that is not lonely: an estimate with its half-width and how it was found.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace sim {

// Where a half-width comes from.
enum class EstimateMethod {
  None,                  // no half-width: nothing to compare the number with
  BatchMeans,            // batch means of one run that pass for independent
  CorrelatedBatchMeans,  // batch means that are still correlated (run too short); half-width widened accordingly
  Replicates,            // independent replicates
  PairedDifference,      // differences of pairs on common random numbers
};

// The name used in output, such as "batch means".
std::string_view to_string(EstimateMethod method);

// The 95 % interval is mean ± half_width, in the unit of the observations; half_width is NaN where unknown (n < 2).
struct Estimate {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double half_width = std::numeric_limits<double>::quiet_NaN();
  std::int64_t n = 0;  // number of batches, replicates or pairs behind the half-width
  EstimateMethod method = EstimateMethod::None;

  // half_width / |mean|: what --precision asks for. NaN where the half-width is unknown, infinite where only the mean
  // is 0.
  double relative_half_width() const;

  // Whether `value` lies within mean ± half_width; false where the half-width is unknown.
  bool covers(double value) const;
};

// {"mean", "half_width", "n", "method"}; a number that is not finite is null, and null reads back as NaN. Reading
// throws std::invalid_argument when a part is missing, of the wrong type, or an unknown method.
void to_json(nlohmann::json& json, const Estimate& estimate);
void from_json(const nlohmann::json& json, Estimate& estimate);

}  // namespace sim
