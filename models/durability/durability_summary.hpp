// What is shown of the losses that crashes would cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/durability/durability_record.hpp"

namespace models {

// Transactions, over the sampled moments.
struct MeanAndMax {
  double mean = 0;
  std::int64_t max = 0;
};

// Of one failure; the words are those of Loss.
struct LossSummary {
  std::string failure;
  double lost_mean = 0, lost_p50 = 0, lost_p95 = 0, lost_p99 = 0;
  std::int64_t lost_max = 0;
  double loss_share = 0;       // of the moments: something is lost
  double oldest_s = 0;         // age of the oldest lost transaction at any moment, since it was acknowledged
  MeanAndMax seen_and_lost, engine_behind, engine_ahead, replica_ahead, errant;
  std::string promoted;        // who takes over most often; "" where the source goes on
  std::string why;
};

struct DurabilitySummary {
  std::string source;
  std::int64_t moments = 0;    // 0: nobody asked
  double semi_sync_off = 0;    // share of them
  std::vector<LossSummary> losses;
};

// Merges what the replicates of a scenario found.
DurabilitySummary summarise_durability(const std::vector<const DurabilityRecord*>& records);

}  // namespace models
