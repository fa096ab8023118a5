#include "tests/contract/swarm.hpp"

#include <cmath>

#include "models/cluster.hpp"
#include "models/version/variable_catalogue.hpp"
#include "tests/support/scenarios.hpp"
#include "tests/support/simulate.hpp"

namespace tests {
namespace {

// Longer than anything can take here, and shorter than the interval of the background flush.
constexpr double kEnd = 2000;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : stream_(seed, 0, "swarm") {}

  bool chance(double probability) { return stream_.next() < probability; }
  double between(double low, double high) { return low + (high - low) * stream_.next(); }
  int integer(int low, int high) { return low + static_cast<int>(stream_.next() * (high - low + 1)); }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[integer(0, static_cast<int>(choices.size()) - 1)];
  }

  // Zero, constant or exponential, with a mean of up to so many milliseconds.
  models::Cost cost(double most_ms) {
    if (chance(0.3)) return costing({});
    const auto mean = milliseconds(between(0, most_ms));
    if (chance(0.5)) return costing(mean);
    return {sim::TimeDistribution::exponential(mean), "", {}};
  }

  // An fsync takes some time in any case: half a millisecond or more.
  models::Cost fsync() {
    const double mean = between(0.5, 3);
    if (chance(0.5)) return costing(milliseconds(mean));
    return uniformly(milliseconds(0.5), milliseconds(2 * mean));
  }

 private:
  sim::RandomStream stream_;
};

models::CostProfile random_costs(Dice& dice) {
  models::CostProfile costs = free_of_charge();
  for (models::Cost* cpu :
       {&costs.prepare_cpu, &costs.flush_stage_cpu, &costs.flush_stage_cpu_per_kib, &costs.sync_stage_cpu,
        &costs.engine_commit_cpu, &costs.context_switch_cpu, &costs.dump_thread_cpu, &costs.receiver_cpu,
        &costs.ack_receiver_cpu, &costs.apply_transaction_cpu}) {
    *cpu = dice.cost(0.05);
  }
  for (models::Cost* wait : {&costs.wake_up, &costs.redo_write, &costs.binlog_write, &costs.relay_log_write})
    *wait = dice.cost(0.1);
  costs.binlog_writeback_per_mib = dice.cost(100);
  costs.redo_writeback_per_mib = dice.cost(100);
  for (models::Cost* fsync : {&costs.redo_fsync, &costs.binlog_fsync, &costs.relay_log_fsync}) *fsync = dice.fsync();
  return costs;
}

void randomise(Dice& dice, models::ServerVariables& variables) {
  variables.sync_binlog = dice.one_of<std::int64_t>({0, 1, 1, 3});
  variables.innodb_flush_log_at_trx_commit = dice.one_of<std::int64_t>({0, 1, 1, 2});
  variables.binlog_order_commits = dice.chance(0.7);
  if (dice.chance(0.3)) variables.binlog_group_commit_sync_delay = microseconds(dice.integer(1, 4000));
  if (dice.chance(0.5)) variables.binlog_group_commit_sync_no_delay_count = dice.integer(1, 20);
  if (dice.chance(0.2)) variables.max_binlog_size = sim::Bytes{dice.integer(4096, 40000)};
  variables.sync_relay_log = dice.one_of<std::int64_t>({0, 1, 3, 10000});
}

void randomise_semi_sync(Dice& dice, models::ServerVariables& source) {
  source.rpl_semi_sync_source_enabled = dice.chance(0.75);
  source.rpl_semi_sync_source_wait_point =
      dice.chance(0.5) ? models::WaitPoint::after_sync : models::WaitPoint::after_commit;
  source.rpl_semi_sync_source_wait_for_replica_count = dice.one_of({1, 1, 2, 3});
  source.rpl_semi_sync_source_wait_no_replica = dice.chance(0.8);
  source.rpl_semi_sync_source_timeout =
      dice.one_of({milliseconds(4), milliseconds(30), sim::Seconds{10}, sim::Seconds{10}});
}

