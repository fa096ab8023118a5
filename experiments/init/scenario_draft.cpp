#include "experiments/init/scenario_draft.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "experiments/scenario/scenario_variable.hpp"
#include "experiments/scenario/data_files.hpp"
#include "experiments/scenario/measured_device.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {
namespace {

constexpr std::size_t kMostMeasured = 50;
constexpr std::size_t kMostServers = 100;
const std::string kUsualRelease = "mysql-8.0";

using Variables = std::vector<std::pair<std::string, Said>>;

std::string text_of(const sim::Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "ON" : "OFF";
  return value.is_number() ? value.dump() : "";
}

std::string text_at(const sim::Json& object, const char* name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found == object.end() ? "" : text_of(*found);
}

// Where the value stands, or else the object as a whole.
std::string place_of(const sim::Json& object, const char* name, const sim::Json& file) {
  if (object.contains("places")) {
    if (const std::string place = text_at(object["places"], name); !place.empty()) return place;
  }
  const std::string place = text_at(object, "place");
  return place.empty() ? text_at(file, "file") : place;
}

bool is_shipped_workload(const std::string& name) {
  const auto known = shipped_names("workloads");
  return std::find(known.begin(), known.end(), name) != known.end();
}

Variables variables_of(const sim::Json& file) {
  Variables variables;
  const auto all = file.find("variables");
  if (all == file.end() || !all->is_object()) return variables;
  for (const auto& [name, entry] : all->items()) {
    const bool has_place = entry.is_object() && entry.contains("value");
    const std::string value = text_of(has_place ? entry["value"] : entry);
    const std::string place = has_place ? text_at(entry, "place") : text_at(file, "file");
    if (!value.empty()) variables.emplace_back(name, Said{value, place});
  }
  return variables;
}

const Said* find_variable_in(const Variables& variables, std::string_view name) {
  const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.first == name; });
  return found == variables.end() ? nullptr : &found->second;
}

bool is_on(const Variables& variables, const std::set<std::string>& names) {
  return std::any_of(variables.begin(), variables.end(), [&](const auto& each) {
    return names.count(each.first) > 0 && (each.second.value == "1" || each.second.value == "ON" || each.second.value == "on");
  });
}

const std::set<std::string> kSourceSwitch{"rpl_semi_sync_master_enabled", "rpl_semi_sync_source_enabled"};
const std::set<std::string> kReplicaSwitch{"rpl_semi_sync_slave_enabled", "rpl_semi_sync_replica_enabled"};

// Where an option file has groups of one release only, such as [mysqld-5.7]: what that release reads. Null otherwise.
sim::Json own_release(const sim::Json& file) {
  const auto releases = file.find("servers");
  if (releases == file.end() || !releases->is_object() || releases->size() != 1 || !simulated_release(releases->begin().key())) return {};
  sim::Json own = releases->begin().value();
  own["server"] = releases->begin().key();
  own["file"] = file["file"];
  return own;
}

class Drafting {
 public:
  Drafting(const std::vector<sim::Json>& imported, std::string server) : imported_(imported), server_(std::move(server)) {}

  ScenarioDraft draft() {
    set_defaults();
    for (const sim::Json& file : imported_) {
      draft_.files.push_back(text_at(file, "file"));
      const std::string kind = text_at(file, "kind");
      if (kind == "sysbench") take_sysbench(file);
      else if (kind == "option_file" || kind == "variables") settings_.push_back(&file);
      else if (kind == "fsync") take_device(file);
      else if (kind == "topology") take_topology(file);
      else draft_.notes.push_back(fmt::format("{} ({}) says nothing that a scenario needs.", text_at(file, "file"), kind));
    }
    if (draft_.servers.empty()) make_usual_servers();
    for (DraftServer& each : draft_.servers) settle(each);
    return std::move(draft_);
  }

