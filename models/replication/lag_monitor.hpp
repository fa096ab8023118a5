// What somebody who watches a replica sees of its lag: Seconds_Behind_Source, and the truth beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/replication/applier_progress.hpp"

namespace models {

// At one instant. Times in seconds.
struct LagPoint {
  double t = 0;                        // since the start of the measurement
  std::int64_t applied = 0;            // since then
  std::int64_t behind = 0;             // transactions in the source's binary log and not committed here
  double lag = 0;                      // age of the oldest of them since its commit on the source
  std::int64_t seconds_behind_source = 0;
};

// Seconds_Behind_Source is the clock of the replica minus the timestamp of the transaction that the applier is at, both in whole
// seconds, and 0 when it has applied all that is in the relay log: a receiver that is behind, or a source whose events do not
// arrive, does not show. The timestamp is when the statement began, be it on the first source of a chain.
// Source: show_slave_status_send_data in sql/rpl_slave.cc of MySQL 5.7; clocks are taken to be equal.
class LagMonitor {
 public:
  LagMonitor(Server& source, const ApplierProgress& progress) : source_(source), progress_(progress) {}

  // The receiver has written the entries before that one to the relay log.
  void note_relayed(std::int64_t next_entry);

  // How long after their commit on the source transactions were in the relay log, all together: the part of their lag that is not
  // the applier's. One that is relayed before it is committed on the source has none.
  sim::Seconds transfer() const { return transfer_; }

  std::int64_t seconds_behind_source() const;

  // Notes what is to be seen now.
  void note_point();

  const std::vector<LagPoint>& points() const { return points_; }
  void reset_metrics();

 private:
  Server& source_;
  const ApplierProgress& progress_;
  std::int64_t relayed_ = 0;
  sim::Seconds transfer_{};
  sim::Instant since_{};
  std::vector<LagPoint> points_;
};

}  // namespace models
