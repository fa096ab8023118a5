#include "experiments/report/topics.hpp"

#include "experiments/report/result_metric.hpp"
#include "experiments/scenario/scenario_document.hpp"
#include "experiments/study/study_document.hpp"
#include "models/replication/applier_catalogue.hpp"

namespace experiments {
namespace {

using sim::Json;
using Item = std::optional<std::string>;

}  // namespace

DescriptionSection fields_section(const std::vector<sim::FieldDescription>& fields) {
  DescriptionSection section{"", "", {"key", "type", "default", "allowed", "meaning"}, {}};
  for (const sim::FieldDescription& field : fields) {
    const Json usual = field.required ? Json("(required)") : Json(field.default_value);
    section.rows.push_back({field.path, field.type, usual, allowed_values(field), field.doc});
  }
  return section;
}

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{
      {"versions", "server versions; `describe versions NAME` shows one with the defaults of its variables", describe_versions, true},
      {"variables", "server variables; `describe variables NAME` shows one with its default by version", describe_variables, true},
      {"appliers", "how replicas apply, and what asks for it", describe_appliers},
      {"profiles", "cost profiles; `describe profiles NAME` shows every cost", describe_profiles, true},
      {"workloads", "workloads and their statements", describe_workloads, true},
      {"devices", "storage devices and their kinds; `describe devices KIND` shows what one takes", describe_devices, true},
      {"metrics", "the keys of a result, with their units", describe_metrics},
      {"study", "the keys of a study (sweep, recommend)", describe_study},
      {"scenario", "the keys of a scenario", describe_scenario},
  };
  return all;
}

Description describe_appliers(const Item&, sim::Diagnostics&) {
  DescriptionSection section{
      "",
      "A replica has the one that its version and variables ask for; a number of workers or threads is one above 0.",
      {"applier", "asked for by", "what it does"},
      {}};
  for (const models::ApplierAlternative& each : models::appliers()) section.rows.push_back({each.name, each.asked_for_by, each.summary});
  return {"appliers", {section}};
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

Description describe_study(const Item&, sim::Diagnostics&) {
  return {"study", {fields_section(sim::schema_of<StudyDocument>().describe())}};
}

}  // namespace experiments
