#include "models/durability/durability_journal.hpp"

#include <algorithm>

#include "models/replication/binlog_packet.hpp"
#include "models/replication/semi_sync_rules.hpp"
#include "models/server.hpp"

namespace models {
namespace {

// A source that waits for no replica begins without semi-sync, until the first replica has connected.
bool begins_with_semi_sync(const ServerSpec& spec) {
  const auto release = parse_release(spec.version);
  const bool skips = release && semi_sync_rules(*release).skips_without_replicas;
  return spec.variables.rpl_semi_sync_source_enabled && (spec.variables.rpl_semi_sync_source_wait_no_replica || skips);
}

// The one that the first clients talk to, or the first one.
const std::string& main_server(const Scenario& scenario) {
  const auto with_clients = scenario.servers_with_clients();
  return with_clients.empty() ? scenario.servers.front().first : with_clients.front()->first;
}

// Whether two hosts are lost together with their site.
bool stand_together(const Scenario& scenario, const std::string& a, const std::string& b) {
  const HostSpec* const first = scenario.find_host(a);
  const HostSpec* const second = scenario.find_host(b);
  if (a == b) return true;
  return first != nullptr && second != nullptr && !first->site.empty() && first->site == second->site;
}

}  // namespace

DurabilityJournal::DurabilityJournal(const Scenario& scenario) : source_name_(main_server(scenario)) {
  for (const auto& [name, spec] : scenario.servers) {
    if (name == source_name_) {
      rules_ = recovery_rules(spec);
      semi_sync_is_on_ = begins_with_semi_sync(spec);
    }
    if (spec.replicates_from == source_name_) {
      const bool is_near = stand_together(scenario, spec.host, scenario.find_server(source_name_)->host);
      replicas_.push_back({name, spec.applies, is_near, recovery_rules(spec), {}, {}, {}, {}, 0});
    }
  }
}

int DurabilityJournal::role_of(const Server& server) {
  const auto known = roles_.find(&server);
  if (known != roles_.end()) return known->second;
  int role = server.name() == source_name_ ? kSource : kNobody;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    if (replicas_[i].name == server.name()) role = static_cast<int>(i);
  }
  roles_[&server] = role;
  return role;
}

LogPositions* DurabilityJournal::logs_of(const Server& server) {
  const int role = role_of(server);
  if (role == kNobody) return nullptr;
  return role == kSource ? &logs_ : &replicas_[static_cast<std::size_t>(role)].logs;
}

void DurabilityJournal::will_change(const Server& server) {
  if (look_) look_(server.now());
}

void DurabilityJournal::raise(const Server& server, sim::Bytes LogPositions::*log, sim::Bytes to) {
  LogPositions* const logs = logs_of(server);
  if (logs == nullptr) return;
  will_change(server);
  logs->*log = std::max(logs->*log, to);
}

void DurabilityJournal::redo_written(const Server& server, sim::Bytes up_to) { raise(server, &LogPositions::redo_written, up_to); }
void DurabilityJournal::redo_synced(const Server& server, sim::Bytes up_to) { raise(server, &LogPositions::redo_durable, up_to); }
void DurabilityJournal::redo_written_back(const Server& server, sim::Bytes up_to) { raise(server, &LogPositions::redo_durable, up_to); }
void DurabilityJournal::binlog_written(const Server& server, sim::Bytes up_to) { raise(server, &LogPositions::binlog_written, up_to); }
void DurabilityJournal::binlog_synced(const Server& server, sim::Bytes up_to) { raise(server, &LogPositions::binlog_durable, up_to); }

void DurabilityJournal::binlog_written_back(const Server& server, sim::Bytes up_to) {
  raise(server, &LogPositions::binlog_durable, up_to);
}

JournalEntry* DurabilityJournal::entry_of(const Transaction& transaction) {
  std::int64_t number = transaction.binlog_index;
  if (!rules_.has_binlog) {
    const auto found = numbers_.find(&transaction);
    number = found == numbers_.end() ? -1 : found->second;
  }
  const std::int64_t index = number - first_;
  if (index < 0 || index >= static_cast<std::int64_t>(entries_.size())) return nullptr;
  return &entries_[static_cast<std::size_t>(index)];
}

// A replica's workers may begin in any order.
CommitTrace* DurabilityJournal::copy_of(int replica, const Transaction& transaction) {
  const auto found = numbers_.find(&transaction);
  if (found == numbers_.end() || found->second < first_) return nullptr;
  std::deque<CommitTrace>& applied = replicas_[static_cast<std::size_t>(replica)].applied;
  const auto index = static_cast<std::size_t>(found->second - first_);
  if (applied.size() <= index) applied.resize(index + 1);
  return &applied[index];
}

void DurabilityJournal::apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) {
  if (role_of(replica) >= 0) numbers_[&transaction] = entry;
}

