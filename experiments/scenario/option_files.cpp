#include "experiments/scenario/option_files.hpp"

#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "experiments/scenario/data_files.hpp"
#include "experiments/scenario/scenario_variable.hpp"
#include "models/version/variable_catalogue.hpp"

namespace experiments {
namespace {

// "file:line:column" as a place in a tree; the file as a whole where there are no numbers.
sim::Mark mark_at(const std::string& place) {
  const auto column_at = place.rfind(':');
  const auto line_at = column_at == std::string::npos || column_at == 0 ? std::string::npos : place.rfind(':', column_at - 1);
  if (line_at == std::string::npos) return sim::Mark::whole(place);
  int line = 0;
  int column = 0;
  const char* const text = place.data();
  const auto of_line = std::from_chars(text + line_at + 1, text + column_at, line);
  const auto of_column = std::from_chars(text + column_at + 1, text + place.size(), column);
  if (of_line.ec != std::errc{} || of_column.ec != std::errc{}) return sim::Mark::whole(place);
  return {std::make_shared<const std::string>(place.substr(0, line_at)), line, column};
}

// Whether the variable is given already, by any of its names.
bool is_given(const sim::Node& variables, const std::string& name) {
  const models::Variable* wanted = models::find_variable(name);
  for (const sim::Field& each : variables.fields()) {
    if (each.key == name || (wanted != nullptr && models::find_variable(each.key) == wanted)) return true;
  }
  return false;
}

std::string as_text(const sim::Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "ON" : "OFF";
  return value.is_number() ? value.dump() : "";
}

void add_variables(const sim::Json& imported, ServerDocument& server, sim::Diagnostics& diagnostics) {
  sim::Node& variables = server.variables.node;
  if (!variables.is_mapping()) variables = sim::Node::mapping(variables.mark());
  for (const auto& [name, entry] : imported["variables"].items()) {
    const bool is_placed = entry.is_object() && entry.contains("value");
    const std::string value = as_text(is_placed ? entry["value"] : entry);
    const std::string place = is_placed && entry.contains("place") ? as_text(entry["place"]) : as_text(imported["file"]);
    const auto variable = scenario_variable(name, value, server.version);
    if (value.empty() || !variable || is_given(variables, variable->name)) continue;
    const sim::Mark mark = mark_at(place);
    if (variable->fault.empty()) variables.append(variable->name, mark, sim::Node::scalar(mark, variable->value));
    else diagnostics.warning(mark.location(), fmt::format("{} is left out: {}", sim::quote(name), variable->fault));
  }
}

void apply_option_file(ServerDocument& server, const std::string& file, sim::Diagnostics& diagnostics) {
  calibration::ImportOptions options;
  options.server = server.version;
  sim::Diagnostics of_file;
  const std::string path = relative_to(file, server.option_file).string();
  const sim::Json imported = calibration::import_file(path, options, of_file);
  for (const sim::Diagnostic& each : of_file.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) diagnostics.error(each.place, each.message);
    else if (each.severity == sim::Diagnostic::Severity::Warning) diagnostics.warning(each.place, each.message);
  }
  if (!of_file.ok()) return;
  if (!imported.contains("variables")) {
    diagnostics.error({path, 0, 0}, "neither an option file nor output of SHOW VARIABLES");
    return;
  }
  add_variables(imported, server, diagnostics);
}

}  // namespace

void apply_option_files(ScenarioDocument& document, const std::string& file, sim::Diagnostics& diagnostics) {
  for (auto& [name, server] : document.servers) {
    if (!server.option_file.empty() && simulated_release(server.version)) apply_option_file(server, file, diagnostics);
  }
}

}  // namespace experiments
