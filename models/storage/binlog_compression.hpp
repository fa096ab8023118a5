// Compression in the binary log.
#pragma once

#include "models/cost_profile.hpp"
#include "models/server_variables.hpp"
#include "models/transaction.hpp"

namespace models {

// With binlog_transaction_compression a session makes one event of all that follows the GTID event, compressed with zstd, when it
// has finished its statements and before it enters the flush stage. That event is in the binary log, on the way and in relay logs;
// the applier takes it apart. Source: binlog_cache_data::finalize and compress in sql/binlog.cc of MySQL 8.0.
//
// With log_bin_compress a session compresses each row event from log_bin_compress_min_len on with zlib when it writes it to its
// cache. Replicas' receivers decompress them, so that they are long again in relay logs. Source: queue_event in sql/slave.cc and
// MariaDB's documentation.

// The CPU that the session takes, and what it makes of the changes. Without compression nothing, and the changes as they are.
struct CompressedChanges {
  Changes changes;
  sim::Seconds cpu{};
};
CompressedChanges compress_for_binlog(const Changes& changes, const ServerVariables& variables, const CostProfile& costs);

// What they were before, as an applier gets them.
Changes decompressed(const Changes& changes);

}  // namespace models
