#include "experiments/scenario/variable_resolver.hpp"

#include <algorithm>

namespace experiments {
namespace {

using models::VariableSettings;

// From 8.4 on the redo log has threads of its own by default where there are as many logical CPUs (manual of 8.4; of 9.5: without
// binary log with as many as 5).
constexpr std::int64_t kCoresForLogThreads = 32;
constexpr std::int64_t kCoresForLogThreadsWithoutBinlog = 5;

bool has_replicas(const ScenarioDocument& document, const std::string& server) {
  return std::any_of(document.servers.begin(), document.servers.end(),
                     [&](const auto& other) { return other.second.replicates_from == server; });
}

std::int64_t cores_of(const ScenarioDocument& document, const std::string& name, const ServerDocument& server) {
  const std::string& host = server.host.empty() ? name : server.host;
  for (const auto& [each, machine] : document.hosts) {
    if (each == host) return machine.cores;
  }
  return HostDocument{}.cores;
}

// The binary log is ON where another server needs it, and OFF takes log_replica_updates with it.
void set_log_bin(const ScenarioDocument& document, const std::string& name, VariableSettings& variables) {
  const bool is_off = variables.is_given("log_bin") && !variables.values.log_bin;
  if (is_off && !variables.is_given("log_replica_updates")) variables.values.log_replica_updates = false;
  if (variables.is_given("log_bin")) return;
  if (has_replicas(document, name) || variables.values.log_replica_updates) variables.values.log_bin = true;
}

void set_log_writer_threads(std::int64_t cores, VariableSettings& variables) {
  const models::Release& release = *variables.release;
  const bool follows_cores = !release.is("mariadb") && release.at_least(8, 4);
  if (!follows_cores || variables.is_given("innodb_log_writer_threads")) return;
  const bool needs_fewer = release.at_least(9, 5) && !variables.values.log_bin;
  variables.values.innodb_log_writer_threads = cores >= (needs_fewer ? kCoresForLogThreadsWithoutBinlog : kCoresForLogThreads);
}

// MariaDB starts with the page cache when it is not going to sync (commit 4c0cd953ab, MDEV-28766).
void set_log_file_buffering(VariableSettings& variables) {
  if (variables.is_given("innodb_log_file_buffering")) return;
  if (variables.values.innodb_flush_log_at_trx_commit == 2) variables.values.innodb_log_file_buffering = true;
}

// A group of the thread pool per core.
void set_thread_pool_size(std::int64_t cores, VariableSettings& variables) {
  if (!variables.is_given("thread_pool_size")) variables.values.thread_pool_size = cores;
}

}  // namespace

void resolve_variables(ScenarioDocument& document, sim::Provenance& provenance, sim::Diagnostics& diagnostics) {
  for (auto& [name, server] : document.servers) {
    VariableSettings& variables = server.variables;
    sim::Provenance origins;
    const sim::Reader reader = sim::Reader(diagnostics, &origins).at_key("servers").at_key(name);
    const sim::Reader inside = reader.at_key("variables");
    models::resolve_variables(variables, server.version, inside);
    provenance.expand(inside.path(), origins);
    for (const auto& [place, text] : variables.notes) diagnostics.note(place, reader.path() + ": " + text);
    if (!variables.release) continue;
    set_log_bin(document, name, variables);
    set_log_writer_threads(cores_of(document, name, server), variables);
    set_log_file_buffering(variables);
    set_thread_pool_size(cores_of(document, name, server), variables);
  }
}

}  // namespace experiments
