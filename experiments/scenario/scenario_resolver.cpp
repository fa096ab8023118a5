#include "experiments/scenario/scenario_resolver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/scenario/calibrated_range.hpp"
#include "experiments/scenario/measured_device.hpp"
#include "experiments/scenario/profiles.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/storage/device_costs.hpp"
#include "models/version/variable_catalogue.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

template <class V>
std::vector<std::string> names_of(const sim::Named<V>& all) {
  std::vector<std::string> names;
  for (const auto& [name, value] : all) names.push_back(name);
  return names;
}

template <class V>
const V* find_named(const sim::Named<V>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.first == name; });
  return found == all.end() ? nullptr : &found->second;
}

std::string unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  return "unknown " + what + " " + sim::quote(name) + sim::known_words(name, known);
}

// The machine of a server that names none.
const std::string& host_name(const std::string& server, const ServerDocument& document) {
  return document.host.empty() ? server : document.host;
}

const std::string kOwnDevice = "disk";
const std::string kMostAdvanced = "most_advanced";

// The shipped workloads count the binary log of MySQL 5.7, where a GTID event (anonymous or not; 65 bytes) and BEGIN (75 bytes) open a
// transaction. Before 5.7.6 there is BEGIN alone, in MariaDB a GTID event of 42 bytes is BEGIN: one event less. Before 5.6 events have
// no checksum. The bytes agree with those counted on replication links per single update, event headers of the network included:
// 668 in 5.7.18, 598 in 5.6.29, 580 in 5.5.62, 566 in MariaDB 10.11, whose replica does not get the Annotate_rows event.
// MariaDB 10.11 was measured to have 4 relay log fsyncs per single update with sync_relay_log=1.
void count_events_as(const std::string& version, const WorkloadDocument& workload, std::optional<models::LoadSpec>& load) {
  constexpr sim::Bytes kGtid{65};
  constexpr sim::Bytes kBegin{75};
  constexpr sim::Bytes kMariadbGtid{42};
  constexpr sim::Bytes kChecksum{4};
  const auto release = models::parse_release(version);
  if (!load || !release || workload.sysbench.empty() || load->profile.transaction_binlog_events == 0) return;
  models::WorkloadProfile& profile = load->profile;
  const bool is_mariadb = release->is("mariadb");
  if (!is_mariadb && release->at_least(5, 7, 6)) return;
  --profile.transaction_binlog_events;
  profile.transaction_binlog -= is_mariadb ? kGtid + kBegin - kMariadbGtid : kGtid;
  if (!is_mariadb && release->before(5, 6)) profile.transaction_binlog -= kChecksum * profile.changes().binlog_events;
}

// What the server's version calls it.
std::string name_of_log_replica_updates(const ServerDocument& document) {
  const std::string newest = "log_replica_updates";
  const auto& release = document.variables.release;
  return release ? models::names_in(*models::find_variable(newest), *release).front() : newest;
}

}  // namespace

models::Scenario ScenarioResolver::resolve() {
  scenario_.file = file_;
  scenario_.run = run_spec();
  resolve_hosts();
  resolve_network();
  resolve_servers();
  order_servers();
  check_promote();
  return scenario_;
}

models::RunSpec ScenarioResolver::run_spec() {
  const RunDocument& run = document_.run;
  constexpr double kMostIntervals = 1e6;
  if (run.duration / run.report_interval > kMostIntervals) {
    error("run.report_interval", "the duration has more than a million such intervals; make it longer");
  }
  models::RunSpec spec;
  spec.duration = run.duration;
  spec.warm_up = run.warm_up;
  spec.seed = static_cast<std::uint64_t>(run.seed);
  spec.replicates = run.replicates;
  if (run.precision) spec.precision = run.precision->value;
  spec.report_interval = run.report_interval;
  spec.crash_moments = run.crash_moments;
  if (run.promote != kMostAdvanced) spec.promote = run.promote;
  return spec;
}

