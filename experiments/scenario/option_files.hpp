// Option files, and output of SHOW VARIABLES, that servers of a scenario point at.
#pragma once

#include <string>

#include "experiments/scenario/scenario_document.hpp"
#include "sim/config/diagnostics.hpp"
#include "sim/config/node.hpp"

namespace experiments {

// Adds what the option file of each server says of commit and replication to its variables, as if it stood there at the place
// that it has in the option file, but for what `variables` give. `file` is the scenario's, to whose folder the names of option
// files are relative; `root` is its tree. What the server would stop at is an error; other options are only counted, in a note.
void apply_option_files(ScenarioDocument& document, const std::string& file, const sim::Node& root, sim::Diagnostics& diagnostics);

}  // namespace experiments
