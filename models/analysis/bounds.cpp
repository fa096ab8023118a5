#include "models/analysis/bounds.hpp"

#include <algorithm>
#include <cmath>

#include "models/analysis/self_clocking.hpp"
#include "models/commit/one_phase_commit.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/storage/binlog_compression.hpp"

namespace models {
namespace {

using sim::Seconds;

constexpr const char* kAsymptotic = "asymptotic bound N / R";
constexpr const char* kBottleneck = "bottleneck bound 1 / D";
constexpr const char* kGroupBottleneck = "bottleneck bound N / D of a group of N";
constexpr const char* kArrivals = "flow balance";
constexpr const char* kSelfClocking = "self-clocking group commit";
constexpr const char* kTakingTurns = "two clients take turns";
constexpr const char* kTwoGroups = "two groups past the queue";

const ResponsePart& longest(const std::vector<ResponsePart>& parts) {
  return *std::max_element(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.alone < b.alone; });
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// What a transaction of the server's load writes, compressed where it compresses.
Changes logged_changes(const ServerSpec& server) {
  Changes changes = server.load->profile.changes();
  if (!server.variables.log_bin) return changes;
  const std::vector<sim::Bytes> row_events = server.load->profile.row_events();
  changes.row_events = &row_events;
  changes = compress_for_binlog(changes, server.variables, server.costs).changes;
  changes.row_events = nullptr;
  return changes;
}

// The analysis of one load, step by step.
class Analysis {
 public:
  Analysis(const Scenario& scenario, const NamedServer& server)
      : scenario_(scenario),
        server_(server.second),
        load_(*server.second.load),
        release_(parse_release(server.second.version).value_or(Release{})),
        changes_(logged_changes(server_)),
        commit_(server_, release_, changes_, ack_path(scenario, server.first, changes_)) {
    bounds_.server = server.first;
  }

  Bounds bounds() {
    outline();
    bounds_.parts = commit_.parts();
    bounds_.response_alone = commit_.alone();
    bounds_.response_least = commit_.least();
    bounds_.counts_on_acks = commit_.awaits_ack();
    bounds_.devices_drift = any_device_drifts();
    bound_by_latency();
    bound_by_cpu();
    bound_by_tickets();
    for (const SerialSection& each : commit_.sections()) bound_by(each);
    bound_by_devices();
    bound_by_replicas();
    if (load_.rate) add(1 / load_.rate->value, 1, kArrivals, "arrivals");
    sort_bounds();
    if (!load_.rate) bounds_.response_least = Seconds{clients() / bounds_.throughput.front().throughput.value};
    if (bounds_.has_commit) bounds_.estimate = estimate();
    return std::move(bounds_);
  }

 private:
  double clients() const { return static_cast<double>(load_.threads); }
  bool has_tickets() const { return server_.variables.innodb_thread_concurrency > 0; }
  double tickets() const { return static_cast<double>(server_.variables.innodb_thread_concurrency); }

  // An autocommit statement keeps its ticket through a commit without binary log.
  bool keeps_ticket() const { return has_tickets() && !server_.variables.log_bin && load_.profile.is_autocommit(); }

  // As many as can be in a commit at a time.
  double committers() const { return keeps_ticket() ? std::min(clients(), tickets()) : clients(); }

  void outline() {
    outline_statements();
    if (!changes_.any()) return;
    if (!server_.variables.log_bin) {
      OnePhaseCommit::outline(commit_);
    } else {
      const PipelineAlternative* pipeline = find_commit_pipeline(release_);
      bounds_.has_commit = pipeline != nullptr && pipeline->outline != nullptr;
      if (bounds_.has_commit) pipeline->outline(commit_);
    }
    commit_.end();
  }

  // Closed clients are always at a transaction, so that each statement contends with all others; open ones need not be.
  void outline_statements() {
    const double others = load_.rate ? 0 : clients() - 1;
    double count = 0;
    for (const Statement& statement : load_.profile.transaction) {
      const Cost* cost = server_.costs.statements.find(statement.kind);
      const auto times = static_cast<double>(statement.times);
      count += times;
      if (cost != nullptr) statements_ += cost->mean() * times;
      statements_ += server_.costs.contention_cpu.mean() * others * times;
      if (load_.profile.reads_beside_writers(statement)) statements_ += server_.costs.read_write_contention_cpu.mean() * others * times;
    }
    if (!load_.client_host.empty()) client_cpu_ = server_.costs.client_cpu.mean() * count;
    commit_.spend_before("client_round_trips", server_.costs.client_round_trip.mean() * count, false);
    commit_.spend_before("client_cpu", client_cpu_, load_.client_host == server_.host);
    commit_.spend_before("statements", statements_, true);
  }

