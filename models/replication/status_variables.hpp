// The status variables of semi-sync under the names that SHOW STATUS has for them.
#pragma once

#include <string>
#include <vector>

#include "models/summary.hpp"

namespace models {

struct StatusVariable {
  std::string name;
  double value = 0;        // times in whole microseconds; of several replicates the mean
  bool is_switch = false;  // ON or OFF rather than a number
};

// Those of a server of that version, in alphabetical order. MySQL has two plugins from 8.0.26 to 8.3, and a server may have
// loaded either: both sets of names then, the newer first. timefunc_failures, which no simulated clock causes, is always 0.
// Source: the status variables in the manuals of MySQL 5.5 to 8.4 and MariaDB.
std::vector<StatusVariable> semi_sync_status_variables(const std::string& version, const SemiSyncSummary& summary);

}  // namespace models
