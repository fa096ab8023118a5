// A cost in a scenario that a fit may change, such as costs.client_round_trip.mean.
#pragma once

#include <optional>
#include <string>

#include "sim/config/node.hpp"
#include "sim/core/units.hpp"

namespace experiments {

// Makes the path reachable: a cost that the scenario takes from its profile is copied from there, as it is written, so that a
// part of it can be changed. `file` is the scenario's. Does nothing for a path that is not below `costs`.
void copy_cost_from_profile(sim::Node& root, const std::string& file, const std::string& path);

// The cost profile that the scenario names, as it is written; nothing where it cannot be read.
std::optional<sim::Node> profile_of(const sim::Node& root, const std::string& file);

// The time at the path; nothing when there is none.
std::optional<sim::Seconds> time_at(const sim::Node& root, const std::string& path);

}  // namespace experiments
