#include "experiments/report/csv_field.hpp"

#include <cmath>

#include <fmt/format.h>

namespace experiments {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_field(double number) { return std::isfinite(number) ? fmt::format("{}", number) : ""; }

}  // namespace experiments
