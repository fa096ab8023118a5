// Runs a scenario just long enough to watch a few commit groups from beginning to end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/scenario.hpp"
#include "models/timeline/timeline.hpp"

namespace models {

struct GroupsToWatch {
  sim::Seconds from{};               // since the beginning of the measurement
  std::optional<std::int64_t> groups;  // of the first stage; by default 3, or more where they are so small that little would be seen
};

struct WatchedGroups {
  std::string server;                 // whose clients are watched
  Timeline timeline;                  // holds more at both ends
  std::vector<std::int64_t> groups;  // of the first stage, by number: those that were asked for; none without stages
};

// Watches until so many groups (or without stages so many transactions) have been answered, and a while longer for the replicas.
// The scenario has clients. Simulates in an operating-system process of its own; throws sim::IsolatedRunError when that fails.
WatchedGroups watch_groups(const Scenario& scenario, const GroupsToWatch& wanted);

}  // namespace models
