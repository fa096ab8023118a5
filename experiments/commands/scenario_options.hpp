// The options of all commands that take a scenario.
#pragma once

#include <optional>
#include <string>

#include "experiments/commands/arguments.hpp"
#include "experiments/report/result.hpp"
#include "experiments/scenario/load_scenario.hpp"

namespace experiments {

// Declares --set and the options that stand for an assignment to the scenario's `run`: --seed, --duration, ...
void add_scenario_options(Arguments& arguments);

// Declares those that say which crashes to look at: --moments, --promote.
void add_crash_options(Arguments& arguments);

// Whether the --set of a command go over a scenario.
enum class Sets { applied, left_out };

// Reads the scenario and puts the options over it: --set first, in their order. Faults go to the diagnostics.
std::optional<LoadedScenario> load_scenario(const std::string& file, const Arguments& arguments, sim::Diagnostics& diagnostics,
                                            Sets sets = Sets::applied);

// What is known of the result before anything is simulated; takes the scenario's document and origins.
Result begin_result(LoadedScenario& loaded);

}  // namespace experiments
