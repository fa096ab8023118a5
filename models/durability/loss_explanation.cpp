#include "models/durability/loss_explanation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/durability/crash_judge.hpp"
#include "models/version/variable_catalogue.hpp"
#include "sim/config/quantity.hpp"

namespace models {
namespace {

std::int64_t most_of(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

class Explanation {
 public:
  Explanation(const Scenario& scenario, const DurabilityRecord& record, const LossRecord& loss)
      : scenario_(scenario), record_(record), loss_(loss), source_(*scenario.find_server(record.source)), variables_(source_.variables) {}

  std::string text() const {
    const auto named = std::find(kFailureNames.begin(), kFailureNames.end(), loss_.failure);
    switch (static_cast<Failure>(named - kFailureNames.begin())) {
      case Failure::source_mysqld_crash: return after_restart(Crash::mysqld);
      case Failure::source_host_crash: return after_restart(Crash::host);
      case Failure::source_lost: return after_source_loss();
      case Failure::source_and_replica_lost: return after_loss_of_two();
      case Failure::source_site_lost: return after_site_loss();
      case Failure::power_loss_of_both: return after_power_loss();
    }
    return "";
  }

 private:
  bool loses() const { return most_of(loss_.lost) > 0; }

  // As the source's release calls a variable.
  std::string name(const std::string& newest) const { return name_in(source_, newest); }

  static std::string name_in(const ServerSpec& server, const std::string& newest) {
    const Variable* const variable = find_variable(newest);
    const auto release = parse_release(server.version);
    if (variable == nullptr || !release) return newest;
    const auto names = names_in(*variable, *release);
    return names.empty() ? newest : names.front();
  }

  std::string flush_log() const {
    return fmt::format("innodb_flush_log_at_trx_commit={}", variables_.innodb_flush_log_at_trx_commit);
  }

  std::string sync_binlog() const { return fmt::format("sync_binlog={}", variables_.sync_binlog); }

  // Why the storage engine has forgotten something.
  std::string redo_was_gone(Crash crash) const {
    const std::string timeout = sim::format_time(variables_.innodb_flush_log_at_timeout);
    if (crash == Crash::host) return fmt::format("{}: the redo log is only synced every {}", flush_log(), timeout);
    if (variables_.innodb_log_writer_threads) return flush_log() + ": the log writer had not written the end of the redo log yet";
    return fmt::format("{}: up to {} of redo log was in mysqld's memory only", flush_log(), timeout);
  }

  std::string binlog_was_gone() const {
    return sync_binlog() +
           ": the end of the binary log was in the operating system's cache only, and recovery rolls back what is not in it";
  }

  std::string after_restart(Crash crash) const {
    std::string text;
    if (loss_.lost_with_redo > 0) text = redo_was_gone(crash);
    if (loss_.lost_with_binlog > 0) text += (text.empty() ? "" : "; ") + binlog_was_gone();
    if (text.empty()) text = nothing_lost(crash);
    if (most_of(loss_.engine_behind) > 0 && loses()) text += "; the binary log still has them";
    if (most_of(loss_.engine_ahead) > 0) text += fmt::format("; {}: the binary log lacks what the engine has", sync_binlog());
    return text;
  }

  std::string nothing_lost(Crash crash) const {
    if (loses()) return "";
    const bool is_at_risk = variables_.innodb_flush_log_at_trx_commit == 0 ||
                            (crash == Crash::host && variables_.innodb_flush_log_at_trx_commit == 2);
    if (is_at_risk) return "none of the moments met what is at risk with " + flush_log();
    if (crash == Crash::mysqld) return "a commit is answered when the operating system has its redo log; " + flush_log();
    if (!variables_.log_bin) return "a commit is answered when its redo log is synced; " + flush_log();
    if (variables_.sync_binlog != 1) return "the engine has it all; " + flush_log();
    return fmt::format("a commit is answered when both logs are synced; {}, {}", sync_binlog(), flush_log());
  }

  bool has_semi_sync() const { return variables_.rpl_semi_sync_source_enabled; }

  std::int64_t acks_wanted() const { return variables_.rpl_semi_sync_source_wait_for_replica_count; }

  std::string wait_for_count() const {
    return fmt::format("{}={}", name("rpl_semi_sync_source_wait_for_replica_count"), acks_wanted());
  }

  std::string was_off() const {
    const double share = static_cast<double>(record_.semi_sync_off) / static_cast<double>(std::max<std::int64_t>(record_.moments, 1));
    return fmt::format("semi-sync was off at {:.3g} % of the moments, after {}={}", share * 100, name("rpl_semi_sync_source_timeout"),
                       sim::format_time(variables_.rpl_semi_sync_source_timeout));
  }

  bool chosen_by_name() const { return !scenario_.run.promote.empty(); }

  std::string seen() const {
    if (!has_semi_sync() || most_of(loss_.seen_and_lost) == 0 || loses()) return "";
    return "; others see a commit before it is acknowledged: AFTER_COMMIT";
  }

  std::string after_source_loss() const {
    if (!has_semi_sync()) return "replication is asynchronous: commits wait for no replica";
    if (!loses()) return "a commit is answered when a replica has it in its relay log: semi-sync" + seen();
    if (record_.semi_sync_off > 0) return was_off();
    if (chosen_by_name()) return scenario_.run.promote + " need not be the replica that has acknowledged";
    return "commits did not wait: no semi-sync replica is connected";
  }

  std::string after_loss_of_two() const {
    if (!has_semi_sync() || record_.semi_sync_off > 0) return after_source_loss();
    if (loses()) return "the replica that is gone may be the only one that has acknowledged: " + wait_for_count();
    if (acks_wanted() > 1) return "more replicas than one have acknowledged: " + wait_for_count() + seen();
    return "the next replica had it all at these moments; that is not promised with " + wait_for_count();
  }

  std::string after_site_loss() const {
    if (!has_semi_sync() || record_.semi_sync_off > 0) return after_source_loss();
    if (loses()) return "the replica that acknowledges first is at the same site: " + wait_for_count();
    return "a replica at another site has what was acknowledged, at these moments: " + wait_for_count() + seen();
  }

  std::string after_power_loss() const {
    const ServerSpec* const replica = scenario_.find_server(loss_.usually_promoted());
    if (replica == nullptr) return "";
    const bool discards = recovery_rules(*replica).discards_relay_log;
    if (!loses() && discards) return "the replica had applied and synced it all at these moments";
    if (!loses()) return "the replica's relay log is on stable storage";
    if (!has_semi_sync()) return after_source_loss();
    if (record_.semi_sync_off > 0) return was_off();
    const std::string setting = replica->variables.relay_log_recovery ? "relay_log_recovery=ON" : "MariaDB with GTIDs";
    if (discards) return setting + ": a replica that restarts throws away what it had not applied";
    return fmt::format("sync_relay_log={}: what is acknowledged is in the replica's page cache", replica->variables.sync_relay_log);
  }

  const Scenario& scenario_;
  const DurabilityRecord& record_;
  const LossRecord& loss_;
  const ServerSpec& source_;
  const ServerVariables& variables_;
};

}  // namespace

std::string explain(const Scenario& scenario, const DurabilityRecord& record, const LossRecord& loss) {
  return Explanation(scenario, record, loss).text();
}

}  // namespace models