 private:
  void set_defaults() {
    draft_.workload = {"oltp_read_write", "default: no run of sysbench says another one"};
    draft_.threads = {"8", "default: no run of sysbench says how many"};
    draft_.tables = {"1", "default: that of sysbench; no command line says another"};
    draft_.table_size = {"10000", "default: that of sysbench; no command line says another"};
    draft_.duration = {"60s", "default: of simulated time"};
  }

  // The first run that has not failed says what the clients do; all of them what was reached.
  void take_sysbench(const sim::Json& file) {
    for (const sim::Json& run : file["runs"]) {
      const bool has_failed = text_at(run, "failed") == "yes" || text_at(run, "started") == "no";
      if (has_failed) draft_.notes.push_back(fmt::format("{}: a run that failed was left out.", text_at(run, "place")));
      if (has_failed) continue;
      add_measured(run);
      if (!std::exchange(has_workload_, true)) take_workload(run, file);
    }
  }

  void add_measured(const sim::Json& run) {
    if (draft_.measured.size() >= kMostMeasured) return;
    const bool has_summary = run.contains("tps");
    std::string text = fmt::format("{}: {} threads", text_at(run, "place"), text_at(run, "threads"));
    const std::string tps = text_at(run, has_summary ? "tps" : "intervals_tps_mean");
    if (!tps.empty()) text += fmt::format(", {:.2f} tps{}", std::stod(tps), has_summary ? "" : " as the mean of its intervals");
    for (const char* name : {"lat_avg_ms", "lat_p95_ms", "lat_p99_ms"}) {
      if (const std::string value = text_at(run, name); !value.empty()) text += fmt::format(", {} {}", name, value);
    }
    draft_.measured.push_back(text);
  }

  void take_workload(const sim::Json& run, const sim::Json& file) {
    const std::string said = text_at(run, "workload");
    const std::string likely = text_at(run, "likely_workload");
    const std::string place = place_of(run, "workload", file);
    if (is_shipped_workload(said) && (said != "oltp" || likely.empty() || likely == "oltp_read_write")) draft_.workload = {said, place};
    else if (is_shipped_workload(likely)) draft_.workload = {likely, place + ": by its queries per transaction"};
    else if (!said.empty()) draft_.workload.origin = fmt::format("default: {} is not simulated ({})", sim::quote(said), place);
    if (const std::string threads = text_at(run, "threads"); !threads.empty()) draft_.threads = {threads, place_of(run, "threads", file)};
    const std::string rate = text_at(run, "target_rate");
    if (!rate.empty()) draft_.rate = {rate + "/s", place_of(run, "target_rate", file)};
    if (!run.contains("command")) return;
    const auto take = [&](const char* name, Said& target) {
      const std::string value = text_at(run["command"], name);
      const bool is_number = !value.empty() && value.size() < 10 && value.find_first_not_of("0123456789") == std::string::npos;
      if (is_number && value != "0") target = {value, place_of(run, name, file) + ": its command line"};
    };
    take("tables", draft_.tables);
    take("table_size", draft_.table_size);
  }

  void take_device(const sim::Json& file) {
    sim::Diagnostics of_device;
    const bool has_times = measured_device(file, {}, of_device).has_value();
    if (!has_times) draft_.notes.push_back(fmt::format("{} holds no sync times and was left out.", text_at(file, "file")));
    else if (!draft_.device.value.empty()) draft_.notes.push_back(fmt::format("{}: a second device was left out.", text_at(file, "file")));
    else draft_.device = {text_at(file, "file"), text_at(file, "file")};
  }

  void take_topology(const sim::Json& file) {
    const auto servers = file.find("servers");
    if (servers == file.end() || !servers->is_array() || !draft_.servers.empty()) return;
    std::map<std::string, std::string> names;
    for (const sim::Json& each : *servers) {
      const std::string said = text_at(each, "name");
      if (said.empty() || names.count(said) > 0 || draft_.servers.size() >= kMostServers) continue;
      DraftServer& server = draft_.servers.emplace_back();
      server.name = server.host = names[said] = plain_name(said);
      server.replicates_from = text_at(each, "replicates_from");
      if (const auto release = simulated_release(text_at(each, "version"))) server.version = {*release, place_of(each, "version", file)};
      take_server(each, place_of(each, "name", file), server);
    }
    give_sources(text_at(file, "topology"), text_at(file, "primary"), names);
  }

