// Fields of CSV as RFC 4180 has them.
#pragma once

#include <string>

namespace experiments {

// In quotes where it needs them.
std::string csv_field(const std::string& text);

// Empty where it is not known.
std::string csv_field(double number);

}  // namespace experiments
