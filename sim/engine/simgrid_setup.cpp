#include "sim/engine/simgrid_setup.hpp"

#include <fmt/format.h>

#include <array>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/version.h>
#include <stdexcept>
#include <vector>

namespace sim {
namespace {

constexpr std::array kSettings{
    // LV08, the default, multiplies latency by 13.01 and bandwidth by 0.97.
    "--cfg=network/model:CM02",
    // Acknowledgement packets of the transport cost nothing on the way back.
    "--cfg=network/crosstraffic:0",
    "--log=root.threshold:warning",
#ifdef COMMITSIM_SANITIZE
    "--cfg=contexts/factory:thread",
#endif
};

bool started = false;

}  // namespace

void start_simgrid() {
  if (started) {
    throw std::logic_error("a second simulation in one process: SimGrid's clock would go on from the first; use run_isolated()");
  }
  started = true;
  // SimGrid takes its settings as a command line and keeps pointing into it.
  static std::vector<std::string> words{"commitsim"};
  words.insert(words.end(), kSettings.begin(), kSettings.end());
  static std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  // The engine empties the heap of timers when it ends, so the heap must be made first to be destroyed last.
  simgrid::kernel::timer::kernel_timers();
  static simgrid::s4u::Engine engine(&count, arguments.data());
}

std::string simgrid_provenance() {
  return fmt::format("SimGrid {}.{}.{}, {} {}", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR, SIMGRID_VERSION_PATCH,
                     std::string(kSettings[0]).substr(6), std::string(kSettings[1]).substr(6));
}

}  // namespace sim
