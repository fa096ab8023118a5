// What there is to describe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/description.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

struct Topic {
  std::string name;
  std::string summary;
  // Describes everything, or the one item that is named; a fault, such as an unknown name, goes to the diagnostics.
  Description (*describe)(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
  bool has_items = false;
};

const std::vector<Topic>& topics();

// What may be given for a field: its range, or its units or names.
inline sim::Json allowed_values(const sim::FieldDescription& field) { return field.range.empty() ? field.unit : field.range; }

// A row for every key of a schema's struct.
DescriptionSection fields_section(const std::vector<sim::FieldDescription>& fields);

Description describe_versions(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_variables(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_appliers(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_profiles(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_workloads(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_devices(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_metrics(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_scenario(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);
Description describe_study(const std::optional<std::string>& item, sim::Diagnostics& diagnostics);

}  // namespace experiments
