#include "tests/contract/crash_promises.hpp"

#include <fmt/format.h>

namespace tests {

using models::Crash;
using models::Failure;
using models::Loss;

CrashPromises::CrashPromises(const models::Scenario& scenario, models::DurabilityJournal& journal, int sessions)
    : scenario_(scenario),
      journal_(journal),
      source_(scenario.find_server(journal.source())->variables),
      release_(*models::parse_release(scenario.find_server(journal.source())->version)),
      sessions_(sessions) {
  for (const auto& [name, server] : scenario_.servers) {
    if (server.replicates_from != journal.source() || !server.variables.rpl_semi_sync_replica_enabled) continue;
    ++acknowledging_;
    const bool keeps_relay_log = !models::recovery_rules(*models::parse_release(server.version), server.variables).discards_relay_log;
    all_sync_relay_log_ = all_sync_relay_log_ && server.variables.sync_relay_log == 1 && keeps_relay_log;
  }
  journal_.before_changes([this](sim::Instant now) { look(now); });
}

void CrashPromises::expect(bool holds, const std::string& promise) {
  if (holds || !broken_.insert(promise).second) return;
  faults_.push_back(fmt::format("{} s: {}", now_.time_since_epoch().count(), promise));
}

// Without a prepare record MySQL up to 5.5 and MariaDB up to 5.5 still flush the commit record.
bool CrashPromises::prepares() const { return !source_.log_bin || source_.innodb_support_xa; }

bool CrashPromises::session_syncs_commit_record() const {
  if (!source_.log_bin || source_.innodb_flush_log_at_trx_commit == 3) return syncs_redo();
  return syncs_redo() && (is_mariadb() ? release_.before(10) : release_.before(5, 6));
}

// Every commit has waited for its acknowledgements.
bool CrashPromises::is_protected() const {
  const auto wanted = static_cast<int>(source_.rpl_semi_sync_source_wait_for_replica_count);
  return source_.rpl_semi_sync_source_enabled && source_.log_bin && !has_been_off_ && acknowledging_ >= std::max(wanted, 1);
}

void CrashPromises::look(sim::Instant now) {
  now_ = now;
  ++looks_;
  has_been_off_ = has_been_off_ || (source_.rpl_semi_sync_source_enabled && !journal_.semi_sync_is_on() && !journal_.entries().empty());
  check_logs();
  check_order();
  bool loses = false;
  for (std::size_t i = 0; i < models::kFailures; ++i) {
    const auto failure = static_cast<Failure>(i);
    const auto loss = models::judge(journal_, failure, now);
    if (!loss) continue;
    loses = loses || loss->lost > 0;
    expect(loss->lost <= loss->seen_and_lost, "who was answered has committed");
    if (failure == Failure::source_mysqld_crash) after_mysqld_crash(*loss);
    else if (failure == Failure::source_host_crash) after_host_crash(*loss);
    else if (failure == Failure::power_loss_of_both) after_power_loss(*loss);
    else after_promotion(failure, *loss);
  }
  losses_ += loses ? 1 : 0;
}

void CrashPromises::after_mysqld_crash(const Loss& loss) {
  if (hands_redo_over() && (prepares() || session_syncs_commit_record())) expect(loss.lost == 0, "mysqld: nothing answered is lost");
  if (hands_redo_over() && prepares() && source_.log_bin) {
    expect(loss.seen_and_lost == 0, "mysqld: nothing visible is lost");
    expect(loss.engine_behind == 0, "mysqld: the engine has what the binary log has");
  }
  expect(loss.engine_ahead == 0, "mysqld: the binary log has what the engine has");
  if (!source_.log_bin) expect(loss.seen_and_lost - loss.lost <= sessions_, "mysqld: seen and not answered: one per session");
}

void CrashPromises::after_host_crash(const Loss& loss) {
  const bool syncs_binlog = source_.log_bin && source_.sync_binlog == 1;
  if (session_syncs_commit_record()) expect(loss.lost == 0, "host: the session has synced its commit record");
  if (syncs_binlog) expect(loss.engine_ahead == 0, "host: the binary log has what the engine has");
  if (syncs_binlog && syncs_redo() && prepares()) {
    expect(loss.seen_and_lost == 0, "host: nothing visible is lost");
    expect(loss.engine_behind == 0, "host: the engine has what the binary log has");
    expect(loss.replica_ahead == 0, "host: no replica is ahead");
  }
  constexpr sim::Seconds kSlowestFlush{2};
  const bool redo_decides = !source_.log_bin || source_.sync_binlog == 1 || !syncs_redo();
  if (redo_decides && !syncs_redo()) {
    expect(loss.oldest <= source_.innodb_flush_log_at_timeout + kSlowestFlush, "host: what is lost is younger than the timeout");
  }
}

void CrashPromises::after_promotion(Failure failure, const Loss& loss) {
  expect(loss.seen_and_lost - loss.lost <= sessions_, "promotion: seen and not answered: one per session");
  if (!is_protected()) return;
  const bool is_another = failure == Failure::source_and_replica_lost;
  if (is_another && source_.rpl_semi_sync_source_wait_for_replica_count < 2) return;
  expect(loss.lost == 0, fmt::format("{}: nothing answered is lost", models::kFailureNames[static_cast<std::size_t>(failure)]));
  expect(loss.errant <= sessions_, "promotion: errant transactions: one per session");
  if (source_.rpl_semi_sync_source_wait_point != models::WaitPoint::after_sync) return;
  expect(loss.seen_and_lost == 0, "promotion: nothing visible is lost with AFTER_SYNC");
}

void CrashPromises::after_power_loss(const Loss& loss) {
  if (is_protected() && all_sync_relay_log_) expect(loss.lost == 0, "power loss: what was acknowledged is on stable storage");
}

// Nothing is durable before it is written, nor on a replica before it is on its source.
void CrashPromises::check_logs() {
  const models::LogPositions& logs = journal_.logs();
  expect(logs.redo_durable <= logs.redo_written, "redo log: written before it is durable");
  expect(logs.binlog_durable <= logs.binlog_written, "binary log: written before it is durable");
  for (const models::ReplicaJournal& replica : journal_.replicas()) {
    expect(replica.relay_durable <= replica.relay_written, "relay log: written before it is durable");
    expect(replica.relay_written <= logs.binlog_written, "relay log: nothing that the source has not written");
    expect(replica.logs.redo_durable <= replica.logs.redo_written, "a replica's redo log: written before it is durable");
  }
}

// The binary log's order is that of commits, where it has to be; so what a crash leaves of it is a prefix.
void CrashPromises::check_order() {
  if (!source_.log_bin) return;
  sim::Bytes end{};
  sim::Bytes commit{};
  bool all_committed = true;
  for (const models::JournalEntry& entry : journal_.entries()) {
    expect(entry.trace.binlog_end > end, "binary log positions rise");
    end = entry.trace.binlog_end;
    const bool orders = orders_commits() && prepares();
    if (orders && entry.is_visible()) {
      expect(all_committed, "nobody commits before the one before in the binary log");
      expect(entry.trace.commit_lsn > commit, "commit records have the order of the binary log");
      commit = entry.trace.commit_lsn;
    }
    all_committed = all_committed && entry.is_visible();
  }
}

}  // namespace tests
