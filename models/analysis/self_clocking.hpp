// The self-clocking of group commit: who misses one flush gathers for the next, so that flushes set the pace of the groups.
#pragma once

#include "sim/core/units.hpp"

namespace models {

// The cycle of a client: from one of its commits to the next. In it the bottleneck serves so many groups; the clients are
// shared out among them.
struct CommitCycle {
  sim::Seconds length{};
  double groups = 1;
};

// `path`: the cycle of a client that never queues, statement and all flushes included. `bottleneck`: what the longest of the
// serial flushes takes. Each client finds the bottleneck busy, so its cycle is the least whole number of bottleneck periods
// above the path: 3 F for two equal flushes of F, 2 max(R, B) for unequal ones, 2 R for one alone. With fewer clients than
// that number none has to queue. Helland et al., Group Commit Timers and High Volume Transaction Systems (1988), have the same
// with timers.
//
// `gathering`: a shorter flush before the bottleneck, 0 for none. Of those whom the bottleneck lets go at one time, the first
// leads such a flush by itself, and the others wait for the next: where that takes them beyond the period, they lose one. So
// B must be above 2 R for a cycle of 2 B; at B = 2 R it is nearly 3 B.
//
// It holds as long as the work of each member is short beside the flushes.
CommitCycle self_clocked_cycle(sim::Seconds path, sim::Seconds bottleneck, sim::Seconds gathering, double clients);

}  // namespace models