void ScenarioResolver::resolve_hosts() {
  for (const auto& [name, host] : document_.hosts) {
    models::HostSpec spec{host.cores, {}, host.broadcast_requeues, {}, host.site};
    spec.foreign_load = {host.foreign_load, host.foreign_burst, host.foreign_time_slice, host.foreign_waiting_share.value};
    for (const auto& [device, document] : host.devices) {
      spec.devices.emplace_back(device, models::DeviceSpec{document.serial, document.drift.value});
    }
    scenario_.hosts.emplace_back(name, spec);
  }
  for (const auto& [name, server] : document_.servers) {
    if (!server.host.empty()) {
      if (find_host(server.host) == nullptr) error("servers." + name + ".host", unknown("host", server.host, names_of(document_.hosts)));
    } else if (find_host(name) == nullptr) {
      scenario_.hosts.emplace_back(name, models::HostSpec{HostDocument{}.cores, {}});
    }
  }
}

void ScenarioResolver::resolve_network() {
  const PathDocument& usual = document_.network.default_path;
  scenario_.default_link = {"",  "", usual.rtt, usual.bandwidth, usual.jitter.distribution(), usual.tcp_window, usual.loss.value,
                            {}};
  scenario_.network = document_.network.model;
  for (std::size_t i = 0; i < document_.network.links.size(); ++i) {
    const LinkDocument& link = document_.network.links[i];
    if (link.between.size() == 2) resolve_link(link, fmt::format("network.links[{}]", i));
  }
  // A link of two hosts goes before one of their sites.
  std::stable_sort(scenario_.links.begin(), scenario_.links.end(),
                   [&](const models::LinkSpec& a, const models::LinkSpec& b) { return is_of_sites(a) < is_of_sites(b); });
  expand_sites();
}

// Whether it joins sites rather than hosts.
bool ScenarioResolver::is_of_sites(const models::LinkSpec& link) const {
  return scenario_.find_host(link.a) == nullptr || scenario_.find_host(link.b) == nullptr;
}

void ScenarioResolver::resolve_link(const LinkDocument& link, const std::string& path) {
  const PathDocument& usual = document_.network.default_path;
  std::vector<std::string> known = names_of(scenario_.hosts);
  for (const auto& [name, host] : document_.hosts) {
    if (!host.site.empty() && std::find(known.begin(), known.end(), host.site) == known.end()) known.push_back(host.site);
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (std::find(known.begin(), known.end(), link.between[end]) != known.end()) continue;
    error(fmt::format("{}.between[{}]", path, end), unknown("host", link.between[end], known));
  }
  if (link.between[0] == link.between[1]) error(path, "a link is between two hosts, and these are one");
  const auto same_pair = [&](const models::LinkSpec& other) {
    return std::minmax(other.a, other.b) == std::minmax(link.between[0], link.between[1]);
  };
  if (std::any_of(scenario_.links.begin(), scenario_.links.end(), same_pair)) {
    error(path, fmt::format("a second link between {} and {}", sim::quote(link.between[0]), sim::quote(link.between[1])));
  }
  const sim::BytesPerSecond bandwidth = link.bandwidth.value_or(usual.bandwidth);
  if (link.other_traffic >= bandwidth) error(path, "other_traffic leaves nothing of the bandwidth");
  scenario_.links.push_back({link.between[0], link.between[1], link.rtt.value_or(usual.rtt),
                             {bandwidth.value - link.other_traffic.value}, link.jitter.value_or(usual.jitter).distribution(),
                             link.tcp_window.value_or(usual.tcp_window), link.loss.value_or(usual.loss).value,
                             stops(link.stops, path + ".stops")});
}

// What is between two sites is between each two hosts of them. The links of hosts stand first and are found first.
void ScenarioResolver::expand_sites() {
  const auto site_of = [&](const std::string& host) -> std::string {
    const HostDocument* document = find_host(host);
    return document == nullptr || document->site.empty() ? host : document->site;
  };
  std::vector<models::LinkSpec> links;
  for (const models::LinkSpec& link : scenario_.links) {
    if (!is_of_sites(link)) {
      links.push_back(link);
      continue;
    }
    for (const auto& [a, first] : scenario_.hosts) {
      for (const auto& [b, second] : scenario_.hosts) {
        const bool is_end = (a == link.a || site_of(a) == link.a) && (b == link.b || site_of(b) == link.b);
        if (a == b || !is_end) continue;
        links.push_back(link);
        links.back().a = a;
        links.back().b = b;
      }
    }
  }
  scenario_.links = std::move(links);
}

