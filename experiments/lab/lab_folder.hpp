// The files of a lab run: a plan, a script that measures it, and the calibration that compares what comes out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/lab/lab_plan.hpp"

namespace experiments {

// Where the scenario is, and what --set changed in it.
struct LabOrigin {
  std::string scenario;
  std::vector<std::string> overrides;
};

// The texts of plan.json, measure.sh and calibration.yaml.
std::string plan_text(const LabPlan& plan);
std::string script_text(const LabPlan& plan);
std::string calibration_text(const LabPlan& plan, const LoadedScenario& loaded, const LabOrigin& origin,
                             const std::filesystem::path& folder);

// The folder of the lab's program: $COMMITSIM_LAB, beside the installed program, or the source tree; and of what it preloads.
std::filesystem::path lab_program();
std::filesystem::path lab_tools();

}  // namespace experiments
