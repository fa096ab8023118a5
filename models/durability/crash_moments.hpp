// Samples moments of a run and notes what failures would lose there.
#pragma once

#include <string>
#include <vector>

#include "models/durability/crash_judge.hpp"
#include "models/durability/durability_record.hpp"

namespace models {

// So many show losses of one moment in a thousand.
inline constexpr std::int64_t kUsualMoments = 1000;

// Stratified sampling: of n equal spans each has one moment, at a random place in it. The random numbers are a stream of their own, so
// that nothing else in a run changes.
class CrashMoments {
 public:
  // Listens to the journal, which it must not outlive, nor the scenario. `promote`: as in judge().
  CrashMoments(DurabilityJournal& journal, const Scenario& scenario, std::int64_t replicate, std::string promote);

  // Looks at `count` moments of the span that begins now.
  void sample(sim::Instant begin, sim::Seconds length, std::int64_t count);

  // Looks at every instant from now on at which the journal is about to change. For tests: no window is too short to be met.
  void look_always();

  // What has been found up to `end`.
  DurabilityRecord record(sim::Instant end);

 private:
  void look_up_to(sim::Instant now);
  void look_at(sim::Instant moment);

  DurabilityJournal& journal_;
  const Scenario& scenario_;
  std::string promote_;
  bool has_semi_sync_;
  sim::RandomStream stream_;
  std::vector<sim::Instant> moments_;
  std::size_t next_ = 0;
  bool looks_always_ = false;
  DurabilityRecord record_;
};

}  // namespace models
