// From the sliders' values to a scenario, with the server variables' names in the chosen version.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "experiments/serve/teaching_parameters.hpp"
#include "models/version/release.hpp"
#include "models/version/variable_catalogue.hpp"

namespace experiments {
namespace {

std::string time_text(sim::Seconds time) {
  if (time.count() >= 1) return fmt::format("{:g}s", time.count());
  if (time.count() >= 1e-3) return fmt::format("{:g}ms", time.count() * 1e3);
  return fmt::format("{:g}us", time.count() * 1e6);
}

// The variables of one server, by their names in its release.
class VariableList {
 public:
  explicit VariableList(const models::Release& release) : release_(release) {}

  // Adds one, named as its newest name is; false where the release does not know it.
  bool add(const char* newest_name, const std::string& value) {
    const models::Variable* variable = models::find_variable(newest_name);
    const auto names = variable == nullptr ? std::vector<std::string>{} : models::names_in(*variable, release_);
    if (names.empty()) return false;
    text_ += fmt::format("      {}: {}\n", names.front(), value);
    return true;
  }
  bool add(const char* newest_name, std::int64_t value) { return add(newest_name, std::to_string(value)); }

  const std::string& text() const { return text_; }

 private:
  const models::Release& release_;
  std::string text_;
};

class ScenarioText {
 public:
  ScenarioText(const TeachingParameters& parameters, sim::Seconds measured)
      : parameters_(parameters), measured_(measured), release_(*models::parse_release(parameters.version)) {}

  TeachingScenario write() {
    add_head();
    add_hosts();
    add_source();
    for (std::size_t i = 0; i < parameters_.replicas.size(); ++i) add_replica(i);
    return std::move(scenario_);
  }

 private:
  void add(const std::string& text) { scenario_.yaml += text; }
  void note(const std::string& what) { scenario_.notes.push_back(parameters_.version + " " + what); }

  void add_head() {
    add("# Made by commitsim serve. Hosts have cores enough, so that commits are what limits.\n");
    add(fmt::format("workload: {{sysbench: oltp_update_non_index, threads: {}, tables: 8, table_size: 200000}}\n", parameters_.threads));
    add(fmt::format("run: {{duration: {}, warm_up: {}, seed: 1}}\n", time_text(measured_), time_text(measured_ / 5)));
    add("profile: vm-4core-ssd\n");
    const std::string fsync = fmt::format("{{mean: {}, cv: 0.1}}", time_text(parameters_.fsync));
    add(fmt::format("costs: {{redo_fsync: {}, binlog_fsync: {}}}\n", fsync, fsync));
  }

  void add_hosts() {
    add("hosts:\n");
    for (std::size_t i = 0; i <= parameters_.replicas.size(); ++i) add(fmt::format("  db{}: {{cores: 32}}\n", i + 1));
    add("network:\n  default: {rtt: 200us, bandwidth: 1Gbps}\n");
    if (!parameters_.replicas.empty()) add("  links:\n");
    for (std::size_t i = 0; i < parameters_.replicas.size(); ++i) {
      const std::string rtt = time_text(parameters_.replicas[i].rtt);
      add(fmt::format("    - {{between: [db1, db{}], rtt: {}, bandwidth: 1Gbps}}\n", i + 2, rtt));
    }
    add("servers:\n");
  }

  void add_durability(VariableList& variables) const {
    variables.add("sync_binlog", parameters_.sync_binlog);
    variables.add("innodb_flush_log_at_trx_commit", parameters_.innodb_flush_log_at_trx_commit);
  }

  void add_delay(VariableList& variables) {
    if (parameters_.commit_delay.count() <= 0) return;
    const std::string delay = time_text(parameters_.commit_delay);
    if (variables.add("binlog_group_commit_sync_delay", delay)) return;
    const bool waits = variables.add("binlog_commit_wait_usec", delay) && variables.add("binlog_commit_wait_count", parameters_.threads);
    if (!waits) note("cannot delay a group: the commit delay is left out");
  }

  void add_semi_sync(VariableList& variables) {
    const bool is_wanted =
        std::any_of(parameters_.replicas.begin(), parameters_.replicas.end(), [](const auto& each) { return each.is_semi_sync; });
    if (!is_wanted) return;
    has_semi_sync_ = variables.add("rpl_semi_sync_source_enabled", "ON");
    if (!has_semi_sync_) return note("has no semi-sync: all replicas are async");
    if (!variables.add("rpl_semi_sync_source_wait_point", parameters_.wait_point) && parameters_.wait_point == "AFTER_SYNC") {
      note("waits AFTER_COMMIT only");
    }
    if (!variables.add("rpl_semi_sync_source_wait_for_replica_count", parameters_.acks) && parameters_.acks > 1) {
      note("waits for one ACK only");
    }
  }

  void add_source() {
    VariableList variables(release_);
    variables.add("log_bin", "ON");  // which is what has to be kept in order, with replicas and without
    constexpr std::int64_t kFewConnections = 100;  // so many any version takes by default
    if (parameters_.threads > kFewConnections) variables.add("max_connections", parameters_.threads);
    add_durability(variables);
    add_delay(variables);
    add_semi_sync(variables);
    add(fmt::format("  source:\n    host: db1\n    version: {}\n    variables:\n{}", parameters_.version, variables.text()));
  }

  void add_replica(std::size_t i) {
    VariableList variables(release_);
    add_durability(variables);
    if (has_semi_sync_ && parameters_.replicas[i].is_semi_sync) variables.add("rpl_semi_sync_replica_enabled", "ON");
    add_applier(variables);
    add(fmt::format("  replica{}:\n    host: db{}\n    version: {}\n    replicates_from: source\n    variables:\n{}", i + 1, i + 2,
                    parameters_.version, variables.text()));
  }

  // Several appliers, by the commit groups of the source where the version can.
  void add_applier(VariableList& variables) const {
    if (parameters_.applier_threads == 1 && release_.family != "mysql") return;
    if (release_.family == "mariadb") {
      variables.add("slave_parallel_threads", parameters_.applier_threads);
      return;
    }
    const bool has_workers = variables.add("replica_parallel_workers", parameters_.applier_threads);
    const bool has_clock = release_.major > 5 || release_.minor >= 7;
    if (has_workers && has_clock) variables.add("replica_parallel_type", "LOGICAL_CLOCK");
  }

  const TeachingParameters& parameters_;
  sim::Seconds measured_;
  models::Release release_;
  bool has_semi_sync_ = false;
  TeachingScenario scenario_;
};

}  // namespace

TeachingScenario teaching_scenario(const TeachingParameters& parameters, sim::Seconds measured) {
  return ScenarioText(parameters, measured).write();
}

}  // namespace experiments
