// Why something is lost, or why not: a sentence that names the setting.
#pragma once

#include <string>

#include "models/durability/durability_record.hpp"
#include "models/scenario.hpp"

namespace models {

// `record`: of a run of the scenario; `loss`: one of its failures.
std::string explain(const Scenario& scenario, const DurabilityRecord& record, const LossRecord& loss);

}  // namespace models
