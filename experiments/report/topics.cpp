#include "experiments/report/topics.hpp"

#include <algorithm>

#include "experiments/report/result_metric.hpp"
#include "experiments/scenario/scenario_document.hpp"
#include "models/commit/pipeline_catalogue.hpp"

namespace experiments {
namespace {

using sim::Json;
using Item = std::optional<std::string>;

Json allowed(const sim::FieldDescription& field) { return field.range.empty() ? field.unit : field.range; }

DescriptionSection fields_section(const std::vector<sim::FieldDescription>& fields) {
  DescriptionSection section{"", "", {"key", "type", "default", "allowed", "meaning"}, {}};
  for (const sim::FieldDescription& field : fields) {
    const Json usual = field.required ? Json("(required)") : Json(field.default_value);
    section.rows.push_back({field.path, field.type, usual, allowed(field), field.doc});
  }
  return section;
}

Json older_names(const std::string& newest) {
  Json names = Json::array();
  for (const models::VariableName& each : models::variable_names()) {
    if (each.newest == newest && each.name != newest) names.push_back(each.name);
  }
  return names;
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{
      {"versions", "server versions that can be simulated", describe_versions},
      {"variables", "server variables, with their defaults and older names", describe_variables, true},
      {"profiles", "cost profiles; `describe profiles NAME` shows every cost", describe_profiles, true},
      {"workloads", "workloads and their statements", describe_workloads, true},
      {"devices", "storage devices", describe_devices},
      {"metrics", "the keys of a result, with their units", describe_metrics},
      {"scenario", "the keys of a scenario", describe_scenario},
  };
  return all;
}

Description describe_versions(const Item&, sim::Diagnostics&) {
  DescriptionSection section{"", "A release such as mysql-5.7.22 may be named as well.", {"version", "summary"}, {}};
  for (const models::PipelineAlternative& each : models::commit_pipelines())
    section.rows.push_back({each.version, each.summary});
  return {"versions", {section}};
}

Description describe_variables(const Item& item, sim::Diagnostics& diagnostics) {
  DescriptionSection section{"", "", {"variable", "default", "allowed", "older_names", "meaning"}, {}};
  std::vector<std::string> known;
  for (const sim::FieldDescription& field : models::server_variables_schema().describe()) {
    const Json older = older_names(field.path);
    known.push_back(field.path);
    for (const Json& name : older) known.push_back(name);
    const bool is_wanted = !item || *item == field.path || std::find(older.begin(), older.end(), *item) != older.end();
    if (is_wanted) section.rows.push_back({field.path, field.default_value, allowed(field), older, field.doc});
  }
  if (section.rows.empty()) {
    diagnostics.error({"describe variables", 0, 0},
                      "unknown server variable " + sim::quote(*item) + sim::known_words(*item, known));
  }
  return {"variables", {section}};
}

Description describe_devices(const Item&, sim::Diagnostics&) {
  DescriptionSection section =
      fields_section(sim::schema_of<DeviceDocument>().describe({}, "hosts.<name>.devices.<name>"));
  section.text =
      "Every host has a device called disk that serves all requests at once, as flash with many channels nearly does. "
      "A host "
      "may have further ones under `devices`, and `servers.<name>.files` says which file is where. How long a request "
      "takes is "
      "a cost: redo_fsync, binlog_fsync and their like in the cost profile.";
  return {"devices", {section}};
}

Description describe_metrics(const Item&, sim::Diagnostics&) {
  DescriptionSection section{
      "",
      "Keys of `run --format json`; an estimate is {\"mean\", \"half_width\"} of a 95 % interval.",
      {"key", "unit", "type", "meaning"},
      {}};
  for (const ResultMetric& metric : result_metrics())
    section.rows.push_back({metric.key, metric.unit, metric.type, metric.meaning});
  return {"metrics", {section}};
}

Description describe_scenario(const Item&, sim::Diagnostics&) {
  return {"scenario", {fields_section(sim::schema_of<ScenarioDocument>().describe())}};
}

}  // namespace experiments
