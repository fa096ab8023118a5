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
  for (std::size_t index = journal.unsettled(); index < journal.entries().size(); ++index) {
    const JournalEntry& entry = journal.entries()[index];
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

// What a replica that takes over lacks: of the entries from place `begin` on those that it has not.
template <class Has>
Loss after_promotion(const DurabilityJournal& journal, const ReplicaJournal& promoted, sim::Instant now, std::size_t begin, Has has) {
  Loss loss;
  loss.promoted = promoted.name;
  for (std::size_t index = begin; index < journal.entries().size(); ++index) {
    const JournalEntry& entry = journal.entries()[index];
    if (has(entry, index)) continue;
    count_lost(entry, now, loss);
    if (recover(journal.rules(), entry.trace, journal.logs(), Crash::mysqld).in_engine) ++loss.errant;
  }
  return loss;
}

// The replica goes on as it is: what is in its relay log will be applied.
Loss after_promotion_alive(const DurabilityJournal& journal, const ReplicaJournal& promoted, sim::Instant now) {
  const Entries& entries = journal.entries();
  const auto is_relayed = [&](const JournalEntry& entry) { return entry.trace.binlog_end <= promoted.relay_written; };
  const auto begin = std::partition_point(entries.begin(), entries.end(), is_relayed);
  return after_promotion(journal, promoted, now, static_cast<std::size_t>(begin - entries.begin()),
                         [](const JournalEntry&, std::size_t) { return false; });
}

// The replica has started again after a power loss.
Loss after_promotion_restarted(const DurabilityJournal& journal, const ReplicaJournal& promoted, sim::Instant now) {
  return after_promotion(journal, promoted, now, journal.unsettled_on(promoted), [&](const JournalEntry& entry, std::size_t index) {
    return promoted.survives_power_loss(entry.trace.binlog_end, index);
  });
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
  return after_promotion_alive(journal, *chosen, now);
}

// Not told where no host of a replica is elsewhere.
std::optional<Loss> after_site_loss(const DurabilityJournal& journal, sim::Instant now, const std::string& promote) {
  auto candidates = by_progress(journal);
  const std::size_t all = candidates.size();
  std::erase_if(candidates, [](const ReplicaJournal* replica) { return replica->at_source_site; });
  if (candidates.empty() || candidates.size() == all) return std::nullopt;
  const ReplicaJournal* const wanted = named(candidates, promote);
  return after_promotion_alive(journal, wanted == nullptr ? *candidates.front() : *wanted, now);
}

// One that neither applies nor keeps its relay log has nothing; it cannot take over.
std::optional<Loss> after_power_loss(const DurabilityJournal& journal, sim::Instant now, const std::string& promote) {
  std::optional<Loss> least;
  for (const ReplicaJournal& replica : journal.replicas()) {
    if (!promote.empty() && replica.name != promote) continue;
    if (!replica.applies && replica.rules.discards_relay_log) continue;
    Loss loss = after_promotion_restarted(journal, replica, now);
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
    case Failure::source_site_lost: return after_site_loss(journal, now, promote);
    case Failure::power_loss_of_both: return after_power_loss(journal, now, promote);
  }
  return std::nullopt;
}

}  // namespace models