// What the version does not have is as the version always does it.
void keep_to_version(const models::Release& release, models::ServerVariables& variables) {
  const models::ServerVariables defaults = models::default_variables(release);
  const auto known = [&](const char* name) { return models::is_known(*models::find_variable(name), release); };
  if (!known("rpl_semi_sync_master_enabled")) {
    variables.rpl_semi_sync_source_enabled = false;
    variables.rpl_semi_sync_replica_enabled = false;
  }
  if (!known("rpl_semi_sync_master_wait_point")) variables.rpl_semi_sync_source_wait_point = models::WaitPoint::after_commit;
  if (!known("rpl_semi_sync_master_wait_for_slave_count")) variables.rpl_semi_sync_source_wait_for_replica_count = 1;
  if (!known("binlog_order_commits")) variables.binlog_order_commits = true;
  if (!known("binlog_group_commit_sync_delay")) variables.binlog_group_commit_sync_delay = sim::Seconds{0};
  variables.innodb_log_writer_threads = defaults.innodb_log_writer_threads;
}

// Some settings that only some versions have.
void randomise_by_version(Dice& dice, const models::Release& release, models::ServerVariables& variables) {
  const bool is_mariadb = release.is("mariadb");
  if (!is_mariadb && release.before(5, 6)) variables.innodb_support_xa = dice.chance(0.7);
  if (!is_mariadb && release.at_least(5, 6) && release.before(5, 7) && dice.chance(0.3)) {
    variables.binlog_max_flush_queue_time = microseconds(dice.integer(1, 100));
  }
  if (is_mariadb && dice.chance(0.4)) {
    variables.binlog_commit_wait_count = dice.integer(1, 20);
    variables.binlog_commit_wait_usec = microseconds(dice.integer(1, 5000));
  }
  if (is_mariadb && release.at_least(10) && dice.chance(0.2)) variables.innodb_flush_log_at_trx_commit = 3;
  if (dice.chance(0.2)) variables.innodb_commit_concurrency = dice.integer(1, 3);
  if (dice.chance(0.2)) variables.innodb_flush_method = models::FlushMethod::o_dsync;
  keep_to_version(release, variables);
}

void add_machine(Dice& dice, models::Scenario& scenario) {
  models::HostSpec& host = scenario.hosts.back().second;
  host.cores = dice.one_of({1, 2, 4, 16});
  if (dice.chance(0.5)) host.devices = {{"disk", {dice.chance(0.5)}}};
}

Sessions random_sessions(Dice& dice, const std::string& server) {
  const int sessions = dice.one_of({1, 2, 3, 5, 8, 16, 32, 64});
  return {server, sessions, 4 + 200 / sessions, dice.chance(0.4) ? 0 : dice.between(0, 5e-3)};
}

sim::Process session(models::Server& server, const Sessions& sessions, sim::RandomStream stream) {
  for (int i = 0; i < sessions.transactions; ++i) {
    const sim::Seconds pause{-std::log(stream.next()) * sessions.pause};
    co_await server.simulation().delay(pause);
    models::Transaction transaction(server.simulation());
    transaction.begin(server.now());
    transaction.changes = {kRedo, kBinlog * (1 + static_cast<std::int64_t>(stream.next() * 40)), kEvents, 1};
    co_await server.commit(transaction);
    server.probe()(&models::Observer::answered, transaction);
  }
}

}  // namespace

