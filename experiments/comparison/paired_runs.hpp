// Two scenarios on common random numbers: replicate by replicate both see the same clients, fsync times and delays, so that what differs
// between them is not drowned in what differs between runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/run_record.hpp"
#include "models/scenario.hpp"

namespace experiments {

struct PairOptions {
  std::int64_t pairs = 10;
  std::optional<double> precision;  // of throughput and mean response: go on until their differences are known to this, relative to A
  int jobs = 1;                     // simulations at the same time
};

struct PairedRuns {
  std::vector<models::RunRecord> a;  // one per pair
  std::vector<models::RunRecord> b;
  bool is_precise = true;            // whether the precision was reached, if one was asked for
};

// A pair gives up its search for precision after this many times the pairs asked for.
inline constexpr std::int64_t kMostPairs = 32;

// Runs the pairs, all replicates in processes of their own; replicates and precision of the scenarios themselves are not looked at. The
// result does not depend on `jobs`. Throws sim::IsolatedRunError when a run fails.
PairedRuns run_pairs(const models::Scenario& a, const models::Scenario& b, const PairOptions& options);

}  // namespace experiments
