// The topics whose items are files: cost profiles and workloads.
#include "experiments/report/topics.hpp"
#include "experiments/scenario/data_files.hpp"
#include "experiments/scenario/profiles.hpp"
#include "experiments/scenario/scenario_document.hpp"

namespace experiments {
namespace {

using sim::Json;
using Item = std::optional<std::string>;

std::vector<Json> cost_row(const std::string& name, const Json& cost, const std::string& doc) {
  const bool has_origin = cost.is_object() && cost.contains("value");
  const auto part = [&](const char* key) { return has_origin && cost.contains(key) ? cost[key] : Json(); };
  return {name, has_origin ? cost["value"] : cost, part("standard_error"), part("origin"), doc};
}

DescriptionSection profile_section(const models::CostProfile& profile) {
  const auto& schema = sim::schema_of<models::CostProfile>();
  const Json written = schema.write(profile);
  DescriptionSection section{
      profile.name, profile.description, {"cost", "value", "standard_error", "origin", "meaning"}, {}};
  for (const sim::FieldInfo& field : schema.fields()) {
    if (field.key == "name" || field.key == "description" || field.key == "calibration") continue;
    if (field.key != "statements") {
      section.rows.push_back(cost_row(field.key, written[field.key], field.doc));
      continue;
    }
    for (const auto& [kind, cost] : written[field.key].items()) {
      section.rows.push_back(cost_row("statements." + kind, cost, "CPU of one such statement"));
    }
  }
  return section;
}

DescriptionSection device_kind_section(const models::DeviceCosts& kind) {
  const auto& schema = sim::schema_of<models::DeviceCosts>();
  const Json written = schema.write(kind);
  DescriptionSection section{kind.name, kind.description, {"cost", "value", "standard_error", "origin", "meaning"}, {}};
  for (const sim::FieldInfo& field : schema.fields()) {
    if (field.key != "name" && field.key != "description") section.rows.push_back(cost_row(field.key, written[field.key], field.doc));
  }
  return section;
}

DescriptionSection device_keys_section() {
  DescriptionSection section = fields_section(sim::schema_of<DeviceDocument>().describe({}, "hosts.<name>.devices.<name>"));
  section.text =
      "Every host has a device called disk that serves all requests at once, as flash with many channels nearly does. A host may "
      "have further ones under `devices`, and `servers.<name>.files` says which file is where. How long a request takes is a cost: "
      "redo_fsync, binlog_fsync and their like, from the cost profile or from the kind of device.";
  return section;
}

DescriptionSection workload_section(const models::WorkloadProfile& workload) {
  DescriptionSection section{
      workload.name, workload.description, {"statement", "times", "counts_as", "rows", "redo", "binlog", "events"}, {}};
  for (const models::Statement& each : workload.transaction) {
    section.rows.push_back({each.kind, each.times, std::string(sim::name_of(each.counts_as)), each.rows,
                            sim::format_size(each.redo), sim::format_size(each.binlog), each.binlog_events});
  }
  if (workload.changes().any()) {
    section.rows.push_back({"(every transaction)", 1, "", "", sim::format_size(workload.transaction_redo),
                            sim::format_size(workload.transaction_binlog), workload.transaction_binlog_events});
  }
  return section;
}

}  // namespace

Description describe_profiles(const Item& item, sim::Diagnostics& diagnostics) {
  const sim::Location place{"describe profiles", 0, 0};
  if (item) {
    const auto profile = read_cost_profile(*item, "", place, diagnostics);
    return {"profiles", profile ? std::vector{profile_section(*profile)} : std::vector<DescriptionSection>{}};
  }
  DescriptionSection section{"", "", {"profile", "description"}, {}};
  for (const std::string& name : shipped_names("profiles")) {
    if (const auto profile = read_cost_profile(name, "", place, diagnostics))
      section.rows.push_back({name, profile->description});
  }
  return {"profiles", {section}};
}

Description describe_devices(const Item& item, sim::Diagnostics& diagnostics) {
  const sim::Location place{"describe devices", 0, 0};
  if (item) {
    const auto kind = read_device_kind(*item, "", place, diagnostics);
    return {"devices", kind ? std::vector{device_kind_section(*kind)} : std::vector<DescriptionSection>{}};
  }
  DescriptionSection kinds{"Kinds", "", {"kind", "fdatasync", "fsync", "description"}, {}};
  for (const std::string& name : shipped_names("devices")) {
    const auto kind = read_device_kind(name, "", place, diagnostics);
    if (!kind) continue;
    kinds.rows.push_back({name, sim::format_time(kind->fdatasync.mean()), sim::format_time(kind->fsync.mean()), kind->description});
  }
  return {"devices", {device_keys_section(), kinds}};
}

Description describe_workloads(const Item& item, sim::Diagnostics& diagnostics) {
  Description description{"workloads", {}};
  for (const std::string& name : item ? std::vector{*item} : shipped_names("workloads")) {
    const auto workload = read_sysbench_profile(name, {"describe workloads", 0, 0}, diagnostics);
    if (workload) description.sections.push_back(workload_section(*workload));
  }
  return description;
}

}  // namespace experiments
