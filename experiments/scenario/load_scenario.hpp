// From a scenario file to a scenario that can be run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/scenario/scenario_document.hpp"
#include "models/scenario.hpp"
#include "sim/config/document.hpp"

namespace experiments {

struct LoadedScenario {
  models::Scenario scenario;
  sim::Json resolved;             // the document with every default spelled out
  sim::Provenance provenance;     // where each of its values came from
};

// Reads `file`, applies the overrides ("PATH=VALUE", as --set has them) and looks up all names. Every fault and warning
// goes to the diagnostics; nothing is returned when there is an error.
std::optional<LoadedScenario> load_scenario(const std::string& file, const std::vector<std::string>& overrides,
                                            sim::Diagnostics& diagnostics);

// The same for a document that has been read already.
std::optional<LoadedScenario> load_scenario(sim::Node root, const std::string& file,
                                            const std::vector<std::string>& overrides, sim::Diagnostics& diagnostics);

}  // namespace experiments
