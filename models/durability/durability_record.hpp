// What crashes at sampled moments of a run would have lost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace models {

// Of one failure: a value per moment, in the order of the moments; sums where a moment says little.
struct LossRecord {
  std::string failure;
  std::vector<std::int64_t> lost;
  std::vector<std::int64_t> seen_and_lost, engine_behind, engine_ahead, replica_ahead, errant;
  std::vector<double> oldest;       // seconds
  std::int64_t lost_with_redo = 0, lost_with_binlog = 0;
  std::map<std::string, std::int64_t> promoted;  // who took over how often
  std::string why;                  // a sentence that names the setting

  // Who took over most often; "" where nobody did.
  std::string usually_promoted() const {
    const auto less_often = [](const auto& a, const auto& b) { return a.second < b.second; };
    return promoted.empty() ? "" : std::max_element(promoted.begin(), promoted.end(), less_often)->first;
  }
};

struct DurabilityRecord {
  std::string source;
  std::int64_t moments = 0;         // 0: nobody asked
  std::int64_t semi_sync_off = 0;   // moments at which semi-sync was enabled and off
  std::int64_t acknowledged_twice = 0;
  std::vector<LossRecord> losses;   // one per failure that can happen in the scenario
};

}  // namespace models
