// Server variables as they stand in option files and in SHOW VARIABLES, in the spelling of scenarios.
#pragma once

#include <optional>
#include <string>

namespace experiments {

// "8.0.32-24", "10.11.6-MariaDB-log", "mysql-8.0" as a release that can be simulated: mysql-8.0.32; of a series that cannot, nothing.
std::optional<std::string> simulated_release(const std::string& version);

struct ScenarioVariable {
  std::string name;   // that the release has
  std::string value;  // with a unit, where scenarios want one
  std::string fault;  // why it cannot be simulated; then the value is as given
};

// Nothing for variables that touch neither commit nor replication.
std::optional<ScenarioVariable> scenario_variable(const std::string& name, const std::string& value, const std::string& release);

}  // namespace experiments
