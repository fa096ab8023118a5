#include "models/durability/crash_judge.hpp"

#include <algorithm>
#include <vector>

namespace models {
namespace {

using Entries = std::deque<JournalEntry>;

sim::Seconds age_of(const JournalEntry& entry, sim::Instant now) { return now - entry.acknowledged_at; }

void count_lost(const JournalEntry& entry, sim::Instant now, Loss& loss) {
  if (entry.is_visible()) ++loss.seen_and_lost;
  if (!entry.is_acknowledged) return;
  ++loss.lost;
  loss.oldest = std::max(loss.oldest, age_of(entry, now));
}

// The furthest that any replica's relay log reaches.
sim::Bytes furthest_relayed(const DurabilityJournal& journal) {
  sim::Bytes furthest{};
  for (const ReplicaJournal& replica : journal.replicas()) furthest = std::max(furthest, replica.relay_written);
  return furthest;
}

Loss after_restart(const DurabilityJournal& journal, Crash crash, sim::Instant now) {
  const RecoveryRules& rules = journal.rules();
  const sim::Bytes relayed = furthest_relayed(journal);
  Loss loss;
  for (const JournalEntry& entry : journal.entries()) {
    const Recovered found = recover(rules, entry.trace, journal.logs(), crash);
    if (found.in_binlog && !found.in_engine) ++loss.engine_behind;
    if (found.in_engine && rules.has_binlog && !found.in_binlog) ++loss.engine_ahead;
    if (found.in_engine) continue;
    count_lost(entry, now, loss);
    if (entry.trace.binlog_end.count > 0 && entry.trace.binlog_end <= relayed) ++loss.replica_ahead;
    if (!entry.is_acknowledged) continue;
    const bool lacks_binlog = rules.has_binlog && !found.in_binlog;
    LogPositions with_binlog = journal.logs();
    with_binlog.binlog_written = with_binlog.binlog_durable = entry.trace.binlog_end;
    const bool binlog_would_do = lacks_binlog && recover(rules, entry.trace, with_binlog, crash).in_engine;
    ++(binlog_would_do ? loss.lost_with_binlog : loss.lost_with_redo);
  }
  return loss;
}

// The replica goes on as it is: what is in its relay log will be applied.
bool has_alive(const ReplicaJournal& replica, const JournalEntry& entry, std::size_t) {
  return entry.trace.binlog_end <= replica.relay_written;
}

// The replica has started again after a power loss.
bool has_after_power_loss(const ReplicaJournal& replica, const JournalEntry& entry, std::size_t index) {
  if (!replica.rules.discards_relay_log && entry.trace.binlog_end <= replica.relay_durable) return true;
  return index < replica.applied.size() && recover(replica.rules, replica.applied[index], replica.logs, Crash::host).in_engine;
}

template <class Has>
Loss after_promotion(const DurabilityJournal& journal, const ReplicaJournal& promoted, sim::Instant now, Has has) {
  Loss loss;
  loss.promoted = promoted.name;
  for (std::size_t index = 0; index < journal.entries().size(); ++index) {
    const JournalEntry& entry = journal.entries()[index];
    if (has(promoted, entry, index)) continue;
    count_lost(entry, now, loss);
    if (recover(journal.rules(), entry.trace, journal.logs(), Crash::mysqld).in_engine) ++loss.errant;
  }
  return loss;
}

// Those who can take over, the most advanced first; of equals the first of the scenario.
std::vector<const ReplicaJournal*> by_progress(const DurabilityJournal& journal) {
  std::vector<const ReplicaJournal*> all;
  for (const ReplicaJournal& replica : journal.replicas()) all.push_back(&replica);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->relay_written > b->relay_written; });
  return all;
}

const ReplicaJournal* named(const std::vector<const ReplicaJournal*>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->name == name; });
  return found == all.end() ? nullptr : *found;
}

std::optional<Loss> after_source_loss(const DurabilityJournal& journal, sim::Instant now, const std::string& promote, bool next) {
  auto candidates = by_progress(journal);
  if (candidates.empty()) return std::nullopt;
  const ReplicaJournal* chosen = promote.empty() ? candidates.front() : named(candidates, promote);
  if (chosen == nullptr) return std::nullopt;
  if (next) {
    std::erase(candidates, chosen);
    if (candidates.empty()) return std::nullopt;
    chosen = candidates.front();
  }
  return after_promotion(journal, *chosen, now, has_alive);
}

// One that neither applies nor keeps its relay log has nothing; it cannot take over.
std::optional<Loss> after_power_loss(const DurabilityJournal& journal, sim::Instant now, const std::string& promote) {
  std::optional<Loss> least;
  for (const ReplicaJournal& replica : journal.replicas()) {
    if (!promote.empty() && replica.name != promote) continue;
    if (!replica.applies && replica.rules.discards_relay_log) continue;
    Loss loss = after_promotion(journal, replica, now, has_after_power_loss);
    if (!least || loss.lost < least->lost) least = std::move(loss);
  }
  return least;
}

}  // namespace

std::optional<Loss> judge(const DurabilityJournal& journal, Failure failure, sim::Instant now, const std::string& promote) {
  switch (failure) {
    case Failure::source_mysqld_crash: return after_restart(journal, Crash::mysqld, now);
    case Failure::source_host_crash: return after_restart(journal, Crash::host, now);
    case Failure::source_lost: return after_source_loss(journal, now, promote, false);
    case Failure::source_and_replica_lost: return after_source_loss(journal, now, promote, true);
    case Failure::power_loss_of_both: return after_power_loss(journal, now, promote);
  }
  return std::nullopt;
}

}  // namespace models