  // Throughput <= number / time.
  void add(double time, double number, const char* law, std::string resource) {
    if (time > 0) bounds_.throughput.push_back({{number / time}, law, std::move(resource)});
  }
  void add(Seconds time, double number, const char* law, std::string resource) { add(time.count(), number, law, std::move(resource)); }

  void bound_by_latency() {
    std::string who = load_.threads == 1 ? "latency seen by 1 client" : "latency seen by " + std::to_string(load_.threads) + " clients";
    if (!commit_.parts().empty()) who += ", mostly " + in_words(longest(commit_.parts()).name);
    add(commit_.least(), clients(), kAsymptotic, who);
  }

  void bound_by_cpu() {
    bound_by_host(server_.host, commit_.cpu_per_transaction());
    if (load_.client_host != server_.host) bound_by_host(load_.client_host, client_cpu_);
  }

  void bound_by_host(const std::string& name, Seconds demand) {
    const HostSpec* host = scenario_.find_host(name);
    if (host != nullptr) add(demand, static_cast<double>(host->cores), kBottleneck, "CPU of " + name);
  }

  void bound_by_tickets() {
    if (!has_tickets()) return;
    const Seconds until_statement_ends = keeps_ticket() ? commit_.least() - before_statement() : statements_;
    add(until_statement_ends, tickets(), kBottleneck, "innodb_thread_concurrency");
  }

  Seconds before_statement() const { return part("client_round_trips").least + part("client_cpu").least; }

  // One that admits groups serves at most all who commit at a time.
  void bound_by(const SerialSection& section) {
    const double most = section.admits_groups ? committers() : 1;
    const bool is_shared = section.admits_groups && section.least.per_group.count() > 0;
    add(section.least.per_group + section.least.per_transaction * most, most, is_shared ? kGroupBottleneck : kBottleneck, section.name);
  }

  const DeviceSpec* device(const std::string& name) const {
    const HostSpec* host = scenario_.find_host(server_.host);
    if (host == nullptr) return nullptr;
    for (const auto& [each, spec] : host->devices) {
      if (each == (name.empty() ? "disk" : name)) return &spec;
    }
    return nullptr;
  }

  bool any_device_drifts() const {
    return std::any_of(scenario_.hosts.begin(), scenario_.hosts.end(), [](const auto& host) {
      const auto& devices = host.second.devices;
      return std::any_of(devices.begin(), devices.end(), [](const auto& each) { return each.second.drift > 0; });
    });
  }

  // Only a serial device has a queue. One that holds both logs serves both.
  void bound_by_devices() {
    const DeviceSpec* redo_log = device(server_.redo_log_device);
    const DeviceSpec* binary_log = device(server_.binary_log_device);
    if (redo_log != nullptr && redo_log == binary_log) {
      SerialSection both = commit_.redo_log_device();
      both.name = "device of redo log and binary log";
      both.least.per_group += commit_.binary_log_device().least.per_group;
      both.least.per_transaction += commit_.binary_log_device().least.per_transaction;
      if (redo_log->serial) bound_by(both);
      return;
    }
    if (redo_log != nullptr && redo_log->serial) bound_by(commit_.redo_log_device());
    if (binary_log != nullptr && binary_log->serial) bound_by(commit_.binary_log_device());
  }

  void bound_by_replicas() {
    if (!commit_.awaits_ack()) return;
    for (const AckPath::Server& each : commit_.ack()->servers) add(each.per_transaction, 1, kBottleneck, each.name);
  }

  void sort_bounds() {
    // Clients that take no time: the check of a scenario refuses them.
    if (bounds_.throughput.empty()) bounds_.throughput.push_back({{INFINITY}, kAsymptotic, "nothing"});
    std::stable_sort(bounds_.throughput.begin(), bounds_.throughput.end(),
                     [](const auto& a, const auto& b) { return a.throughput < b.throughput; });
  }

