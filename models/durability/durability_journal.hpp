// An account of what has been acknowledged, what is visible, and what is where: in process memory, in the operating system's cache,
// on stable storage; for the redo log and the binary log of a source and its replicas, and for their relay logs. It only watches: no
// model reads it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/durability/recovery_rules.hpp"
#include "models/observer.hpp"
#include "models/scenario.hpp"

namespace models {

// A transaction of the source's clients.
struct JournalEntry {
  CommitTrace trace;
  bool is_acknowledged = false;
  sim::Instant acknowledged_at{};

  bool is_visible() const { return trace.commit_lsn.count > 0; }
};

// A server that keeps a copy of the source's transactions. Positions of the relay log are those of the source's binary log.
struct ReplicaJournal {
  std::string name;
  bool applies = true;
  bool at_source_site = false;
  RecoveryRules rules;
  LogPositions logs;
  sim::Bytes relay_written{};
  sim::Bytes relay_durable{};
  std::deque<CommitTrace> applied;  // those of the window; in the order of the source's binary log
  std::int64_t settled = 0;         // transactions before this number survive a power loss of the replica

  // Whether transaction `index` of the window is there after a power loss.
  bool survives_power_loss(sim::Bytes binlog_end, std::size_t index) const;
};

// Keeps a window of the source's transactions, in the order of its binary log or, without one, of their commits: what has been answered
// and is on stable storage on the source and on every replica is forgotten.
class DurabilityJournal : public Observer {
 public:
  // Watches the server that the first clients of the scenario talk to, or the first one, and those that replicate from it.
  explicit DurabilityJournal(const Scenario& scenario);

  // Calls `look` before the journal changes, with the date of the change: until then it is as it was.
  void before_changes(std::function<void(sim::Instant)> look) { look_ = std::move(look); }

  const std::string& source() const { return source_name_; }
  const RecoveryRules& rules() const { return rules_; }
  const LogPositions& logs() const { return logs_; }
  bool semi_sync_is_on() const { return semi_sync_is_on_; }

  // The window; entry i of it is number first() + i since the start of the run.
  const std::deque<JournalEntry>& entries() const { return entries_; }
  std::int64_t first() const { return first_; }

  // The place in the window of the first entry that a crash of the source could do something to, and of the first that a power loss
  // could take from a replica: those before are skipped.
  std::size_t unsettled() const { return static_cast<std::size_t>(settled_ - first_); }
  std::size_t unsettled_on(const ReplicaJournal& replica) const { return static_cast<std::size_t>(replica.settled - first_); }
  const std::vector<ReplicaJournal>& replicas() const { return replicas_; }

  std::int64_t acknowledged() const { return acknowledged_; }        // transactions, since the start of the run
  std::int64_t acknowledged_twice() const { return acknowledged_twice_; }  // which must not be

  void answered(const Server& server, const Transaction& transaction) override;
  void redo_written(const Server& server, sim::Bytes up_to) override;
  void redo_synced(const Server& server, sim::Bytes up_to) override;
  void redo_written_back(const Server& server, sim::Bytes up_to) override;
  void logged(const Server& server, const Transaction& transaction) override;
  void binlog_written(const Server& server, sim::Bytes up_to) override;
  void binlog_synced(const Server& server, sim::Bytes up_to) override;
  void binlog_written_back(const Server& server, sim::Bytes up_to) override;
  void committed(const Server& server, const Transaction& transaction) override;
  void commit_ended(const Server& server, const Transaction& transaction) override;
  void relayed(const Server& replica, const BinlogPacket& packet) override;
  void relay_log_synced(const Server& replica, sim::Bytes up_to) override;
  void relay_log_written_back(const Server& replica, sim::Bytes up_to) override;
  void apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) override;
  void semi_sync_switched(const Server& source, bool on) override;

 private:
  // What a server is here: the source, one of the replicas by its number, or nobody.
  static constexpr int kSource = -1;
  static constexpr int kNobody = -2;
  int role_of(const Server& server);
  LogPositions* logs_of(const Server& server);
  void will_change(const Server& server);
  JournalEntry* entry_of(const Transaction& transaction);
  CommitTrace* copy_of(int replica, const Transaction& transaction);
  void raise(const Server& server, sim::Bytes LogPositions::*log, sim::Bytes to);
  bool is_settled(const JournalEntry& entry) const;
  bool can_be_forgotten(const ReplicaJournal& replica) const;
  void settle();
  void forget_settled();

  std::string source_name_;
  RecoveryRules rules_;
  LogPositions logs_;
  bool semi_sync_is_on_ = false;
  std::deque<JournalEntry> entries_;
  std::int64_t first_ = 0;
  std::int64_t settled_ = 0;
  std::vector<ReplicaJournal> replicas_;
  std::unordered_map<const Server*, int> roles_;
  std::unordered_map<const Transaction*, std::int64_t> numbers_;  // of those under way: on a replica, or without binary log
  std::function<void(sim::Instant)> look_;
  std::int64_t acknowledged_ = 0;
  std::int64_t acknowledged_twice_ = 0;
};

}  // namespace models
