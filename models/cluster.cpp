#include "models/cluster.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

namespace models {
namespace {

// The device of a host that names none.
const std::string kOwnDevice = "disk";

template <class T>
T& find_by_name(const std::vector<std::unique_ptr<T>>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each->name() == name; });
  if (found == all.end()) throw std::invalid_argument("nothing is named " + name);
  return **found;
}

// innodb_flush_log_at_timeout: what no commit flushes is flushed in the background.
sim::Process flush_in_background(Server& server) {
  while (true) {
    co_await server.simulation().delay(server.variables().innodb_flush_log_at_timeout);
    co_await server.redo_log().flush_up_to(server.redo_log().end());
  }
}

// Whether some replica's parallel applier depends on which rows transactions change: by the writesets of its source, or because it
// finds out about conflicts by itself.
bool wants_row_names(const Scenario& scenario) {
  return std::any_of(scenario.servers.begin(), scenario.servers.end(), [&](const auto& each) {
    const ServerSpec& spec = each.second;
    const ServerSpec* const source = scenario.find_server(spec.replicates_from);
    if (source == nullptr || !spec.applies) return false;
    const bool has_writesets = source->variables.binlog_transaction_dependency_tracking != DependencyTracking::commit_order;
    return spec.variables.slave_parallel_threads > 0 || (spec.variables.replica_parallel_workers > 0 && has_writesets);
  });
}

// Looks once per report interval.
sim::Process note_lag(sim::Simulation& simulation, ReplicationChannel& channel, sim::Seconds interval) {
  while (true) {
    co_await simulation.delay(interval);
    channel.lag_monitor().note_point();
  }
}

// Stops something at each of these times, and lets it go on again.
sim::Process stop_at_times(sim::Simulation& simulation, std::vector<StopSpec> stops, std::function<void()> stop,
                           std::function<void()> go_on) {
  const sim::Instant began = simulation.now();
  for (const StopSpec& each : stops) {
    co_await simulation.delay(began + each.at - simulation.now());
    stop();
    co_await simulation.delay(each.length);
    go_on();
  }
}

}  // namespace

Cluster::Cluster(sim::Simulation& simulation, const Scenario& scenario, std::int64_t replicate, Observer* observer)
    : simulation_(simulation),
      scenario_(scenario),
      observer_(observer),
      streams_(scenario.run.seed, static_cast<std::uint64_t>(replicate)) {
  build_hosts();
  build_network();
  build_servers();
  build_clients();
  if (observer_ == nullptr) return;
  for (const auto& server : servers_) observer_->built(*server);
  for (const auto& channel : channels_) observer_->joined(channel->source(), channel->replica(), channel->semi_sync_number());
}

void Cluster::build_hosts() {
  for (const auto& [name, spec] : scenario_.hosts) {
    hosts_.push_back(std::make_unique<Host>(simulation_, name, static_cast<int>(spec.cores), spec.broadcast_requeues));
    if (spec.foreign_load.cores > 0) foreign_loads_.emplace_back(simulation_, name, hosts_.back()->cpu(), spec.foreign_load, streams_);
    for (const auto& [device_name, device] : spec.devices) {
      const auto service = device.serial ? sim::Device::Service::serial : sim::Device::Service::parallel;
      sim::Device& added = hosts_.back()->add_device(simulation_, device_name, service);
      if (device.drift <= 0) continue;
      sim::RandomStream stream = streams_.stream(name + "/" + device_name + "/drift");
      added.set_condition(sim::Distribution::lognormal_mean_cv(1, device.drift).sample(stream));
    }
  }
}

// Joins the pairs of hosts that a source and a replica make.
void Cluster::build_network() {
  std::set<std::pair<std::string, std::string>> joined;
  for (const auto& [name, spec] : scenario_.servers) {
    if (spec.replicates_from.empty()) continue;
    const std::string& source_name = spec.replicates_from;
    const auto source = std::find_if(scenario_.servers.begin(), scenario_.servers.end(),
                                     [&](const auto& each) { return each.first == source_name; });
    const auto pair = std::minmax(source->second.host, spec.host);
    if (!joined.insert({pair.first, pair.second}).second) continue;
    const LinkSpec& link = scenario_.link_between(pair.first, pair.second);
    simulation_.network().connect(host(pair.first).network(), host(pair.second).network(), link.rtt / 2, link.bandwidth,
                                  link.tcp_window);
  }
}

