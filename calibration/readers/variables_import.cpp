// The output of SHOW [GLOBAL] VARIABLES, mysqladmin variables, or SELECT from performance_schema.global_variables, in the
// layouts of result_set.hpp.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/name_value_rows.hpp"
#include "calibration/readers/server_options.hpp"
#include "calibration/readers/server_release.hpp"
#include "models/version/variable_catalogue.hpp"

namespace calibration {
namespace {

Confidence recognise_variables(std::string_view head, const std::string&) {
  const NameCounts names = count_names(head);
  return names.variables >= 2 && names.variables > names.status ? kLikely + (names.variables > 20 ? 20 : 0) : kNotMine;
}

// What the values of the catalogue's variables come to; the older of two names is left out where both stand.
std::vector<ServerSetting> catalogue_settings(const NameValueRows& rows, const std::string& server, sim::Diagnostics& diagnostics) {
  std::vector<Option> options;
  for (const NameValue& each : rows.first()) {
    const models::Variable* variable = models::find_variable(each.name);
    if (variable == nullptr || (variable->older_name == each.name && rows.value(variable->name) != nullptr)) continue;
    options.push_back({"", each.name, each.text, each.place, each.place});
  }
  return read_server_options(options, models::parse_release(server), diagnostics);
}

sim::Json read_variables(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  const NameValueRows rows = read_name_values(source, diagnostics);
  sim::Json json{{"rows", rows.first().size()}};
  const std::string* version = rows.value("version");
  const std::string* comment = rows.value("version_comment");
  std::string server = version == nullptr ? options.server : release_of_version(*version, comment == nullptr ? "" : *comment);
  if (!server.empty()) json["server"] = server;
  sim::Json variables = sim::Json::object();
  for (const NameValue& each : rows.first()) {
    if (variables.contains(each.name))
      diagnostics.warning(each.place, fmt::format("{} stands twice; the last value counts", sim::printable(each.name)));
    variables[each.name] = placed(value_json(each.text), each.place);
  }
  json["variables"] = std::move(variables);
  sim::Diagnostics own;
  if (sim::Json times = times_json(catalogue_settings(rows, server, own)); !times.empty()) json["times"] = std::move(times);
  if (rows.samples.size() > 1) diagnostics.warning(rows.places[1], "a second list of variables begins here; the first one counts");
  return json;
}

const bool variables_registered = register_import_reader({"SHOW VARIABLES", "variables", recognise_variables, read_variables});

}  // namespace
}  // namespace calibration
