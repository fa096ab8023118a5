#include "models/analysis/ack_path.hpp"

#include <algorithm>

#include "models/replication/semi_sync_rules.hpp"

namespace models {
namespace {

// The way over one replica.
class Way {
 public:
  // `is_redundant`: others may be faster, so that of what is random only the least value is certain.
  Way(const Scenario& scenario, const ServerSpec& source, const std::string& name, const ServerSpec& replica, const Changes& changes,
      bool is_redundant)
      : source_(source.costs),
        replica_(replica.costs),
        link_(scenario.link_between(source.host, replica.host)),
        sync_relay_log_(replica.variables.sync_relay_log),
        name_(name),
        changes_(changes),
        is_redundant_(is_redundant) {}

  AckPath path() const {
    AckPath path;
    const sim::Seconds network = link_.rtt + transfer() + source_.ack_size / link_.bandwidth;
    const sim::Seconds cpu = events(source_.dump_thread_cpu.mean() + replica_.receiver_cpu.mean()) + source_.ack_receiver_cpu.mean();
    path.mean = network + cpu + sim::Seconds{2 * link_.jitter.mean()} + wake_up(source_) * 2.0 + wake_up(replica_) +
                events(replica_.relay_log_write.mean() + amortised_relay_log_fsync());
    path.least = network + cpu + sim::Seconds{2 * least(link_.jitter)} +
                 events(least(replica_.relay_log_write) + certain_relay_log_fsync());
    path.servers = servers();
    return path;
  }

 private:
  std::vector<AckPath::Server> servers() const {
    const sim::Seconds fsync = sync_relay_log_ == 1 ? replica_.relay_log_fsync.mean() : sim::Seconds{};
    const sim::Seconds relay_log = replica_.relay_log_write.mean() + fsync;
    return {{"dump thread to " + name_, events(source_.dump_thread_cpu.mean())},
            {"link to " + name_, transfer()},
            {"receiver and relay log of " + name_, events(replica_.receiver_cpu.mean() + relay_log)}};
  }

  sim::Seconds transfer() const {
    const sim::Bytes size = changes_.binlog + (source_.event_overhead + kSemiSyncHeader) * changes_.binlog_events;
    return size / link_.bandwidth;
  }

  sim::Seconds events(sim::Seconds each) const { return each * static_cast<double>(changes_.binlog_events); }

  static sim::Seconds wake_up(const CostProfile& costs) { return costs.wake_up.mean() + costs.context_switch_cpu.mean(); }

  double least(const sim::Distribution& distribution) const { return is_redundant_ ? distribution.quantile(0) : distribution.mean(); }
  sim::Seconds least(const Cost& cost) const { return sim::Seconds{least(cost.time.distribution())}; }

  // sync_relay_log counts events.
  sim::Seconds amortised_relay_log_fsync() const {
    if (sync_relay_log_ == 0) return sim::Seconds{};
    return replica_.relay_log_fsync.mean() / static_cast<double>(sync_relay_log_);
  }
  sim::Seconds certain_relay_log_fsync() const { return sync_relay_log_ == 1 ? least(replica_.relay_log_fsync) : sim::Seconds{}; }

  const CostProfile& source_;
  const CostProfile& replica_;
  LinkSpec link_;
  std::int64_t sync_relay_log_;
  std::string name_;
  Changes changes_;
  bool is_redundant_;
};

bool acknowledges(const ServerSpec& server, const std::string& source) {
  return server.replicates_from == source && server.variables.rpl_semi_sync_replica_enabled;
}

// Every quantity by itself, since the fastest replica in one need not be the fastest in another.
AckPath kth_fastest(std::vector<AckPath> paths, std::size_t k) {
  const auto kth = [&](auto less) {
    std::nth_element(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(k) - 1, paths.end(), less);
    return paths[k - 1];
  };
  AckPath path;
  path.mean = kth([](const AckPath& a, const AckPath& b) { return a.mean < b.mean; }).mean;
  path.least = kth([](const AckPath& a, const AckPath& b) { return a.least < b.least; }).least;
  for (std::size_t i = 0; i < paths.front().servers.size(); ++i) {
    path.servers.push_back(
        kth([i](const AckPath& a, const AckPath& b) { return a.servers[i].per_transaction < b.servers[i].per_transaction; }).servers[i]);
  }
  return path;
}

}  // namespace

std::optional<AckPath> ack_path(const Scenario& scenario, const std::string& source, const Changes& changes) {
  const ServerSpec* spec = scenario.find_server(source);
  if (spec == nullptr || !spec->variables.rpl_semi_sync_source_enabled || !changes.any()) return std::nullopt;
  std::vector<const std::pair<std::string, ServerSpec>*> replicas;
  for (const auto& server : scenario.servers) {
    if (acknowledges(server.second, source)) replicas.push_back(&server);
  }
  const auto needed = static_cast<std::size_t>(spec->variables.rpl_semi_sync_source_wait_for_replica_count);
  if (replicas.size() < needed) return std::nullopt;
  std::vector<AckPath> paths;
  for (const auto* replica : replicas) {
    paths.push_back(Way(scenario, *spec, replica->first, replica->second, changes, replicas.size() > needed).path());
  }
  AckPath path = kth_fastest(std::move(paths), needed);
  if (path.mean >= spec->variables.rpl_semi_sync_source_timeout) return std::nullopt;
  return path;
}

}  // namespace models