  // The section that holds a group for longest, in the mean.
  SerialSection bottleneck() const {
    SerialSection slowest;
    for (const SerialSection& each : commit_.sections()) {
      if (each.admits_groups && period(each) > period(slowest)) slowest = each;
    }
    return slowest;
  }

  static Seconds period(const SerialSection& section) { return section.mean.per_group + section.mean.per_transaction; }

  // The first that a committing session comes to, unless it is the bottleneck.
  Seconds gathering_before(const SerialSection& slowest) const {
    if (commit_.sections().empty()) return Seconds{};
    const SerialSection& first = commit_.sections().front();
    return first.admits_groups && period(first) < period(slowest) ? period(first) : Seconds{};
  }

  // Where a client alone waits for the log threads' flush of its last commit record, several share that flush.
  Seconds cycle_without_queueing() const {
    Seconds cycle = commit_.alone();
    if (keeps_ticket()) cycle -= before_statement();
    if (committers() > 1) cycle -= part("redo_log_wait").alone;
    return cycle;
  }

  ResponsePart part(const std::string& name) const {
    const auto& all = commit_.parts();
    const auto found = std::find_if(all.begin(), all.end(), [&](const ResponsePart& each) { return each.name == name; });
    return found == all.end() ? ResponsePart{} : *found;
  }

  bool commits_in_groups() const {
    const auto& all = commit_.sections();
    return std::all_of(all.begin(), all.end(), [](const SerialSection& each) { return each.admits_groups; });
  }

  LoadEstimate estimate() const {
    const ThroughputBound& tightest = bounds_.throughput.front();
    LoadEstimate estimate{{committers() / commit_.alone().count()}, {}, 1, kAsymptotic, tightest.resource};
    if (changes_.any()) clock_groups(estimate);
    slow_down(estimate, tightest.throughput, tightest.law, tightest.resource);
    // Little's law; an open load that is served finds the server as a lone client does, as far as this goes.
    const Seconds in_system{clients() / estimate.throughput.value};
    estimate.response = load_.rate && load_.rate->value <= estimate.throughput.value ? commit_.alone() : in_system;
    return estimate;
  }

  static void slow_down(LoadEstimate& estimate, sim::PerSecond throughput, const std::string& law, const std::string& resource) {
    if (estimate.throughput <= throughput) return;
    estimate.throughput = throughput;
    estimate.law = law;
    estimate.resource = resource;
  }

  // Clients of an open load that is served hardly queue: a group is who arrives while the last one is served.
  void clock_groups(LoadEstimate& estimate) const {
    const SerialSection slowest = bottleneck();
    const Seconds path = cycle_without_queueing();
    const CommitCycle cycle = self_clocked_cycle(path, period(slowest), gathering_before(slowest), committers());
    estimate.throughput = {committers() / cycle.length.count()};
    estimate.group_size = std::max(1.0, committers() / cycle.groups);
    if (cycle.groups <= committers() && cycle.length > path) {
      estimate.law = kSelfClocking;
      estimate.resource = slowest.name;
    }
    if (!commits_in_groups()) estimate.group_size = 1;
    constexpr double kTwo = 2;
    if (committers() == kTwo) slow_down(estimate, {1 / commit_.turn_of_two().count()}, kTakingTurns, "LOCK_log");
    constexpr double kGroups = 4;  // two past the queue, and as many clients that gather
    const Seconds two_groups = commit_.two_groups_span() * 2.0;
    if (committers() >= kGroups && two_groups > cycle.length) {
      estimate = {{committers() / two_groups.count()}, {}, committers() / kGroups, kTwoGroups, "LOCK_after_binlog_sync"};
    }
    if (load_.rate && *load_.rate < estimate.throughput) estimate.group_size = std::max(1.0, load_.rate->value * period(slowest).count());
  }

  const Scenario& scenario_;
  const ServerSpec& server_;
  const LoadSpec& load_;
  Release release_;
  Changes changes_;
  CommitOutline commit_;
  Bounds bounds_;
  Seconds statements_{};
  Seconds client_cpu_{};
};

}  // namespace

std::optional<Bounds> bounds_of(const Scenario& scenario) {
  const auto with_clients = scenario.servers_with_clients();
  if (with_clients.empty()) return std::nullopt;
  return Analysis(scenario, *with_clients.front()).bounds();
}

}  // namespace models
