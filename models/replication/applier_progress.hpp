// How far a replica has come with what its source has committed.
#pragma once

#include <cstdint>

#include "models/replication/contiguous_prefix.hpp"
#include "models/server.hpp"
#include "sim/metrics/histogram.hpp"

namespace models {

// Transactions may be applied out of order. The low-water mark is the number of those that are applied without a gap; with
// sequence numbers that count from 1 it is the last one's sequence number.
class ApplierProgress {
 public:
  // `reader`: as which the replica holds entries of the source's binary log.
  ApplierProgress(Server& source, Server& replica, int reader);

  // The replica has committed that entry of the source's binary log, which somebody was at for so long.
  void note_applied(std::int64_t entry, sim::Seconds busy);

  std::int64_t low_water_mark() const { return applied_in_all_.length(); }

  // Awaitable: the low-water mark rises to that.
  auto rises_to(std::int64_t low_water_mark) { return applied_in_all_.rises_to(low_water_mark); }

  std::int64_t applied() const { return applied_; }          // since the last reset
  const sim::Histogram& lag() const { return lag_; }         // seconds
  sim::Seconds busy() const { return busy_; }                // of all who apply

  void reset_metrics();

 private:
  Server& source_;
  Server& replica_;
  int reader_;
  ContiguousPrefix applied_in_all_;
  std::int64_t applied_ = 0;
  sim::Histogram lag_;
  sim::Seconds busy_{};
};

}  // namespace models
