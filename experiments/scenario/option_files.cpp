#include "experiments/scenario/option_files.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/option_file.hpp"
#include "calibration/readers/option_groups.hpp"
#include "calibration/readers/server_options.hpp"
#include "experiments/scenario/data_files.hpp"
#include "models/version/variable_catalogue.hpp"

namespace experiments {
namespace {

using calibration::Option;
using calibration::ServerSetting;

// "file:line:column" as a place; the file as a whole where there are no numbers.
sim::Location place_of_text(const std::string& text) {
  const auto column_at = text.rfind(':');
  const auto line_at = column_at == std::string::npos || column_at == 0 ? std::string::npos : text.rfind(':', column_at - 1);
  if (line_at == std::string::npos) return {text, 0, 0};
  sim::Location place{text.substr(0, line_at), 0, 0};
  const auto line = std::from_chars(text.data() + line_at + 1, text.data() + column_at, place.line);
  const auto column = std::from_chars(text.data() + column_at + 1, text.data() + text.size(), place.column);
  return line.ec == std::errc{} && column.ec == std::errc{} ? place : sim::Location{text, 0, 0};
}

// What an import of another format found of commit and replication, as options: the newer name of a variable where both stand.
std::vector<Option> options_of_import(const sim::Json& imported) {
  std::vector<Option> options;
  const sim::Json& variables = imported["variables"];
  for (const auto& [name, entry] : variables.items()) {
    const models::Variable* variable = models::find_variable(name);
    const bool is_older = variable != nullptr && variable->older_name == name && variables.contains(variable->name);
    if (variable == nullptr || is_older) continue;
    const sim::Location place = place_of_text(entry["place"].get<std::string>());
    options.push_back({"", name, sim::shown(entry["value"]), place, place});
  }
  return options;
}

// The options that the release reads in the file; nothing after reporting, at `place` or in the file, why it has none.
std::optional<std::vector<Option>> options_of_file(const std::string& path, const std::string& version, const sim::Location& place,
                                                   sim::Diagnostics& diagnostics) {
  auto source = calibration::TextSource::open(path, diagnostics);
  if (!source) return std::nullopt;
  const calibration::ImportReader* reader = find_import_reader(*source);
  if (reader == nullptr || (reader->kind != "option_file" && reader->kind != "variables")) {
    diagnostics.error(place, fmt::format("{} is neither an option file nor output of SHOW VARIABLES", sim::quote(path)));
    return std::nullopt;
  }
  if (reader->format == "mysqld --print-defaults") return read_option_words(*source, diagnostics).options;
  if (reader->format != "option file") {
    calibration::ImportOptions options;
    options.server = version;
    const sim::Json imported = reader->read(*source, options, diagnostics);
    return imported.contains("variables") ? std::optional(options_of_import(imported)) : std::nullopt;
  }
  calibration::OptionFile file = read_option_file(*source, {}, diagnostics);
  const auto groups = calibration::groups_read_by(*models::parse_release(version));
  std::erase_if(file.options, [&](const Option& each) { return std::find(groups.begin(), groups.end(), each.group) == groups.end(); });
  return std::move(file.options);
}

sim::Mark mark_of(const sim::Location& place) {
  return {std::make_shared<const std::string>(place.file), place.line, place.column};
}

// Whether the variable stands in the scenario, under any of its names.
bool is_in_scenario(const sim::Node& variables, const ServerSetting& setting) {
  return std::any_of(variables.fields().begin(), variables.fields().end(), [&](const sim::Field& field) {
    const models::Variable* variable = models::find_variable(field.key);
    return variable != nullptr && variable->name == setting.newest_name;
  });
}

void add_settings(const std::vector<ServerSetting>& settings, sim::Node& variables) {
  if (variables.is_null()) variables = sim::Node::mapping(variables.mark());
  std::vector<const ServerSetting*> added;
  for (const ServerSetting& each : settings) {
    if (!each.newest_name.empty() && !is_in_scenario(variables, each)) added.push_back(&each);
  }
  for (const ServerSetting* each : added) {
    variables.append(each->name, mark_of(each->place), sim::Node::scalar(mark_of(each->value_place), each->in_scenario));
  }
}

}  // namespace

void apply_option_files(ScenarioDocument& document, const std::string& file, const sim::Node& root, sim::Diagnostics& diagnostics) {
  for (auto& [name, server] : document.servers) {
    if (server.option_file.empty()) continue;
    const auto release = models::parse_release(server.version);
    if (!release || !models::is_family(release->family)) continue;  // which is told elsewhere
    const sim::Location place = root.location_of(fmt::format("servers.{}.option_file", name));
    const auto options = options_of_file(relative_to(file, server.option_file), server.version, place, diagnostics);
    if (!options) continue;
    const std::vector<ServerSetting> settings = read_server_options(*options, release, diagnostics);
    add_settings(settings, server.variables.node);
    const auto others = std::count_if(settings.begin(), settings.end(), [](const auto& each) { return each.newest_name.empty(); });
    if (others > 0) {
      diagnostics.note(place, fmt::format("servers.{}: {} options of {} touch neither commit nor replication", name, others,
                                          sim::quote(server.option_file)));
    }
  }
}

}  // namespace experiments