std::string Case::description() const {
  const models::ServerVariables& source = scenario.servers[0].second.variables;
  std::string text = fmt::format(
      "seed {} version {}: log_bin {} flush_log {} sync_binlog {} order {} delay {} us no_delay_count {}", seed,
      scenario.servers[0].second.version, source.log_bin, source.innodb_flush_log_at_trx_commit, source.sync_binlog,
      source.binlog_order_commits, sim::in_microseconds(source.binlog_group_commit_sync_delay),
      source.binlog_group_commit_sync_no_delay_count);
  if (source.rpl_semi_sync_source_enabled) {
    text += fmt::format(
        " semi-sync {} k {} timeout {} ms",
        source.rpl_semi_sync_source_wait_point == models::WaitPoint::after_sync ? "AFTER_SYNC" : "AFTER_COMMIT",
        source.rpl_semi_sync_source_wait_for_replica_count, sim::in_milliseconds(source.rpl_semi_sync_source_timeout));
  }
  for (const auto& [name, server] : scenario.servers) {
    if (server.replicates_from.empty()) continue;
    text += fmt::format("; {} of {} semi-sync {} log_bin {} applies {}", name, server.replicates_from,
                        server.variables.rpl_semi_sync_replica_enabled, server.variables.log_bin, server.applies);
  }
  for (const Sessions& each : sessions) text += fmt::format("; {} sessions on {}", each.sessions, each.server);
  return text;
}

Case random_case(const std::string& version, std::uint64_t seed) {
  Dice dice(seed);
  Case chosen{seed, {}, {}};
  models::Scenario& scenario = chosen.scenario;
  scenario.run.seed = seed;
  const sim::Seconds rtt = milliseconds(dice.between(0.01, 5));
  scenario.default_link = link(rtt, {std::pow(10, dice.between(6, 9))});
  if (dice.chance(0.3)) scenario.default_link.jitter = sim::Distribution::exponential(dice.between(0, 1e-3));
  const int replicas = dice.integer(0, 3);
  models::ServerVariables& source = add_server(scenario, "source", random_costs(dice)).variables;
  source.log_bin = replicas > 0 || dice.chance(0.7);
  randomise(dice, source);
  randomise_semi_sync(dice, source);
  add_machine(dice, scenario);
  chosen.sessions.push_back(random_sessions(dice, "source"));
  for (int i = 1; i <= replicas; ++i) {
    const std::string name = fmt::format("replica{}", i);
    models::ServerSpec& replica = add_replica(scenario, name, random_costs(dice));
    randomise(dice, replica.variables);
    replica.variables.rpl_semi_sync_replica_enabled = dice.chance(0.7);
    replica.variables.log_bin = dice.chance(0.4);
    replica.applies = dice.chance(0.8);
    add_machine(dice, scenario);
    // Some replicate from the replica before, if it logs what it applies.
    const models::ServerSpec& before = scenario.servers[scenario.servers.size() - 2].second;
    if (i > 1 && before.variables.log_bin && dice.chance(0.4))
      replica.replicates_from = scenario.servers[scenario.servers.size() - 2].first;
    if (dice.chance(0.3)) chosen.sessions.push_back(random_sessions(dice, name));
  }
  const models::Release release = *models::parse_release(version);
  for (auto& [name, server] : scenario.servers) {
    server.version = version;
    randomise_by_version(dice, release, server.variables);
  }
  return chosen;
}

models::RunRecord run_observed(const Case& chosen, models::Observer& observer, sim::Seconds end) {
  sim::Simulation simulation;
  models::Cluster cluster(simulation, chosen.scenario, 0, &observer);
  cluster.start();
  cluster.reset_metrics();
  for (const Sessions& sessions : chosen.sessions) {
    models::Server& server = cluster.server(sessions.server);
    for (int i = 0; i < sessions.sessions; ++i) {
      sim::RandomStream stream(chosen.seed, 0, sessions.server + "/session", static_cast<std::uint64_t>(i));
      simulation.spawn(fmt::format("{}: session {}", sessions.server, i + 1), session(server, sessions, stream));
    }
  }
  simulation.run_until(sim::Instant{end});
  return cluster.record();
}

Outcome run(const Case& chosen) {
  Oracle oracle(chosen.scenario);
  models::RunRecord record = run_observed(chosen, oracle, sim::Seconds{kEnd});
  oracle.check_the_end();
  Outcome outcome{oracle.faults(), {}, std::move(record)};
  for (const auto& [name, server] : chosen.scenario.servers) outcome.books[name] = oracle.books(name);
  return outcome;
}

}  // namespace tests