void DurabilityJournal::logged(const Server& server, const Transaction& transaction) {
  const int role = role_of(server);
  if (role == kNobody) return;
  will_change(server);
  const bool is_prepared = is_prepared_for_binlog(server.release(), server.variables(), transaction.changes);
  const CommitTrace trace{transaction.prepare_lsn, {}, transaction.binlog_end, is_prepared};
  if (role == kSource) {
    entries_.push_back({trace, false, {}});
    return;
  }
  if (CommitTrace* const copy = copy_of(role, transaction)) *copy = trace;
}

void DurabilityJournal::committed(const Server& server, const Transaction& transaction) {
  const int role = role_of(server);
  if (role == kNobody) return;
  will_change(server);
  if (role != kSource) {
    if (CommitTrace* const copy = copy_of(role, transaction)) copy->commit_lsn = transaction.commit_lsn;
    return;
  }
  if (!rules_.has_binlog) {
    numbers_[&transaction] = first_ + static_cast<std::int64_t>(entries_.size());
    entries_.push_back({});
  }
  if (JournalEntry* const entry = entry_of(transaction)) entry->trace.commit_lsn = transaction.commit_lsn;
}

void DurabilityJournal::commit_ended(const Server& server, const Transaction& transaction) {
  if (role_of(server) >= 0) numbers_.erase(&transaction);
}

void DurabilityJournal::answered(const Server& server, const Transaction& transaction) {
  if (role_of(server) != kSource) return;
  will_change(server);
  JournalEntry* const entry = entry_of(transaction);
  numbers_.erase(&transaction);
  if (entry == nullptr) return;  // it changed nothing
  ++acknowledged_;
  if (entry->is_acknowledged) ++acknowledged_twice_;
  entry->is_acknowledged = true;
  entry->acknowledged_at = server.now();
  forget_settled();
}

void DurabilityJournal::relayed(const Server& replica, const BinlogPacket& packet) {
  const int role = role_of(replica);
  if (role < 0) return;
  will_change(replica);
  sim::Bytes& written = replicas_[static_cast<std::size_t>(role)].relay_written;
  written = std::max(written, packet.end);
}

void DurabilityJournal::relay_log_synced(const Server& replica, sim::Bytes up_to) {
  const int role = role_of(replica);
  if (role < 0) return;
  will_change(replica);
  ReplicaJournal& journal = replicas_[static_cast<std::size_t>(role)];
  journal.relay_durable = std::max(journal.relay_durable, up_to);
  journal.relay_written = std::max(journal.relay_written, up_to);  // it is told of the packet when its events are synced
}

void DurabilityJournal::relay_log_written_back(const Server& replica, sim::Bytes up_to) { relay_log_synced(replica, up_to); }

void DurabilityJournal::semi_sync_switched(const Server& source, bool on) {
  if (role_of(source) != kSource) return;
  will_change(source);
  semi_sync_is_on_ = on;
}

bool ReplicaJournal::survives_power_loss(sim::Bytes binlog_end, std::size_t index) const {
  if (!rules.discards_relay_log && binlog_end <= relay_durable) return true;
  return index < applied.size() && recover(rules, applied[index], logs, Crash::host).in_engine;
}

// Answered, and no crash of the source can take it away any more.
bool DurabilityJournal::is_settled(const JournalEntry& entry) const {
  if (!entry.is_acknowledged) return false;
  const Recovered here = recover(rules_, entry.trace, logs_, Crash::host);
  return here.in_engine && here.in_binlog == rules_.has_binlog;
}

// What is on stable storage stays there: who has got so far need not be looked at again.
void DurabilityJournal::settle() {
  const std::int64_t end = first_ + static_cast<std::int64_t>(entries_.size());
  while (settled_ < end && is_settled(entries_[unsettled()])) ++settled_;
  for (ReplicaJournal& replica : replicas_) {
    while (replica.settled < end) {
      const std::size_t index = unsettled_on(replica);
      if (!replica.survives_power_loss(entries_[index].trace.binlog_end, index)) break;
      ++replica.settled;
    }
  }
}

// A replica that neither applies nor keeps its relay log never has anything that survives.
bool DurabilityJournal::can_be_forgotten(const ReplicaJournal& replica) const {
  const bool keeps_nothing = !replica.applies && replica.rules.discards_relay_log;
  return entries_.front().trace.binlog_end <= replica.relay_written && (keeps_nothing || replica.settled > first_);
}

void DurabilityJournal::forget_settled() {
  settle();
  while (!entries_.empty() && settled_ > first_ &&
         std::all_of(replicas_.begin(), replicas_.end(), [&](const ReplicaJournal& replica) { return can_be_forgotten(replica); })) {
    entries_.pop_front();
    ++first_;
    for (ReplicaJournal& replica : replicas_) {
      if (!replica.applied.empty()) replica.applied.pop_front();
      replica.settled = std::max(replica.settled, first_);
    }
  }
}

}  // namespace models
