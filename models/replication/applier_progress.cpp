#include "models/replication/applier_progress.hpp"

#include <algorithm>

namespace models {

ApplierProgress::ApplierProgress(Server& source, Server& replica, int reader)
    : source_(source),
      replica_(replica),
      reader_(reader),
      applied_in_all_(source.simulation(), replica.name() + ": earlier transactions to be applied") {}

// Lag runs from the commit on the source to the commit here. Under AFTER_SYNC a fast replica commits first: that is no
// lag, since nobody could have read the transaction on the source yet.
void ApplierProgress::note_applied(std::int64_t entry, sim::Seconds busy) {
  BinaryLog& binlog = source_.binary_log();
  const BinlogEntry& logged = binlog.entry(entry);
  const sim::Seconds lag = logged.is_committed ? source_.now() - logged.committed_at : sim::Seconds{0};
  lag_.record(std::max(0.0, lag.count()));
  ++applied_;
  busy_ += busy;
  replica_.probe()(&Observer::applied, entry);
  applied_in_all_.note(entry);
  binlog.reader_passed(reader_, low_water_mark());
}

void ApplierProgress::reset_metrics() {
  lag_.reset();
  applied_ = 0;
  busy_ = {};
}

}  // namespace models
