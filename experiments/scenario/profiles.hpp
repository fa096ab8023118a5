// Reading cost profiles and workload profiles, shipped or the user's own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/cost_profile.hpp"
#include "models/storage/device_costs.hpp"
#include "models/workload/workload_profile.hpp"
#include "sim/config/document.hpp"

namespace experiments {

// The cost profile that `name` means: a shipped one, or a path relative to the folder of `from`. Faults, also those
// inside the profile's file, go to the diagnostics; an unknown name is reported at `place`.
std::optional<models::CostProfile> read_cost_profile(const std::string& name, const std::string& from,
                                                     const sim::Location& place, sim::Diagnostics& diagnostics);

// The kind of device that `name` means: a shipped one, or a path relative to the folder of `from`. Faults as above.
std::optional<models::DeviceCosts> read_device_kind(const std::string& name, const std::string& from, const sim::Location& place,
                                                    sim::Diagnostics& diagnostics);

// A copy of the profile with the costs of `changes` put over it. `path` is where they stand in the document.
models::CostProfile with_changes(models::CostProfile profile, const sim::Node& changes, sim::Diagnostics& diagnostics);

// A shipped sysbench profile.
std::optional<models::WorkloadProfile> read_sysbench_profile(const std::string& script, const sim::Location& place,
                                                             sim::Diagnostics& diagnostics);

// The user's own, at a path relative to the folder of `from`.
std::optional<models::WorkloadProfile> read_workload_profile(const std::string& path, const std::string& from,
                                                             sim::Diagnostics& diagnostics);

}  // namespace experiments
