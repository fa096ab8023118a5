// One row per metric, with the names of figures.hpp.
#include <cmath>

#include <fmt/format.h>

#include "experiments/report/figures.hpp"
#include "experiments/report/writer.hpp"

namespace experiments {
namespace {

// A field as RFC 4180 has it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string field(double number) { return std::isfinite(number) ? fmt::format("{}", number) : ""; }

}  // namespace

std::string csv_text(const Result& result) {
  std::string text = "scenario,metric,value,half_width,unit\n";
  for (const Figure& each : figures_of(result)) {
    text += fmt::format("{},{},{},{},{}\n", field(result.scenario_file), field(each.name), field(each.value), field(each.half_width),
                        field(each.unit));
  }
  return text;
}

}  // namespace experiments
