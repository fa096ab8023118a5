#include "models/analysis/self_clocking.hpp"

#include <cmath>

namespace models {
namespace {

double periods_above(sim::Seconds path, sim::Seconds bottleneck) { return std::floor(path / bottleneck) + 1; }

}  // namespace

// One of each group of n is at the front of the next and keeps to `fast` periods, the others take `slow`: the mean is
// slow - (slow - fast) / n, with n = clients / mean.
CommitCycle self_clocked_cycle(sim::Seconds path, sim::Seconds bottleneck, sim::Seconds gathering, double clients) {
  if (bottleneck.count() <= 0) return {path, clients};
  const double fast = periods_above(path, bottleneck);
  if (clients < fast) return {path, clients};
  constexpr double kTogether = 2;  // in a longer cycle those who were let go together have lost each other
  const double slow = fast > kTogether ? fast : periods_above(path + gathering, bottleneck);
  const double mean = slow / (1 + (slow - fast) / clients);
  return {bottleneck * mean, mean};
}

}  // namespace models