  static void take_server(const sim::Json& said, const std::string& place, DraftServer& server) {
    server.variables = variables_of(said);
    for (const auto& [key, variable] : {std::pair{"semi_sync_source", "rpl_semi_sync_source_enabled"},
                                        {"semi_sync_replica", "rpl_semi_sync_replica_enabled"},
                                        {"wait_for_replica_count", "rpl_semi_sync_source_wait_for_replica_count"},
                                        {"semi_sync_timeout_ms", "rpl_semi_sync_source_timeout"}}) {
      const std::string value = text_at(said, key);
      if (!value.empty() && value != "OFF" && value != "0") server.variables.emplace_back(variable, Said{value, place});
    }
    const std::string delay = text_at(said, "delay_s");
    if (!delay.empty() && delay != "0") server.source_delay = {delay + "s", place};
    const std::string cores = text_at(said, "cpu");
    if (!cores.empty() && cores != "0" && cores.find('.') == std::string::npos) server.cores = {cores, place};
  }

  // Members of a group without sources of their own stand as replicas of the primary.
  void give_sources(const std::string& kind, const std::string& primary, const std::map<std::string, std::string>& names) {
    if (draft_.servers.empty()) return;
    if (!kind.empty() && kind != "replication") {
      const auto known = names.find(primary);
      const std::string first = known == names.end() ? draft_.servers.front().name : known->second;
      draft_.notes.push_back(fmt::format("{} is not simulated: its members stand here as async replicas of {}.", kind, first));
      for (DraftServer& each : draft_.servers) {
        if (each.name != first && each.replicates_from.empty()) each.replicates_from = names.empty() ? "" : said_name(first, names);
      }
    }
    for (DraftServer& each : draft_.servers) {
      if (each.replicates_from.empty()) continue;
      const auto known = names.find(each.replicates_from);
      if (known == names.end())
        draft_.notes.push_back(fmt::format("{}: its source {} is not in the topology.", each.name, each.replicates_from));
      each.replicates_from = known == names.end() ? "" : known->second;
    }
    for (DraftServer& each : draft_.servers) {
      if (!is_in_a_circle(each.name)) continue;
      draft_.notes.push_back(fmt::format("{} replicates in a circle, which is not simulated: it stands here as a source.", each.name));
      each.replicates_from = "";
    }
  }

  bool is_in_a_circle(const std::string& name) const {
    std::string at = name;
    for (std::size_t steps = 0; steps <= draft_.servers.size(); ++steps) {
      const auto server = std::find_if(draft_.servers.begin(), draft_.servers.end(), [&](const auto& each) { return each.name == at; });
      if (server == draft_.servers.end() || server->replicates_from.empty()) return false;
      at = server->replicates_from;
      if (at == name) return true;
    }
    return false;
  }

