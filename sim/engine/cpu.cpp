#include "sim/engine/cpu.hpp"

#include <cmath>

namespace sim {

// A core cools exponentially with the time it is idle.
double Cpu::take_idle_core() {
  if (idle_cores_.empty()) return 0;
  const IdleCore core = idle_cores_.back();
  idle_cores_.pop_back();
  const Seconds idle = simulation_.now() - core.since;
  if (idle.count() <= 0 || cold_start_.work.count() <= 0) return core.coldness;
  return 1 - (1 - core.coldness) * std::exp(-idle / cold_start_.after);
}

}  // namespace sim
