// The source's side of semi-sync replication: which positions want an ACK, who waits for which, when to give up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/replication/semi_sync_rules.hpp"
#include "models/server_variables.hpp"
#include "models/transaction.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/ring.hpp"
#include "sim/engine/sync.hpp"

namespace models {

class Server;

// The Rpl_semi_sync_source_* (Rpl_semi_sync_master_*) status variables, since the last reset.
struct SemiSyncStatus {
  std::int64_t clients = 0;
  bool is_on = false;
  std::int64_t yes_tx = 0;
  std::int64_t no_tx = 0;
  std::int64_t no_times = 0;
  std::int64_t wait_sessions = 0;           // now
  std::int64_t tx_waits = 0;                // wake-ups that were no timeouts, not transactions
  sim::Seconds tx_wait_time{};              // each from the beginning of the transaction's wait
  std::int64_t net_waits = 0;               // events that asked for an ACK
  sim::Seconds net_wait_time{};             // only where the dump thread waits for the ACK
  std::int64_t wait_pos_backtraverse = 0;
  std::int64_t timeouts = 0;                // wait_timeouts, which no server shows
  std::int64_t request_ack = 0;             // MariaDB: positions that want an ACK
  std::int64_t get_ack = 0;                 // MariaDB: ACKs
  sim::Seconds off_time{};  // how long protection was off
};

// As plugin/semisync/semisync_master.cc does it; SemiSyncRules say what differs by version. What matters for timing:
//  - MySQL from 5.6 on registers one position per flush group, the group's end; MySQL 5.5 and MariaDB one per transaction;
//  - only the lowest waiting position is kept. An ACK that reaches it makes way for the next one to wait, who installs its
//    own position. Until then the old position counts, and every ACK reaches it.
//  - MySQL from 5.7 on wakes those whom the ACK covers: ACKs wake nobody who was asleep below a position that a newcomer has
//    installed until one reaches that.
//  - Before, and in MariaDB up to MDEV-33551, everybody wakes, one after the other as the machine lets them, and those who are
//    not covered register anew. As long as the lowest of them has not, the dump thread takes positions below the lowest that
//    has for none that anybody waits for, and asks no ACK for them: the next ACK then covers them along with a higher one.
class SemiSyncSource {
 public:
  SemiSyncSource(Server& server, const ServerVariables& variables);

  bool is_enabled() const { return variables_.rpl_semi_sync_source_enabled; }
  WaitPoint wait_point() const { return variables_.rpl_semi_sync_source_wait_point; }

  // A semi-sync replica connects at the start of the binary log, which counts as an ACK for it; returns its number, for
  // report_ack(). With rpl_semi_sync_source_wait_no_replica=OFF protection begins when enough of them have connected.
  int add_replica();

  // Hook after_flush: the position behind a flush group.
  void register_group(sim::Bytes end);

  // Whether the dump thread asks for an ACK with the event that ends at `position`.
  bool wants_ack(sim::Bytes position) const;
  void note_ack_requested() { ++status_.net_waits; }

  // Hook after_sync or after_commit: returns when enough replicas have acknowledged `position`, or protection is off.
  sim::Task<> await_ack(sim::Bytes position);

  // Takes the plugin's mutex for a moment, as the dump thread does for every event. Where an ACK wakes everybody, it has to
  // get in between those who look, one after the other, whether the ACK was theirs.
  sim::Task<> pass_mutex();

  // An ACK from a replica; `waited`: how long the thread that read it did nothing else.
  void report_ack(int replica, sim::Bytes position, sim::Seconds waited = {});

  // Positions that its ACK was the last one needed for, since the last reset.
  std::int64_t last_acks(int replica) const { return last_acks_[static_cast<std::size_t>(replica)]; }

  const SemiSyncRules& rules() const { return rules_; }

  SemiSyncStatus status() const;
  void reset_status();

 private:
  bool is_on() const { return is_on_; }
  bool waits_for_nobody() const;
  void note_ack(int replica, sim::Bytes position);
  void acknowledged_up_to(sim::Bytes position);
  void wake_waiters();
  std::optional<sim::Bytes> position_acknowledged_by_enough() const;
  void register_waiter(sim::Bytes position);
  sim::Task<> take_mutex();
  sim::Task<> look_under_mutex();
  void arm_timeout(sim::Instant waits_since);
  void on_timeout();
  void switch_off();
  void try_switch_on(sim::Bytes position);

  Server& server_;
  const ServerVariables& variables_;
  SemiSyncRules rules_;
  bool is_on_;
  sim::Instant off_since_{};
  std::vector<sim::Bytes> replica_acks_;      // latest position of each semi-sync replica
  std::vector<std::int64_t> last_acks_;       // by replica
  sim::Bytes acked_{-1};                      // reply_file_pos_
  sim::Bytes lowest_waiting_{};               // wait_file_pos_, which keeps its value ...
  bool lowest_waiting_is_set_ = false;        // ... when wait_file_name_inited_ goes
  sim::Bytes last_flushed_{};                 // commit_file_pos_
  sim::Ring<sim::Bytes> registered_;          // ends of flush groups that are not acknowledged yet
  sim::Lock mutex_;                           // LOCK_binlog_, also that of the condition that waiters sleep on
  sim::PositionQueue waiters_;                // by the end of their flush group
  bool timeout_armed_ = false;
  sim::Instant times_out_at_{};
  bool first_timed_out_ = false;              // the next waiter that wakes has not been woken by anybody
  SemiSyncStatus status_;
};

}  // namespace models
