// What the servers' versions of semi-sync replication do differently on the source's side.
#pragma once

#include "models/version/release.hpp"
#include "sim/core/units.hpp"

namespace models {

// The two more bytes that an event has on the way to a semi-sync replica. Source: ReplSemiSyncMaster::reserveSyncHeader.
inline constexpr sim::Bytes kSemiSyncHeader{2};

struct SemiSyncRules {
  enum class Wakes {
    everybody,     // an ACK at or above the lowest waiting position; each looks for himself, and waits anew if it was not his
    acknowledged,  // such an ACK as well, but only those that it acknowledges
    each,          // every ACK those that it acknowledges: positions that are waited for play no part
  };

  Wakes wakes = Wakes::acknowledged;
  bool dump_thread_reads_acks = false;  // and sends nothing more until it has; otherwise a thread of its own reads them
  bool reads_under_lock_log = false;    // the dump thread; otherwise it reads up to a position that the leader publishes
  bool is_signalled_at_write = false;   // the dump thread, which then waits for LOCK_log through the fsync; otherwise after it
  bool sessions_wait_themselves = false;  // AFTER_COMMIT, after the group has finished; otherwise its leader waits for all of them
  bool skips_without_replicas = false;  // rpl_semi_sync_master_wait_no_slave=OFF: stays on and waits for nobody, rather than going off
};

// Source: semisync_master.cc of MySQL 5.5 to 5.7 and of MariaDB before and after MDEV-33551 (commitTrx, reportReplyBinlog,
// updateSyncHeader), mysql_binlog_send of MySQL 5.5.59; what was measured of 5.5.62, 5.6.29 and MariaDB 10.11.19.
SemiSyncRules semi_sync_rules(const Release& release);

}  // namespace models
