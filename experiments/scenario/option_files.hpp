// Option files, and output of SHOW VARIABLES, that a scenario's servers point at.
#pragma once

#include <string>

#include "experiments/scenario/scenario_document.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

// Adds to the `variables` of each server those of its `option_file` that touch commit or replication, as its version reads them
// and with their places in that file. What `variables` gives goes before it. `file` is the scenario's, to whose folder the names
// of option files are relative. A value that cannot be simulated is a warning and left out; what the server would refuse is an error.
void apply_option_files(ScenarioDocument& document, const std::string& file, sim::Diagnostics& diagnostics);

}  // namespace experiments
