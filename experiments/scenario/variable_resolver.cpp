#include "experiments/scenario/variable_resolver.hpp"

#include <algorithm>

#include "models/version/variable_catalogue.hpp"

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

// What the version of a replica does by default and no model does; "" if there is nothing.
std::string default_not_simulated(const ServerDocument& server) {
  const VariableSettings& variables = server.variables;
  if (server.replicates_from.empty() || variables.is_given("replica_parallel_workers")) return "";
  const models::Variable& workers = *models::find_variable("replica_parallel_workers");
  const std::string by_default = models::default_in(workers, *variables.release);
  const bool is_simulated = std::find(workers.simulated.begin(), workers.simulated.end(), by_default) != workers.simulated.end();
  if (by_default.empty() || is_simulated) return "";
  return "the applier is simulated single-threaded; " + server.version + " has " +
         models::names_in(workers, *variables.release).front() + " = " + by_default + " by default";
}

// Replicas of one version share a note.
class DefaultNotes {
 public:
  void add(const std::string& path, const std::string& text) {
    if (text.empty()) return;
    const auto same = std::find_if(notes_.begin(), notes_.end(), [&](const Note& note) { return note.text == text; });
    if (same == notes_.end()) notes_.push_back({path, text, 0});
    else ++same->others;
  }

  void report(const sim::Node& root, sim::Diagnostics& diagnostics) const {
    for (const Note& note : notes_) {
      const std::string others = note.others == 0 ? "" : " and " + std::to_string(note.others) + " more";
      diagnostics.note(root.location_of(note.first), note.first + others + ": " + note.text);
    }
  }

 private:
  struct Note {
    std::string first;  // path of the first such replica
    std::string text;
    std::size_t others;
  };
  std::vector<Note> notes_;
};

}  // namespace

void resolve_variables(const sim::Node& root, ScenarioDocument& document, sim::Provenance& provenance,
                       sim::Diagnostics& diagnostics) {
  DefaultNotes default_notes;
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
    default_notes.add(reader.path(), default_not_simulated(server));
  }
  default_notes.report(root, diagnostics);
}

}  // namespace experiments
