#include "models/analysis/self_clocking.hpp"

#include <cmath>

namespace models {

CommitCycle self_clocked_cycle(sim::Seconds path, sim::Seconds bottleneck, double clients) {
  if (bottleneck.count() <= 0) return {path, clients};
  const double periods = std::floor(path / bottleneck) + 1;
  if (clients < periods) return {path, clients};
  return {bottleneck * periods, periods};
}

}  // namespace models
