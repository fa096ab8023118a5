// What the servers' variables come to, given each server's version and its place in the scenario.
#pragma once

#include "experiments/scenario/scenario_document.hpp"
#include "sim/config/diagnostics.hpp"
#include "sim/config/provenance.hpp"

namespace experiments {

// Resolves the variables of every server of the document and notes those that change nothing. The origins of the values go into
// the provenance, each server's in the place of its `variables`.
void resolve_variables(ScenarioDocument& document, sim::Provenance& provenance, sim::Diagnostics& diagnostics);

}  // namespace experiments