void ScenarioResolver::resolve_servers() {
  for (const auto& [name, document] : document_.servers) {
    scenario_.servers.emplace_back(name, server_spec(name, document));
    check_replication(name, document);
    check_semi_sync(name, document);
    check_compression(name, document);
    resolve_load(name, document, scenario_.servers.back().second);
  }
  const auto is_source = [](const auto& server) { return server.second.replicates_from.empty(); };
  if (document_.workload && std::none_of(document_.servers.begin(), document_.servers.end(), is_source)) {
    error("workload", "no server is a source: each has replicates_from");
  }
}

models::ServerSpec ScenarioResolver::server_spec(const std::string& name, const ServerDocument& document) {
  const std::string path = "servers." + name;
  const std::string host = host_name(name, document);
  models::ServerSpec spec;
  spec.host = host;
  spec.version = document.version;
  spec.replicates_from = document.replicates_from;
  spec.applies = document.sql_thread;
  spec.source_delay = document.source_delay;
  spec.source_compression = document.source_compression;
  spec.variables = document.variables.values;
  if (!document.replicates_from.empty() && !spec.variables.log_replica_updates) spec.variables.log_bin = false;
  spec.costs = costs_of(document, host);
  spec.redo_log_device = document.files.redo_log;
  spec.binary_log_device = document.files.binary_log;
  spec.relay_log_device = document.files.relay_log;
  spec.stops = stops(document.stops, path + ".stops");
  if (document.replicates_from.empty() && !spec.stops.empty()) error(path + ".stops", "only a replica can be stopped");
  check_devices(name, document, host);
  if (!document.version.empty() && models::find_commit_pipeline(document.version) == nullptr) {
    std::vector<std::string> known;
    for (const auto& each : models::commit_pipelines()) known.push_back(each.version);
    error(path + ".version", unknown("version", document.version, known));
  }
  return spec;
}

std::vector<models::StopSpec> ScenarioResolver::stops(const std::vector<StopDocument>& documents, const std::string& path) {
  std::vector<models::StopSpec> all;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const StopDocument& stop = documents[i];
    const std::string here = sim::item_path(path, i);
    if (!all.empty() && stop.at < all.back().at + all.back().length) error(here, "begins before the one above it has ended");
    if (stop.at >= document_.run.duration) warn(here, "begins after the end of the run");
    all.push_back({stop.at, stop.length});
  }
  return all;
}

models::CostProfile ScenarioResolver::costs_of(const ServerDocument& document, const std::string& host) {
  const HostDocument* machine = find_host(host);
  const bool own_profile = machine != nullptr && !machine->profile.empty();
  const std::string& name = own_profile ? machine->profile : document_.profile;
  const std::string path = own_profile ? "hosts." + host + ".profile" : "profile";
  auto known = profiles_.find(name);
  if (known == profiles_.end()) {
    auto profile = read_cost_profile(name, file_, root_.location_of(path), diagnostics_);
    if (!profile) return {};
    known = profiles_.emplace(name, std::move(*profile)).first;
  }
  models::CostProfile costs = known->second;
  if (machine != nullptr) put_device_kinds_over(costs, document, host, *machine);
  costs = with_changes(std::move(costs), document_.costs.node, diagnostics_);
  if (machine != nullptr) costs = with_changes(std::move(costs), machine->costs.node, diagnostics_);
  return with_changes(std::move(costs), document.costs.node, diagnostics_);
}

