#include "models/replication/lag_monitor.hpp"

#include <algorithm>
#include <cmath>

namespace models {
namespace {

std::int64_t whole_seconds(sim::Instant instant) { return static_cast<std::int64_t>(std::floor(instant.time_since_epoch().count())); }

}  // namespace

void LagMonitor::note_relayed(std::int64_t next_entry) {
  for (; relayed_ < next_entry; ++relayed_) {
    const BinlogEntry& entry = source_.binary_log().entry(relayed_);
    if (entry.is_committed) transfer_ += source_.now() - entry.committed_at;
  }
}

std::int64_t LagMonitor::seconds_behind_source() const {
  const std::int64_t next = progress_.low_water_mark();
  if (next >= relayed_) return 0;
  return std::max<std::int64_t>(0, whole_seconds(source_.now()) - whole_seconds(source_.binary_log().entry(next).timestamp));
}

void LagMonitor::note_point() {
  BinaryLog& binlog = source_.binary_log();
  const std::int64_t next = progress_.low_water_mark();
  LagPoint point;
  point.t = (source_.now() - since_).count();
  point.applied = progress_.applied();
  point.behind = binlog.end_entry() - next;
  const bool has_oldest = point.behind > 0 && binlog.entry(next).is_committed;
  if (has_oldest) point.lag = (source_.now() - binlog.entry(next).committed_at).count();
  point.seconds_behind_source = seconds_behind_source();
  points_.push_back(point);
}

void LagMonitor::reset_metrics() {
  since_ = source_.now();
  points_.clear();
  transfer_ = {};
}

}  // namespace models
