// How SimGrid is started: its network model and its silence are part of what a result means.
#pragma once

#include <string>

namespace sim {

// Creates SimGrid's engine with latency and bandwidth factors of 1 and no cross-traffic. Throws std::logic_error the
// second time in one operating-system process, where the clock would go on from the first.
void start_simgrid();

// The SimGrid version in use and the settings above, for the provenance of a result.
std::string simgrid_provenance();

}  // namespace sim