// Nothing where the device takes what the profile says, and after reporting what is wrong.
std::optional<models::DeviceCosts> ScenarioResolver::costs_of_device(const DeviceDocument& device, const std::string& path) {
  if (!device.kind.empty() && !device.fio.empty()) error(path, "a device is of a kind, or measured by fio, not both");
  if (!device.fio.empty()) return read_measured_device(device.fio, file_, root_.location_of(path + ".fio"), diagnostics_);
  if (device.kind.empty()) return std::nullopt;
  return read_device_kind(device.kind, file_, root_.location_of(path + ".kind"), diagnostics_);
}

// A server's files take what their devices take.
void ScenarioResolver::put_device_kinds_over(models::CostProfile& costs, const ServerDocument& server, const std::string& host,
                                             const HostDocument& machine) {
  for (const auto& [name, device] : machine.devices) {
    const auto kind = costs_of_device(device, "hosts." + host + ".devices." + name);
    const auto is_here = [&, &here = name](const std::string& file) { return (file.empty() ? kOwnDevice : file) == here; };
    if (!kind) continue;
    models::put_over(costs, *kind, {is_here(server.files.redo_log), is_here(server.files.binary_log), is_here(server.files.relay_log)});
  }
}

void ScenarioResolver::check_devices(const std::string& server, const ServerDocument& document, const std::string& host) {
  const HostDocument* machine = find_host(host);
  std::vector<std::string> devices{kOwnDevice};
  if (machine != nullptr) {
    for (const std::string& name : names_of(machine->devices)) devices.push_back(name);
  }
  const std::pair<const char*, const std::string&> files[]{{"redo_log", document.files.redo_log},
                                                           {"binary_log", document.files.binary_log},
                                                           {"relay_log", document.files.relay_log}};
  for (const auto& [file, device] : files) {
    if (device.empty() || std::find(devices.begin(), devices.end(), device) != devices.end()) continue;
    error(fmt::format("servers.{}.files.{}", server, file), unknown("device of host " + sim::quote(host), device, devices));
  }
}

void ScenarioResolver::check_replication(const std::string& server, const ServerDocument& document) {
  const std::string path = "servers." + server + ".replicates_from";
  if (document.replicates_from.empty()) return;
  const ServerDocument* source = find_server(document.replicates_from);
  if (source == nullptr) {
    error(path, unknown("server", document.replicates_from, names_of(document_.servers)));
    return;
  }
  if (replicates_in_a_circle(server)) {
    error(path, sim::quote(server) + " replicates from itself, in a circle");
    return;
  }
  const std::string source_path = "servers." + document.replicates_from;
  if (source->variables.is_given("log_bin") && !source->variables.values.log_bin) {
    error(source_path + ".variables.log_bin", sim::quote(server) + " replicates from this server, which needs its binary log ON");
  }
  if (!source->replicates_from.empty() && !source->variables.values.log_replica_updates) {
    error(source_path, sim::quote(server) + " replicates from this replica, which has to set " +
                           name_of_log_replica_updates(*source) + ": ON");
  }
}

// Only what has its transactions from the source itself can take over.
void ScenarioResolver::check_promote() {
  const std::string& name = document_.run.promote;
  if (name == kMostAdvanced) return;
  const ServerDocument* const server = find_server(name);
  if (server == nullptr) error("run.promote", unknown("server", name, names_of(document_.servers)));
  else if (server->replicates_from.empty()) error("run.promote", sim::quote(name) + " is no replica");
}

void ScenarioResolver::check_semi_sync(const std::string& server, const ServerDocument& document) {
  const models::ServerVariables& variables = document.variables.values;
  if (!variables.rpl_semi_sync_source_enabled) return;
  std::int64_t semi_sync_replicas = 0;
  for (const auto& [name, other] : document_.servers) {
    if (other.replicates_from == server && other.variables.values.rpl_semi_sync_replica_enabled) ++semi_sync_replicas;
  }
  if (document.variables.is_given("log_bin") && !variables.log_bin) {
    warn("servers." + server, "semi-sync waits for nothing without a binary log");
    return;
  }
  warn_of_unreadable_acks(server, document);
  if (semi_sync_replicas >= variables.rpl_semi_sync_source_wait_for_replica_count) return;
  warn("servers." + server, fmt::format("semi-sync waits for {} replicas and {} are semi-sync: the first commit waits out the timeout",
                                        variables.rpl_semi_sync_source_wait_for_replica_count, semi_sync_replicas));
}

