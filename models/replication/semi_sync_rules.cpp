#include "models/replication/semi_sync_rules.hpp"

namespace models {
namespace {

// Bug#20574628 gave each registered position a condition variable of its own. In 5.6.29 each commit leader was measured to wake
// once, in 5.5.62 every session at every ACK; in which release that changed is assumed from the year of the bug.
constexpr int kConditionPerEntry = 26;

// Of 5.6 the releases 5.6.17 and 5.6.29 were read: there the leader runs the hook for its group (process_after_commit_stage_queue).
// That each session waited by itself before is assumed from bug#69341 on 5.6.11, where all clients are at the plugin's mutex.
constexpr int kLeaderWaitsForAll = 17;

// MDEV-33551 gave each session a condition variable of its own. 10.11.19 was measured to wake each session once, for its own ACK;
// that it changed in the releases of May 2024 is assumed.
bool has_condition_per_session(const Release& release) {
  if (release.before(10, 11)) return release.major == 10 && release.minor == 6 && release.at_least(10, 6, 18);
  if (release.before(11)) return release.at_least(10, 11, 8);
  if (release.before(11, 1)) return release.at_least(11, 0, 6);
  if (release.before(11, 2)) return release.at_least(11, 1, 5);
  if (release.before(11, 3)) return release.at_least(11, 2, 4);
  return release.at_least(11, 4, 2);
}

SemiSyncRules mariadb_rules(const Release& release) {
  SemiSyncRules rules;
  rules.wakes = has_condition_per_session(release) ? SemiSyncRules::Wakes::each : SemiSyncRules::Wakes::everybody;
  rules.dump_thread_reads_acks = release.before(10, 3);
  rules.reads_under_lock_log = release.before(10, 1);
  rules.skips_without_replicas = !release.before(10, 3);
  return rules;
}

}  // namespace

SemiSyncRules semi_sync_rules(const Release& release) {
  if (release.is("mariadb")) return mariadb_rules(release);
  SemiSyncRules rules;
  rules.wakes = release.before(5, 6, kConditionPerEntry) ? SemiSyncRules::Wakes::everybody : SemiSyncRules::Wakes::acknowledged;
  rules.sessions_wait_themselves = release.before(5, 6, kLeaderWaitsForAll);
  rules.dump_thread_reads_acks = rules.reads_under_lock_log = release.before(5, 7);
  rules.is_signalled_at_write = rules.reads_under_lock_log && release.at_least(5, 6);
  return rules;
}

}  // namespace models
