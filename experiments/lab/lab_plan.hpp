// From a scenario to the run of the lab (calibration/lab) that measures it on one machine, as far as one machine can.
#pragma once

#include <string>
#include <vector>

#include "experiments/scenario/load_scenario.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

struct LabOptions {
  bool real_disk = false;       // this machine's disk instead of the scenario's fsync times
  std::int64_t seconds = 10;    // of each run
  std::int64_t repetitions = 1;
};

struct LabRun {
  std::string name;
  std::int64_t threads = 1;
  bool is_fitted = false;       // the costs may be fitted to it
};

struct LabPlan {
  sim::Json document;                // commitsim.lab_plan/1, as calibration/lab/lab/plan.py reads it
  std::vector<LabRun> runs;
  std::vector<std::string> cannot;   // what one machine does otherwise than the scenario says
};

// Errors where the lab cannot run the scenario at all: more than one source, replicas of replicas, a workload that is not sysbench's.
// Everything else that will differ is said in `cannot`.
LabPlan lab_plan(const LoadedScenario& loaded, const LabOptions& options, sim::Diagnostics& diagnostics);

}  // namespace experiments