// MySQL bug 86230: the ACK receiver of 5.7 and 8.0 did not know the compressed protocol. It came with 5.7.4; the fix is in 5.7.21 and
// 8.0.4. Source: release notes of both; ack_receiver thread of 5.7.18, which lacks what 5.7.41 has.
void ScenarioResolver::warn_of_unreadable_acks(const std::string& server, const ServerDocument& document) {
  const auto& release = document.variables.release;
  if (!release || release->is("mariadb")) return;
  const bool has_bug = (release->at_least(5, 7, 4) && release->before(5, 7, 21)) || (release->at_least(8) && release->before(8, 0, 4));
  if (!has_bug) return;
  for (const auto& [name, other] : document_.servers) {
    const models::ServerVariables& variables = other.variables.values;
    if (other.replicates_from != server || !variables.rpl_semi_sync_replica_enabled || !variables.replica_compressed_protocol) continue;
    warn("servers." + name, fmt::format("{} cannot read the compressed ACKs of this replica (MySQL bug 86230, fixed in 5.7.21 and 8.0.4): "
                                        "each commit hangs until a heartbeat or the semi-sync timeout; simulated as if fixed",
                                        document.version));
  }
}

// SOURCE_COMPRESSION_ALGORITHMS of the channel, which came with MySQL 8.0.18.
void ScenarioResolver::check_compression(const std::string& server, const ServerDocument& document) {
  const auto& release = document.variables.release;
  if (document.source_compression == models::ChannelAlgorithm::uncompressed || !release) return;
  const std::string path = "servers." + server + ".source_compression";
  if (document.replicates_from.empty()) error(path, "only a replica has a channel to compress");
  if (!release->is("mariadb") && release->at_least(8, 0, 18)) return;
  error(path, document.version + " has none, MySQL from 8.0.18 on has; set its variable replica_compressed_protocol "
                                 "(slave_compressed_protocol) to ON for zlib");
}

void ScenarioResolver::resolve_load(const std::string& server, const ServerDocument& document, models::ServerSpec& spec) {
  const bool is_source = document.replicates_from.empty();
  const std::optional<WorkloadDocument>& workload = document.workload || !is_source ? document.workload : document_.workload;
  if (!workload) return;
  const std::string path = document.workload ? "servers." + server + ".workload" : "workload";
  spec.load = load_spec(*workload, path);
  count_events_as(document.version, *workload, spec.load);
  check_statements(spec, path);
  if (!spec.load) return;
  check_connections(server, document, *spec.load, path);
  if (const auto beyond = beyond_calibration(spec)) warn(path, *beyond);
  if (!is_source && spec.load->profile.changes().any()) error(path, "a replica takes read-only work, and this workload writes");
}

// Where a client cannot connect, sysbench stops.
void ScenarioResolver::check_connections(const std::string& server, const ServerDocument& document, const models::LoadSpec& load,
                                         const std::string& path) {
  const std::int64_t most = document.variables.values.max_connections;
  if (!document.variables.release || load.threads <= most) return;
  const bool is_given = document.variables.is_given("max_connections");
  const std::string origin = is_given ? "" : ", the default of " + document.version;
  error(path + ".threads",
        fmt::format("{} clients, and max_connections of {} is {}{}: set servers.{}.variables.max_connections to {} or more",
                    load.threads, server, most, origin, server, load.threads));
}

void ScenarioResolver::check_statements(const models::ServerSpec& spec, const std::string& path) {
  if (!spec.load || spec.costs.name.empty()) return;
  check_takes_time(spec, path);
  std::vector<std::string> known = names_of(spec.costs.statements.by_kind);
  for (const models::Statement& statement : spec.load->profile.transaction) {
    if (spec.costs.statements.find(statement.kind) != nullptr) continue;
    error(path, "cost profile " + sim::quote(spec.costs.name) + " has no cost for statement " + sim::quote(statement.kind) +
                    sim::known_words(statement.kind, known));
  }
}

