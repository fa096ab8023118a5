// What must never be lost, whatever the settings: judged at every instant at which something changes in a run.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "models/durability/crash_judge.hpp"

namespace tests {

class CrashPromises {
 public:
  // Listens to the journal. `sessions`: how many the source has at most.
  CrashPromises(const models::Scenario& scenario, models::DurabilityJournal& journal, int sessions);

  // Broken promises; of each kind the first.
  const std::vector<std::string>& faults() const { return faults_; }
  std::int64_t looks() const { return looks_; }
  std::int64_t losses() const { return losses_; }  // instants at which some crash would have lost something, rightly or not

 private:
  void look(sim::Instant now);
  void expect(bool holds, const std::string& promise);
  void after_mysqld_crash(const models::Loss& loss);
  void after_host_crash(const models::Loss& loss);
  void after_promotion(models::Failure failure, const models::Loss& loss);
  void after_power_loss(const models::Loss& loss);
  void check_logs();
  void check_order();

  bool is_mariadb() const { return release_.is("mariadb"); }
  bool prepares() const;
  bool hands_redo_over() const { return source_.innodb_flush_log_at_trx_commit != 0; }
  bool syncs_redo() const { return source_.innodb_flush_log_at_trx_commit == 1 || source_.innodb_flush_log_at_trx_commit == 3; }
  bool session_syncs_commit_record() const;
  bool orders_commits() const { return is_mariadb() || source_.binlog_order_commits; }
  bool is_protected() const;

  const models::Scenario& scenario_;
  models::DurabilityJournal& journal_;
  models::ServerVariables source_;
  models::Release release_;
  int sessions_;
  int acknowledging_ = 0;         // semi-sync replicas
  bool all_sync_relay_log_ = true;  // of those
  bool has_been_off_ = false;
  sim::Instant now_{};
  std::int64_t looks_ = 0;
  std::int64_t losses_ = 0;
  std::set<std::string> broken_;
  std::vector<std::string> faults_;
};

}  // namespace tests
