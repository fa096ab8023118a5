// mysqld-auto.cnf, which SET PERSIST writes (sql/persisted_variable.cc). It overrides option files and the command line.
//
//   up to MySQL 8.0.28   {"Version": 1, "mysql_server": {NAME: ENTRY, ..., "mysql_server_static_options": {NAME: ENTRY, ...}}}
//   from 8.0.29 on       {"Version": 2, SECTION: {NAME: ENTRY, ...}, ...} with the sections mysql_static_variables,
//                        mysql_dynamic_variables, mysql_static_parse_early_variables, mysql_dynamic_parse_early_variables
//   ENTRY                {"Value": TEXT, "Metadata": {...}}
#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/json_document.hpp"
#include "calibration/readers/server_options.hpp"

namespace calibration {
namespace {

Confidence recognise_persisted(std::string_view head, const std::string&) {
  const bool has_version = head.find("\"Version\"") != std::string_view::npos;
  for (const std::string_view section : {"\"mysql_server\"", "\"mysql_static_", "\"mysql_dynamic_"}) {
    if (has_version && head.find(section) != std::string_view::npos) return kCertain + 5;
  }
  return kNotMine;
}

// The entries of a section, and of those inside it.
void add_entries(const sim::Node& section, std::vector<Option>& options, sim::Diagnostics& diagnostics) {
  for (const sim::Field& field : section.fields()) {
    const sim::Node* value = field.value.find("Value");
    if (value != nullptr && value->is_scalar()) {
      options.push_back({"", field.key, value->text(), field.key_mark.location(), value->location()});
    } else if (value == nullptr && field.value.is_mapping() && !field.value.fields().empty()) {
      add_entries(field.value, options, diagnostics);
    } else {
      diagnostics.error(field.key_mark.location(), fmt::format("{} has no Value", sim::quote(field.key)));
    }
  }
}

sim::Json read_persisted(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  sim::Json json = sim::Json::object();
  const auto root = read_json(source, diagnostics, [](const std::string& key) { return key == "Metadata"; });
  if (!root) return json;
  const sim::Node* version = root->find("Version");
  json["format_version"] = version != nullptr && version->text() == "1" ? 1 : 2;
  if (version == nullptr || (version->text() != "1" && version->text() != "2"))
    diagnostics.warning(root->location(), "a version of the file that is not known here");
  std::vector<Option> entries;
  for (const sim::Field& section : root->fields()) {
    if (section.value.is_mapping()) add_entries(section.value, entries, diagnostics);
  }
  const auto release = models::parse_release(options.server);
  const auto settings = read_server_options(entries, release, diagnostics);
  json["overrides"] = "option files and command line, unless persisted_globals_load is OFF";
  json["variables"] = settings_json(settings);
  json["times"] = times_json(settings);
  return json;
}

const bool persisted_registered = register_import_reader({"mysqld-auto.cnf", "option_file", recognise_persisted, read_persisted});

}  // namespace
}  // namespace calibration
