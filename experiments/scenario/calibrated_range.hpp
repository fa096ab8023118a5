// Whether a scenario lies where its cost profile was measured.
#pragma once

#include <optional>
#include <string>

#include "models/scenario.hpp"

namespace experiments {

// In words, what of this server and its clients lies outside of what the calibration of its costs has seen; nothing where all lies within,
// or nothing is known of a calibration. Predictions may reach to twice the threads that were measured.
std::optional<std::string> beyond_calibration(const models::ServerSpec& server);

}  // namespace experiments
