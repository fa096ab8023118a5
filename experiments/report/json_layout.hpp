// JSON that people can read as well.
#pragma once

#include <string>

#include "sim/config/codec.hpp"

namespace experiments {

// What fits on a line stands on one; the rest is broken into lines and indented. No line break at the end.
std::string laid_out(const sim::Json& json);

}  // namespace experiments
