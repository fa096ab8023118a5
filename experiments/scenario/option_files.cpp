#include "experiments/scenario/option_files.hpp"

#include <algorithm>
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

// The options that the release reads in the file; nothing after reporting, at `place` or in the file, why it has none.
std::optional<std::vector<Option>> options_of_file(const std::string& path, const models::Release& release, const sim::Location& place,
                                                   sim::Diagnostics& diagnostics) {
  auto source = calibration::TextSource::open(path, diagnostics);
  if (!source) return std::nullopt;
  const calibration::ImportReader* reader = find_import_reader(*source);
  if (reader != nullptr && reader->format == "mysqld --print-defaults") return read_option_words(*source, diagnostics).options;
  if (reader == nullptr || reader->format != "option file") {
    diagnostics.error(place, fmt::format("option_file: {} is {}", sim::quote(path),
                                         reader == nullptr ? "no option file" : "not an option file but " + reader->format));
    return std::nullopt;
  }
  calibration::OptionFile file = read_option_file(*source, {}, diagnostics);
  const auto groups = calibration::groups_read_by(release);
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

void read_option_files(ScenarioDocument& document, const std::string& file, const sim::Node& root, sim::Diagnostics& diagnostics) {
  for (auto& [name, server] : document.servers) {
    if (server.option_file.empty()) continue;
    const auto release = models::parse_release(server.version);
    if (!release || !models::is_family(release->family)) continue;  // which is told elsewhere
    const sim::Location place = root.location_of(fmt::format("servers.{}.option_file", name));
    const auto options = options_of_file(relative_to(file, server.option_file), *release, place, diagnostics);
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
