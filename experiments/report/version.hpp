// Which program made a result.
#pragma once

#include <string>

namespace experiments {

std::string version();

}  // namespace experiments
