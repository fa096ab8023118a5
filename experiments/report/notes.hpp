// What a reader of a result has to be told in words.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/result.hpp"

namespace experiments {

// Which resource limits the throughput, or that none does.
std::string bottleneck_sentence(const models::Summary& summary);

// What makes the numbers other than they seem: not steady, not as precise as asked, stalls, growing backlogs, bounds that do not hold.
std::vector<std::string> notes(const Result& result);

}  // namespace experiments
