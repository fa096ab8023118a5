// The parameters of a parameter group of Amazon RDS or Aurora, as `aws rds describe-db-parameters` and
// describe-db-cluster-parameters print them: {"Parameters": [{"ParameterName", "ParameterValue", "Source", ...}, ...]}.
//
// Source is engine-default for values that nobody set. A value in braces is a formula over the instance, such as
// {DBInstanceClassMemory*3/4}; it stays a text.
#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/json_document.hpp"
#include "calibration/readers/server_options.hpp"

namespace calibration {
namespace {

Confidence recognise_rds(std::string_view head, const std::string&) {
  const bool has_names = head.find("\"ParameterName\"") != std::string_view::npos;
  return has_names && head.find("\"Parameters\"") != std::string_view::npos ? kCertain : kNotMine;
}

std::string text_under(const sim::Node& node, std::string_view key) {
  const sim::Node* found = node.find(key);
  return found != nullptr && found->is_scalar() ? found->text() : "";
}

sim::Json read_rds(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  sim::Json json = sim::Json::object();
  const auto root = read_json(source, diagnostics);
  const sim::Node* parameters = root ? root->find("Parameters") : nullptr;
  if (parameters == nullptr || !parameters->is_sequence()) {
    if (diagnostics.ok()) diagnostics.error(source.whole(), "no list of Parameters in it");
    return json;
  }
  std::vector<Option> entries;
  sim::Json formulas = sim::Json::object();
  std::size_t defaults = 0;
  for (const sim::Node& each : parameters->items()) {
    if (text_under(each, "Source") == "engine-default") ++defaults;
    const sim::Node* name = each.find("ParameterName");
    const sim::Node* value = each.find("ParameterValue");
    if (name == nullptr || value == nullptr || !value->is_scalar()) continue;
    const bool is_formula = value->text().find('{') != std::string::npos && value->text().find('}') != std::string::npos;
    if (is_formula) formulas[name->text()] = value->text();
    else if (value->text() != "engine-default") entries.push_back({"", name->text(), value->text(), name->location(), value->location()});
    if (text_under(each, "ApplyMethod") == "pending-reboot" && text_under(each, "Source") == "user")
      diagnostics.note(name->location(), name->text() + " counts after the next restart of the instance");
  }
  const auto settings = read_server_options(entries, models::parse_release(options.server), diagnostics);
  json["engine_defaults"] = defaults;
  json["variables"] = settings_json(settings);
  json["times"] = times_json(settings);
  if (!formulas.empty()) json["formulas"] = std::move(formulas);
  return json;
}

const bool rds_registered = register_import_reader({"RDS parameter group", "option_file", recognise_rds, read_rds});

}  // namespace
}  // namespace calibration
