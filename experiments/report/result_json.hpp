// A result as JSON, commitsim.result/1: the keys of result_metric.hpp, by which scripts read it.
#pragma once

#include "experiments/report/result.hpp"

namespace experiments {

// Every key is there whatever the scenario; what is unknown is null.
sim::Json result_json(const Result& result);

}  // namespace experiments