  static std::string said_name(const std::string& plain, const std::map<std::string, std::string>& names) {
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& each) { return each.second == plain; });
    return found == names.end() ? "" : found->first;
  }

  // "db1.example.net:3306" as a key: letters, digits, "_"; one name once.
  std::string plain_name(const std::string& text) const {
    std::string name;
    for (const char c : text.substr(0, 40)) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) name = "server_" + name;
    std::string unique = name;
    const auto is_taken = [&](const std::string& each) {
      return std::any_of(draft_.servers.begin(), draft_.servers.end(), [&](const auto& server) { return server.name == each; });
    };
    for (int i = 2; is_taken(unique); ++i) unique = fmt::format("{}_{}", name, i);
    return unique;
  }

  void make_usual_servers() {
    DraftServer source;
    source.name = "source";
    source.host = "db1";
    draft_.servers.push_back(source);
    bool is_replicated = settings_.size() > 1;
    for (const sim::Json* each : settings_) {
      const Variables variables = variables_of(*each);
      is_replicated = is_replicated || is_on(variables, kSourceSwitch) || is_on(variables, kReplicaSwitch) ||
                      find_variable_in(variables, "log_bin") != nullptr || find_variable_in(variables, "server_id") != nullptr;
    }
    if (!is_replicated) return;
    DraftServer replica;
    replica.name = "replica1";
    replica.host = "db2";
    replica.replicates_from = "source";
    replica.notes.push_back("default: one replica; no file says how many there are");
    draft_.servers.push_back(replica);
  }

  // The server's version and variables by the settings that are its own: the first file's, or for replicas the second one's.
  void settle(DraftServer& server) {
    const bool is_source = server.replicates_from.empty();
    const sim::Json* file = settings_.empty() ? nullptr : settings_[is_source ? 0 : std::min<std::size_t>(1, settings_.size() - 1)];
    const sim::Json own = file == nullptr || !server_.empty() ? sim::Json() : own_release(*file);
    const Variables given = own.is_object() ? variables_of(own) : file == nullptr ? Variables{} : variables_of(*file);
    if (server.version.value.empty() && own.is_object()) server.version = {own["server"], text_at(own, "file") + ": it has a group for it"};
    if (server.version.value.empty()) server.version = version_by(file, given);
    Variables wanted = given;
    for (const auto& each : server.variables) {
      if (find_variable_in(wanted, each.first) == nullptr) wanted.push_back(each);
    }
    server.variables.clear();
    if (!is_source && is_on(given, kSourceSwitch) && !is_on(given, kReplicaSwitch) && settings_.size() == 1)
      wanted.emplace_back("rpl_semi_sync_replica_enabled", Said{"ON", "default: the source is semi-sync, and needs a replica that is"});
    std::size_t others = 0;
    for (const auto& [name, said] : wanted) {
      const bool is_of_source = kSourceSwitch.count(name) > 0 && !is_source;
      const bool is_of_replica = kReplicaSwitch.count(name) > 0 && is_source;
      if (is_of_source || is_of_replica) continue;
      add_variable(server, name, said, others);
    }
    if (others > 0) server.notes.push_back(fmt::format("{} more variables touch neither commit nor replication", others));
  }

  static void add_variable(DraftServer& server, const std::string& name, const Said& said, std::size_t& others) {
    const auto variable = scenario_variable(name, said.value, server.version.value);
    if (!variable) {
      ++others;
    } else if (!variable->fault.empty()) {
      server.notes.push_back(fmt::format("left out, {}: {} = {}: {}", said.origin, name, sim::quote(said.value), variable->fault));
    } else if (find_variable_in(server.variables, variable->name) == nullptr) {
      server.variables.emplace_back(variable->name, Said{variable->value, said.origin});
    }
  }

  Said version_by(const sim::Json* file, const Variables& given) const {
    if (!server_.empty()) return {server_, "--server"};
    if (const Said* version = find_variable_in(given, "version")) {
      if (const auto release = simulated_release(version->value)) return {*release, version->origin};
    }
    for (const char* key : {"server", "version"}) {
      const std::string said = file == nullptr ? "" : text_at(*file, key);
      if (const auto release = simulated_release(said)) return {*release, text_at(*file, "file")};
    }
    const bool is_mariadb = file != nullptr && text_at(*file, "brand") == "MariaDB";
    return {is_mariadb ? "mariadb-10.11" : kUsualRelease, "default: no file says the version; --server does"};
  }

  const std::vector<sim::Json>& imported_;
  std::string server_;
  ScenarioDraft draft_;
  std::vector<const sim::Json*> settings_;
  bool has_workload_ = false;
};

}  // namespace

ScenarioDraft draft_scenario(const std::vector<sim::Json>& imported, const std::string& server) {
  return Drafting(imported, server).draft();
}

}  // namespace experiments