void Cluster::build_servers() {
  const bool names_rows = wants_row_names(scenario_);
  for (const auto& [name, spec] : scenario_.servers) {
    Host& machine = host(spec.host);
    const ServerFiles files{device(machine, spec.redo_log_device), device(machine, spec.binary_log_device),
                            device(machine, spec.relay_log_device)};
    servers_.push_back(std::make_unique<Server>(simulation_, name, spec.version, machine, files, spec.variables,
                                                spec.costs, streams_, observer_));
    if (names_rows) servers_.back()->name_rows();
    if (spec.replicates_from.empty()) continue;
    Server& source = server(spec.replicates_from);
    const LinkSpec& link = scenario_.link_between(source.host().name(), spec.host);
    channels_.push_back(std::make_unique<ReplicationChannel>(source, *servers_.back(), spec, link));
  }
}

void Cluster::build_clients() {
  for (const NamedServer* each : scenario_.servers_with_clients()) {
    const LoadSpec& load = *each->second.load;
    const sim::Seconds batch = scenario_.run.duration / static_cast<double>(ClientMetrics::kBatches);
    client_metrics_.push_back(std::make_unique<ClientMetrics>(batch, scenario_.run.report_interval));
    Host* client_host = load.client_host.empty() ? nullptr : &host(load.client_host);
    clients_.push_back(std::make_unique<Clients>(server(each->first), load.profile, static_cast<int>(load.threads), load.rate, client_host,
                                                 load.hot_rows, *client_metrics_.back()));
  }
}

Host& Cluster::host(const std::string& name) { return find_by_name(hosts_, name); }

Server& Cluster::server(const std::string& name) { return find_by_name(servers_, name); }

sim::Device& Cluster::device(Host& host, const std::string& name) {
  const std::string& wanted = name.empty() ? kOwnDevice : name;
  for (const auto& [existing, device] : host.devices()) {
    if (existing == wanted) return *device;
  }
  return host.add_device(simulation_, wanted, sim::Device::Service::parallel);
}

void Cluster::start() {
  for (const auto& server : servers_) server->redo_log().start();
  for (const auto& server : servers_) server->binary_log().start();
  for (const auto& server : servers_) server->thread_pool().start();
  for (const auto& server : servers_) simulation_.spawn(server->name() + ": background flush", flush_in_background(*server));
  for (const auto& channel : channels_) channel->start();
  for (const auto& clients : clients_) clients->start();
}

void Cluster::schedule_stops() {
  for (const auto& [name, spec] : scenario_.servers) {
    if (spec.stops.empty()) continue;
    sim::Gate& running = server(name).running();
    simulation_.spawn(name + ": stops",
                      stop_at_times(simulation_, spec.stops, [&running] { running.close(); }, [&running] { running.open(); }));
  }
  for (const auto& channel : channels_) {
    const LinkSpec& link = scenario_.link_between(channel->source().host().name(), channel->replica().host().name());
    if (link.stops.empty()) continue;
    ReplicationChannel& way = *channel;
    simulation_.spawn("link to " + way.replica().name() + ": stops",
                      stop_at_times(simulation_, link.stops, [&way] { way.interrupt(); }, [&way] { way.restore(); }));
  }
}

void Cluster::watch_lag() {
  for (const auto& channel : channels_) {
    if (!channel->applies()) continue;
    simulation_.spawn(channel->replica().name() + ": lag", note_lag(simulation_, *channel, scenario_.run.report_interval));
  }
}

void Cluster::reset_metrics() {
  measured_from_ = simulation_.now();
  if (observer_ != nullptr) observer_->measurement_began(measured_from_);
  schedule_stops();
  watch_lag();
  behind_at_start_.clear();
  for (const auto& server : servers_) server->reset_metrics();
  for (const auto& metrics : client_metrics_) metrics->reset(simulation_.now());
  for (const auto& channel : channels_) {
    channel->reset_metrics();
    behind_at_start_.push_back(channel->behind());
  }
  for (const auto& host : hosts_) {
    host->cpu().reset_usage();
    for (const auto& [name, device] : host->devices()) device->reset_usage();
  }
}

