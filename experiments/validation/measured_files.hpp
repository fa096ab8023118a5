// Measurements that a set takes from files: logs of sysbench.
#pragma once

#include <string>

#include "experiments/validation/validation_document.hpp"
#include "sim/config/diagnostics.hpp"
#include "sim/config/node.hpp"

namespace experiments {

// Adds what the logs in the case's `sysbench` list say to what it measured: throughput, mean response time and percentiles, one value per
// run. Paths are relative to the file `from`. A run that failed or was cut short, other threads than `threads` (0: not known), a log
// without a run, and a metric that is given by hand as well are errors; `path` is that of the case in `root`.
void add_sysbench_logs(CaseDocument& the_case, std::int64_t threads, const std::string& from, const sim::Node& root,
                       const std::string& path, sim::Diagnostics& diagnostics);

}  // namespace experiments
