#include "experiments/report/json_layout.hpp"

namespace experiments {
namespace {

using sim::Json;

constexpr std::size_t kJsonWidth = 110;
constexpr std::size_t kIndent = 2;

// Bytes that are not UTF-8, as a file name may have, must not stop the writing.
std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// One line with a blank after each comma and colon; `used` is what stands on the line before it. Empty if it does not fit.
std::string on_one_line(const Json& json, std::size_t used) {
  if (!json.is_structured() || json.empty()) return dumped(json);
  std::string line;
  for (const auto& [key, value] : json.items()) {
    if (!line.empty()) line += ", ";
    if (json.is_object()) line += dumped(key) + ": ";
    const std::string inner = on_one_line(value, used + line.size() + 2);
    line += inner;
    if (inner.empty() || used + line.size() + 2 > kJsonWidth) return "";
  }
  return json.is_object() ? "{" + line + "}" : "[" + line + "]";
}

void lay_out(const Json& json, std::size_t indent, std::size_t used, std::string& out) {
  const std::string line = on_one_line(json, used);
  if (!line.empty()) {
    out += line;
    return;
  }
  const std::string margin(indent + kIndent, ' ');
  const char* separator = "\n";
  out += json.is_object() ? '{' : '[';
  for (const auto& [key, value] : json.items()) {
    const std::string label = json.is_object() ? dumped(key) + ": " : "";
    out.append(separator).append(margin).append(label);
    lay_out(value, indent + kIndent, margin.size() + label.size(), out);
    separator = ",\n";
  }
  out += "\n" + std::string(indent, ' ') + (json.is_object() ? '}' : ']');
}

}  // namespace

std::string laid_out(const Json& json) {
  std::string out;
  lay_out(json, 0, 0, out);
  return out;
}

}  // namespace experiments