RunRecord Cluster::record() {
  RunRecord record;
  record.seed = scenario_.run.seed;
  record.warm_up = measured_from_.time_since_epoch().count();
  record.measured = (simulation_.now() - measured_from_).count();
  for (const auto& clients : clients_) record.loads.push_back(load_record(*clients));
  for (const auto& server : servers_) record.servers.push_back(server_record(*server));
  for (const auto& host : hosts_) record.hosts.push_back(host_record(*host));
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    ReplicationChannel& channel = *channels_[i];
    record.replicas.push_back({channel.replica().name(), channel.source().name(), channel.is_semi_sync(), channel.applies(),
                               channel.progress().lag(), channel.lag_monitor().transfer().count(), channel.progress().applied(),
                               channel.received_bytes().count, behind_at_start_[i],
                               channel.behind(), channel.dump_thread_cpu().count(), channel.receiver_cpu().count(),
                               channel.source_delay().count(), channel.last_acks(), channel.appliers(),
                               channel.progress().busy().count(), channel.lag_monitor().points()});
  }
  record.stalls = stalls();
  return record;
}

LoadRecord Cluster::load_record(Clients& clients) const {
  ClientMetrics& metrics = clients.metrics();
  metrics.close(clients.state(), simulation_.now());
  const WorkloadProfile& workload = clients.workload();
  LoadRecord load;
  load.server = clients.server().name();
  load.workload = workload.name;
  load.threads = clients.threads();
  load.offered_rate = clients.rate() ? clients.rate()->value : 0;
  load.reads_per_transaction = workload.statements(StatementClass::read);
  load.writes_per_transaction = workload.statements(StatementClass::write);
  load.others_per_transaction = workload.statements(StatementClass::other);
  load.transactions = metrics.transactions();
  load.queued_at_end = static_cast<std::int64_t>(clients.queued());
  for (const sim::Seconds part : metrics.parts()) load.parts.push_back(part.count());
  load.batch_rates = metrics.responses().rates();
  load.batch_means = metrics.responses().means();
  load.batches = metrics.responses().histograms();
  for (const ThreadShare& thread : metrics.threads()) {
    load.thread_transactions.push_back(thread.transactions);
    load.thread_responses.push_back(thread.response);
  }
  load.interval = metrics.intervals().width().count();
  load.intervals = metrics.intervals().complete();
  return load;
}

ServerRecord Cluster::server_record(Server& server) const {
  const SemiSyncStatus status = server.semi_sync().status();
  ServerRecord record;
  record.name = server.name();
  record.version = server.version();
  record.host = server.host().name();
  record.commits = server.commits();
  record.redo_fsyncs = server.redo_log().fsyncs();
  record.binlog_fsyncs = server.binary_log().fsyncs();
  for (const auto& channel : channels_) {
    if (&channel->replica() == &server) record.relay_log_fsyncs += channel->relay_log_fsyncs();
  }
  record.groups_by_size = server.groups_by_size();
  record.follower_wake_ups = server.follower_wake_ups();
  record.useful_wake_ups = server.useful_wake_ups();
  for (const StageUsage& stage : server.stage_usage()) record.stages.push_back({stage.stage, stage.busy.count(), true});
  record.semi_sync = {server.semi_sync().is_enabled(), status.is_on, status.clients, status.yes_tx, status.no_tx,
                      status.no_times, status.tx_waits, status.net_waits, status.wait_pos_backtraverse, status.timeouts,
                      status.wait_sessions, status.request_ack, status.get_ack, status.tx_wait_time.count(),
                      status.net_wait_time.count(), status.off_time.count()};
  return record;
}

HostRecord Cluster::host_record(Host& host) const {
  HostRecord record{host.name(), host.cpu().cores(), host.cpu().used().count(), {}};
  for (const auto& [name, device] : host.devices()) {
    record.devices.push_back({name, device->busy().count(), device->service() == sim::Device::Service::serial});
  }
  return record;
}

// Who has been at one transaction for more than half of the measurement, and what it waits for. A follower is on no wait
// list, nor is who uses CPU or a device.
std::vector<StallRecord> Cluster::stalls() const {
  std::vector<StallRecord> stalls;
  // Nobody is stuck who has been at it for less than a second.
  const sim::Instant half = std::min(measured_from_ + (simulation_.now() - measured_from_) / 2, simulation_.now() - sim::Seconds{1});
  for (const auto& clients : clients_) {
    const auto waiting = simulation_.waiting(clients->server().name() + ": client");
    for (const auto& [name, since] : clients->under_way_since_before(half)) {
      StallRecord stall{name, "the leader of its commit group, CPU or a device", since.time_since_epoch().count()};
      for (const sim::Waiting& each : waiting) {
        if (each.process == name) stall = {name, each.waits_for, each.since.time_since_epoch().count()};
      }
      stalls.push_back(stall);
    }
  }
  return stalls;
}

}  // namespace models
