// The cost profile that a calibration finds, as a file.
#pragma once

#include <string>

#include "experiments/validation/calibration_run.hpp"

namespace experiments {

// YAML of a cost profile: that of the first case with the fitted costs in it, each with its origin and its standard error, and all that is
// known of the calibration, as comments for people and as data. `name` is what it is called, `source` what it was made from.
// Fitted costs that are no part of a profile (of one server, of a link) stand in the comments and in the data only.
std::string profile_text(const Calibration& calibration, const std::string& name, const std::string& source);

}  // namespace experiments
