#include "experiments/scenario/scenario_variable.hpp"

#include <algorithm>
#include <regex>
#include <vector>

#include "models/commit/pipeline_catalogue.hpp"
#include "models/variable_settings.hpp"
#include "models/version/variable_catalogue.hpp"
#include "sim/config/document.hpp"
#include "sim/config/reader.hpp"

namespace experiments {
namespace {

// What the release says against the value; empty: nothing.
std::string fault_of(const std::string& name, const std::string& value, const std::string& release) {
  sim::Diagnostics diagnostics;
  models::VariableSettings settings;
  settings.node = sim::Node::mapping({});
  settings.node.append(name, {}, sim::Node::scalar({}, value));
  models::resolve_variables(settings, release, sim::Reader(diagnostics));
  for (const sim::Diagnostic& each : diagnostics.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) return each.message;
  }
  return "";
}

// The unit in which the server counts the variable; "" where it has none of time.
std::string unit_of(const std::string& name) {
  const auto schema = models::server_variables_schema();
  for (const sim::FieldInfo& field : schema.fields()) {
    if (field.key != name) continue;
    if (field.note.find("microseconds") != std::string::npos) return "us";
    if (field.note.find("milliseconds") != std::string::npos) return "ms";
    if (field.note.find("seconds") != std::string::npos) return "s";
  }
  return "";
}

bool is_off(const std::string& value) { return value == "OFF" || value == "0" || value == "FALSE" || value == "off" || value == "false"; }

// A number may lack the unit; log_bin is given the name of the file.
std::vector<std::string> spellings(const std::string& newest_name, const std::string& value) {
  std::vector<std::string> all{value};
  if (newest_name == "log_bin") all.push_back(is_off(value) ? "OFF" : "ON");
  const bool is_number = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) return all;
  if (const std::string unit = unit_of(newest_name); !unit.empty()) all.push_back(value + unit);
  else all.insert(all.end(), {value + "B", value + "s"});
  if (value == "0" || value == "1") all.push_back(value == "0" ? "OFF" : "ON");
  return all;
}

}  // namespace

std::optional<std::string> simulated_release(const std::string& version) {
  static const std::regex kName("(mysql|mariadb|percona)-.*");
  static const std::regex kNumber(R"((\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?.*)");
  if (std::regex_match(version, kName)) {
    return models::find_commit_pipeline(version) != nullptr ? std::optional(version) : std::nullopt;
  }
  std::smatch parts;
  if (version.size() > 200 || !std::regex_match(version, parts, kNumber)) return std::nullopt;
  const bool is_mariadb = version.find("MariaDB") != std::string::npos || version.find("mariadb") != std::string::npos;
  std::string release = (is_mariadb ? "mariadb-" : "mysql-") + parts[1].str() + "." + parts[2].str();
  if (parts[3].matched) release += "." + parts[3].str();
  return models::find_commit_pipeline(release) != nullptr ? std::optional(release) : std::nullopt;
}

std::optional<ScenarioVariable> scenario_variable(const std::string& name, const std::string& value, const std::string& release) {
  const models::Variable* variable = models::find_variable(name);
  const auto parsed = models::parse_release(release);
  if (variable == nullptr || !parsed) return std::nullopt;
  const auto names = models::names_in(*variable, *parsed);
  ScenarioVariable result{name, value, ""};
  if (names.empty()) {
    result.fault = release + " does not have it";
    return result;
  }
  if (std::find(names.begin(), names.end(), name) == names.end()) result.name = names.front();
  for (const std::string& spelling : spellings(variable->name, value)) {
    const std::string fault = fault_of(result.name, spelling, release);
    if (fault.empty()) {
      result.value = spelling;
      result.fault = "";
      return result;
    }
    if (result.fault.empty()) result.fault = fault;
  }
  return result;
}

}  // namespace experiments