// Clients that get through a transaction in no time would never let the clock move.
void ScenarioResolver::check_takes_time(const models::ServerSpec& spec, const std::string& path) {
  constexpr sim::Seconds kLeast{1e-6};
  sim::Seconds shortest{0};
  for (const models::Statement& statement : spec.load->profile.transaction) {
    const models::Cost* cpu = spec.costs.statements.find(statement.kind);
    if (cpu == nullptr) return;
    shortest += (spec.costs.client_round_trip.mean() + cpu->mean()) * static_cast<double>(statement.times);
  }
  if (shortest >= kLeast) return;
  error(path, "a transaction takes less than 1us before its commit; give client_round_trip or its statements a cost");
}

std::optional<models::LoadSpec> ScenarioResolver::load_spec(const WorkloadDocument& workload, const std::string& path) {
  auto profile = workload_profile(workload, path);
  if (!profile) return std::nullopt;
  if (!workload.client_host.empty() && scenario_.find_host(workload.client_host) == nullptr) {
    error(path + ".client_host", unknown("host", workload.client_host, names_of(scenario_.hosts)));
  }
  profile->table_rows = workload.tables * workload.table_size;
  profile->schemas = workload.schemas;
  profile->domains = workload.domains;
  profile->big_transactions = {workload.big_share.value, workload.big_rows};
  return models::LoadSpec{std::move(*profile), workload.threads, workload.rate, workload.client_host,
                          {workload.hot_rows, workload.hot_share.value}};
}

std::optional<models::WorkloadProfile> ScenarioResolver::workload_profile(const WorkloadDocument& workload, const std::string& path) {
  const int given = !workload.sysbench.empty() + !workload.profile.empty() + !workload.transaction.empty();
  if (given != 1) {
    error(path, "a workload is given by one of sysbench, profile and transaction; this one has " + std::to_string(given) + " of them");
    return std::nullopt;
  }
  if (!workload.sysbench.empty()) return read_sysbench_profile(workload.sysbench, root_.location_of(path + ".sysbench"), diagnostics_);
  if (!workload.profile.empty()) return read_workload_profile(workload.profile, file_, diagnostics_);
  models::WorkloadProfile own;
  own.name = "own";
  own.transaction = workload.transaction;
  own.transaction_binlog = workload.transaction_binlog;
  own.transaction_binlog_events = workload.transaction_binlog_events;
  own.transaction_redo = workload.transaction_redo;
  return own;
}

// Sources before their replicas; otherwise as in the file.
void ScenarioResolver::order_servers() {
  const auto levels_below_source = [&](const auto& server) {
    std::size_t levels = 0;
    const ServerDocument* at = find_server(server.first);
    while (at != nullptr && !at->replicates_from.empty() && levels <= document_.servers.size()) {
      at = find_server(at->replicates_from);
      ++levels;
    }
    return levels;
  };
  std::stable_sort(scenario_.servers.begin(), scenario_.servers.end(),
                   [&](const auto& a, const auto& b) { return levels_below_source(a) < levels_below_source(b); });
}

bool ScenarioResolver::replicates_in_a_circle(const std::string& server) const {
  const ServerDocument* at = find_server(server);
  for (std::size_t steps = 0; at != nullptr && !at->replicates_from.empty(); ++steps) {
    if (at->replicates_from == server || steps > document_.servers.size()) return true;
    at = find_server(at->replicates_from);
  }
  return false;
}

const ServerDocument* ScenarioResolver::find_server(const std::string& name) const { return find_named(document_.servers, name); }
const HostDocument* ScenarioResolver::find_host(const std::string& name) const { return find_named(document_.hosts, name); }

void ScenarioResolver::error(const std::string& path, const std::string& message) {
  diagnostics_.error(root_.location_of(path), message);
}

void ScenarioResolver::warn(const std::string& path, const std::string& message) {
  diagnostics_.warning(root_.location_of(path), message);
}

}  // namespace experiments
