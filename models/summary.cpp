#include "models/summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "models/transaction.hpp"
#include "sim/metrics/steady_state.hpp"

namespace models {
namespace {

constexpr double kMs = 1e3;
constexpr double kUs = 1e6;

using Records = std::vector<RunRecord>;

// Mean over the replicates of one number per record.
template <class F>
double average(const Records& records, F number) {
  double sum = 0;
  for (const RunRecord& record : records) sum += number(record);
  return sum / static_cast<double>(records.size());
}

template <class F>
std::vector<double> each(const Records& records, F number) {
  std::vector<double> values;
  for (const RunRecord& record : records) values.push_back(number(record));
  return values;
}

sim::Estimate scaled(sim::Estimate estimate, double factor) {
  estimate.mean *= factor;
  estimate.half_width *= factor;
  return estimate;
}

// The mean is that of all observations; only the half-width comes from batches or replicates.
sim::Estimate with_mean(sim::Estimate estimate, double mean) {
  estimate.mean = mean;
  return estimate;
}

sim::Histogram merged(const std::vector<sim::Histogram>& all) {
  sim::Histogram sum;
  for (const sim::Histogram& histogram : all) sum.merge(histogram);
  return sum;
}

sim::Estimate throughput(const Records& records, std::size_t load) {
  const auto rate = [&](const RunRecord& record) { return static_cast<double>(record.loads[load].transactions) / record.measured; };
  if (records.size() > 1) return sim::estimate_from_replicates(each(records, rate));
  return with_mean(sim::estimate_from_batches(records.front().loads[load].batch_rates), rate(records.front()));
}

ResponseSummary response(const Records& records, std::size_t load) {
  std::vector<sim::Histogram> replicates;
  for (const RunRecord& record : records) replicates.push_back(merged(record.loads[load].batches));
  const sim::Histogram all = merged(replicates);
  ResponseSummary summary;
  if (all.is_empty()) return summary;
  const auto percentile = [&](double percent) {
    return scaled(records.size() > 1 ? sim::estimate_percentile_from_replicates(replicates, percent)
                                     : sim::estimate_percentile(records.front().loads[load].batches, percent),
                  kMs);
  };
  std::vector<double> means;
  for (const sim::Histogram& replicate : replicates) means.push_back(replicate.is_empty() ? 0 : replicate.mean());
  const sim::Estimate spread = records.size() > 1 ? sim::estimate_from_replicates(means)
                                                  : sim::estimate_from_batches(records.front().loads[load].batch_means);
  summary.mean_ms = scaled(with_mean(spread, all.mean()), kMs);
  summary.p50_ms = percentile(50);
  summary.p95_ms = percentile(95);
  summary.p99_ms = percentile(99);
  summary.sum_ms = all.mean() * static_cast<double>(all.count()) / static_cast<double>(records.size()) * kMs;
  summary.min_ms = all.min() * kMs;
  summary.max_ms = all.max() * kMs;
  return summary;
}

std::vector<PartSummary> parts(const Records& records, std::size_t load) {
  double transactions = 0;
  for (const RunRecord& record : records) transactions += static_cast<double>(record.loads[load].transactions);
  std::vector<PartSummary> all;
  for (std::size_t part = 0; part < kParts && transactions > 0; ++part) {
    double sum = 0;
    for (const RunRecord& record : records) sum += record.loads[load].parts[part];
    all.push_back({std::string(kPartNames[part]), sum / transactions * kMs, 0});
  }
  double response = 0;
  for (const PartSummary& part : all) response += part.mean_ms;
  for (PartSummary& part : all) part.share = response > 0 ? part.mean_ms / response : 0;
  return all;
}

double coefficient_of_variation(const std::vector<Interval>& intervals) {
  if (intervals.size() < 2) return kUnknown;
  double sum = 0;
  for (const Interval& interval : intervals) sum += static_cast<double>(interval.transactions);
  const double mean = sum / static_cast<double>(intervals.size());
  double squares = 0;
  for (const Interval& interval : intervals) squares += std::pow(static_cast<double>(interval.transactions) - mean, 2);
  return std::sqrt(squares / static_cast<double>(intervals.size() - 1)) / mean;
}

std::vector<SeriesPoint> series(const LoadRecord& load) {
  std::vector<SeriesPoint> points;
  for (const Interval& interval : load.intervals) {
    const double tps = static_cast<double>(interval.transactions) / load.interval;
    SeriesPoint point;
    point.t_s = interval.end;
    point.tps = tps;
    point.reads_per_s = tps * static_cast<double>(load.reads_per_transaction);
    point.writes_per_s = tps * static_cast<double>(load.writes_per_transaction);
    point.others_per_s = tps * static_cast<double>(load.others_per_transaction);
    point.qps = point.reads_per_s + point.writes_per_s + point.others_per_s;
    point.mean_ms = interval.mean_response * kMs;
    point.p95_ms = interval.p95_response * kMs;
    point.queued = interval.queued;
    point.busy = interval.busy;
    points.push_back(point);
  }
  return points;
}

// Mean and standard deviation over all the threads; those behind the end of the list had nothing.
std::pair<double, double> over_threads(std::vector<double> values, std::int64_t threads) {
  values.resize(static_cast<std::size_t>(threads));
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(threads);
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  return {mean, std::sqrt(squares / static_cast<double>(threads))};
}

ThreadFairness fairness(const Records& records, std::size_t load) {
  ThreadFairness mean;
  const auto replicates = static_cast<double>(records.size());
  for (const RunRecord& record : records) {
    const LoadRecord& of = record.loads[load];
    const auto [transactions, spread] =
        over_threads({of.thread_transactions.begin(), of.thread_transactions.end()}, of.threads);
    const auto [busy, busy_spread] = over_threads(of.thread_responses, of.threads);
    mean.transactions_mean += transactions / replicates;
    mean.transactions_deviation += spread / replicates;
    mean.busy_mean_s += busy / replicates;
    mean.busy_deviation_s += busy_spread / replicates;
  }
  return mean;
}

LoadSummary load_summary(const Records& records, std::size_t index) {
  const LoadRecord& first = records.front().loads[index];
  const auto per_transaction =
      static_cast<double>(first.reads_per_transaction + first.writes_per_transaction + first.others_per_transaction);
  LoadSummary load;
  load.server = first.server;
  load.workload = first.workload;
  load.threads = first.threads;
  load.offered_rate = first.offered_rate;
  load.transactions = average(records, [&](const RunRecord& r) { return static_cast<double>(r.loads[index].transactions); });
  load.reads = load.transactions * static_cast<double>(first.reads_per_transaction);
  load.writes = load.transactions * static_cast<double>(first.writes_per_transaction);
  load.others = load.transactions * static_cast<double>(first.others_per_transaction);
  load.queries = load.reads + load.writes + load.others;
  load.tps = throughput(records, index);
  load.qps = scaled(load.tps, per_transaction);
  load.response = response(records, index);
  load.parts = parts(records, index);
  load.interval_s = first.interval;
  load.series = series(first);
  load.fairness = fairness(records, index);
  load.interval_tps_cv = coefficient_of_variation(first.intervals);
  load.queued_at_end = average(records, [&](const RunRecord& r) { return static_cast<double>(r.loads[index].queued_at_end); });
  return load;
}

// The histogram in ranges that double.
std::vector<GroupShare> shares(const std::vector<std::pair<std::int64_t, std::int64_t>>& histogram, double groups) {
  std::vector<GroupShare> all;
  for (const auto& [size, count] : histogram) {
    if (all.empty()) {
      std::int64_t largest = 1;
      while (largest < size) largest *= 2;
      all.push_back({largest / 2 + 1, largest, 0});
    }
    while (all.back().largest < size) all.push_back({all.back().largest + 1, all.back().largest * 2, 0});
    all.back().share += static_cast<double>(count) / groups;
  }
  return all;
}

double wake_ups_per_follower(const Records& records, std::size_t server) {
  double all = 0;
  double useful = 0;
  for (const RunRecord& record : records) {
    all += static_cast<double>(record.servers[server].follower_wake_ups);
    useful += static_cast<double>(record.servers[server].useful_wake_ups);
  }
  return useful > 0 ? all / useful : kUnknown;
}

GroupCommitSummary group_commit(const Records& records, std::size_t server) {
  std::vector<std::int64_t> by_size;
  for (const RunRecord& record : records) {
    const auto& more = record.servers[server].groups_by_size;
    if (more.size() > by_size.size()) by_size.resize(more.size());
    for (std::size_t size = 0; size < more.size(); ++size) by_size[size] += more[size];
  }
  double groups = 0;
  double transactions = 0;
  GroupCommitSummary summary;
  for (std::size_t size = 0; size < by_size.size(); ++size) {
    if (by_size[size] == 0) continue;
    summary.histogram.emplace_back(static_cast<std::int64_t>(size), by_size[size]);
    groups += static_cast<double>(by_size[size]);
    transactions += static_cast<double>(size) * static_cast<double>(by_size[size]);
  }
  if (groups == 0) return summary;
  summary.groups_per_s = groups / average(records, [](const RunRecord& r) { return r.measured; }) / static_cast<double>(records.size());
  summary.mean_size = transactions / groups;
  summary.shares = shares(summary.histogram, groups);
  summary.wake_ups_per_follower = wake_ups_per_follower(records, server);
  return summary;
}

SemiSyncSummary semi_sync(const Records& records, std::size_t server) {
  const SemiSyncRecord& first = records.front().servers[server].semi_sync;
  const auto count = [&](std::int64_t SemiSyncRecord::*field) {
    return average(records, [&](const RunRecord& r) { return static_cast<double>(r.servers[server].semi_sync.*field); });
  };
  SemiSyncSummary summary;
  summary.enabled = first.enabled;
  summary.on_at_end = first.on_at_end;
  summary.clients = count(&SemiSyncRecord::clients);
  summary.yes_tx = count(&SemiSyncRecord::yes_tx);
  summary.no_tx = count(&SemiSyncRecord::no_tx);
  summary.no_times = count(&SemiSyncRecord::no_times);
  summary.tx_waits = count(&SemiSyncRecord::tx_waits);
  summary.net_waits = count(&SemiSyncRecord::net_waits);
  summary.wait_pos_backtraverse = count(&SemiSyncRecord::wait_pos_backtraverse);
  summary.timeouts = count(&SemiSyncRecord::timeouts);
  summary.wait_sessions = count(&SemiSyncRecord::wait_sessions);
  summary.request_ack = count(&SemiSyncRecord::request_ack);
  summary.get_ack = count(&SemiSyncRecord::get_ack);
  const double waited = average(records, [&](const RunRecord& r) { return r.servers[server].semi_sync.tx_wait_time; });
  summary.mean_wait_ms = summary.tx_waits > 0 ? waited / summary.tx_waits * kMs : 0;
  summary.tx_wait_time_us = waited * kUs;
  summary.net_wait_time_us = average(records, [&](const RunRecord& r) { return r.servers[server].semi_sync.net_wait_time; }) * kUs;
  summary.off_s = average(records, [&](const RunRecord& r) { return r.servers[server].semi_sync.off; });
  return summary;
}

std::size_t host_index(const RunRecord& record, const std::string& name) {
  const auto found = std::find_if(record.hosts.begin(), record.hosts.end(), [&](const HostRecord& host) { return host.name == name; });
  return static_cast<std::size_t>(found - record.hosts.begin());
}

double cpu_utilisation(const Records& records, std::size_t host) {
  return average(records, [&](const RunRecord& r) {
    return r.hosts[host].cpu_used / (r.measured * static_cast<double>(r.hosts[host].cores));
  });
}

double device_utilisation(const Records& records, std::size_t host, std::size_t device) {
  return average(records, [&](const RunRecord& r) { return r.hosts[host].devices[device].busy / r.measured; });
}

ServerSummary server_summary(const Records& records, std::size_t index) {
  const ServerRecord& first = records.front().servers[index];
  const auto rate = [&](std::int64_t ServerRecord::*field) {
    return average(records, [&](const RunRecord& r) { return static_cast<double>(r.servers[index].*field) / r.measured; });
  };
  const std::size_t host = host_index(records.front(), first.host);
  ServerSummary server;
  server.name = first.name;
  server.version = first.version;
  server.host = first.host;
  server.commits_per_s = rate(&ServerRecord::commits);
  server.redo_fsyncs_per_s = rate(&ServerRecord::redo_fsyncs);
  server.binlog_fsyncs_per_s = rate(&ServerRecord::binlog_fsyncs);
  server.relay_log_fsyncs_per_s = rate(&ServerRecord::relay_log_fsyncs);
  server.cpu_utilisation = cpu_utilisation(records, host);
  server.cpu_cores = server.cpu_utilisation * static_cast<double>(records.front().hosts[host].cores);
  for (std::size_t device = 0; device < records.front().hosts[host].devices.size(); ++device) {
    server.device_utilisation = std::max(server.device_utilisation, device_utilisation(records, host, device));
  }
  server.group_commit = group_commit(records, index);
  server.semi_sync = semi_sync(records, index);
  return server;
}

// Of the ACKs that were the last ones needed, those of this replica.
double last_ack_share(const Records& records, std::size_t replica) {
  double own = 0;
  double all = 0;
  for (const RunRecord& record : records) {
    own += static_cast<double>(record.replicas[replica].last_acks);
    for (const ReplicaRecord& each : record.replicas) {
      if (each.source == record.replicas[replica].source) all += static_cast<double>(each.last_acks);
    }
  }
  return all > 0 ? own / all : 0;
}

// The rate at which the lag would begin to grow without bound. Who falls behind applies at it. For others it is the utilisation law
// (rate = busy share / service time) with all appliers busy: the source's overlap may run out before, and groups grow with load.
void add_capacity(const Records& records, std::size_t index, ReplicaSummary& replica) {
  const ReplicaRecord& first = records.front().replicas[index];
  if (!first.applies || replica.applied_tps <= 0) return;
  const auto appliers = static_cast<double>(first.appliers);
  replica.applier_busy = average(records, [&](const RunRecord& r) { return r.replicas[index].apply_busy / r.measured / appliers; });
  replica.apply_capacity_tps = replica.falls_behind ? replica.applied_tps : replica.applied_tps / replica.applier_busy;
  const double written = average(records, [&](const RunRecord& r) {
    const ReplicaRecord& record = r.replicas[index];
    return static_cast<double>(record.applied + record.behind_at_end - record.behind_at_start) / r.measured;
  });
  replica.headroom = replica.apply_capacity_tps / written;
}

// Lag over time: the highest Seconds_Behind_Source, and how long it took to catch up after having been furthest behind.
void add_what_is_seen(ReplicaSummary& replica) {
  const auto less = [](const LagPoint& a, const LagPoint& b) { return a.lag < b.lag; };
  const auto furthest = std::max_element(replica.series.begin(), replica.series.end(), less);
  if (furthest == replica.series.end()) return;
  for (const LagPoint& point : replica.series) {
    replica.seconds_behind_source_max = std::max(replica.seconds_behind_source_max, point.seconds_behind_source);
  }
  if (furthest->lag <= 1) return;
  const auto caught_up = std::find_if(furthest, replica.series.end(), [](const LagPoint& point) { return point.lag <= 1; });
  if (caught_up != replica.series.end()) replica.caught_up_s = caught_up->t - furthest->t;
}

ReplicaSummary replica_summary(const Records& records, std::size_t index) {
  const ReplicaRecord& first = records.front().replicas[index];
  std::vector<sim::Histogram> lags;
  for (const RunRecord& record : records) lags.push_back(record.replicas[index].lag);
  const sim::Histogram all = merged(lags);
  ReplicaSummary replica;
  replica.name = first.name;
  replica.source = first.source;
  replica.mode = first.semi_sync ? "semi-sync" : "async";
  replica.applies = first.applies;
  if (!all.is_empty()) {
    std::vector<double> means;
    for (const sim::Histogram& lag : lags) means.push_back(lag.is_empty() ? 0 : lag.mean());
    const auto percentile = [&](double percent) { return scaled(sim::estimate_percentile_from_replicates(lags, percent), kMs); };
    replica.lag_mean_ms = scaled(with_mean(sim::estimate_from_replicates(means), all.mean()), kMs);
    replica.lag_p50_ms = percentile(50);
    replica.lag_p95_ms = percentile(95);
    replica.lag_p99_ms = percentile(99);
    replica.lag_max_ms = all.max() * kMs;
    const double transfer = average(records, [&](const RunRecord& r) { return r.replicas[index].transfer; });
    if (all.sum() > 0) replica.transfer_share = transfer * static_cast<double>(records.size()) / all.sum();
    replica.lag = all;
  }
  replica.applied_tps = average(records, [&](const RunRecord& r) { return static_cast<double>(r.replicas[index].applied) / r.measured; });
  replica.received_bytes_per_s =
      average(records, [&](const RunRecord& r) { return static_cast<double>(r.replicas[index].received_bytes) / r.measured; });
  replica.behind_at_end = average(records, [&](const RunRecord& r) { return static_cast<double>(r.replicas[index].behind_at_end); });
  const double before = average(records, [&](const RunRecord& r) { return static_cast<double>(r.replicas[index].behind_at_start); });
  const double applied = average(records, [&](const RunRecord& r) { return static_cast<double>(r.replicas[index].applied); });
  replica.dump_thread_cores = average(records, [&](const RunRecord& r) { return r.replicas[index].dump_thread_cpu / r.measured; });
  replica.receiver_cores = average(records, [&](const RunRecord& r) { return r.replicas[index].receiver_cpu / r.measured; });
  replica.last_ack_share = last_ack_share(records, index);
  // A queue that is stable wanders by about the square root of what passed through it.
  constexpr double kByChance = 6;
  replica.source_delay_s = first.source_delay;
  replica.series = first.lag_points;
  replica.falls_behind = first.applies && first.source_delay == 0 && replica.behind_at_end - before > kByChance * std::sqrt(applied + 1);
  add_capacity(records, index, replica);
  add_what_is_seen(replica);
  return replica;
}

// Below this, waiting for a resource is not what limits a closed system.
constexpr double kSaturated = 0.7;

// The resource that is busiest, whatever it is: CPU, device, stage of a commit pipeline. An applier that falls
// behind is none: the clients of its source do not wait for it.
Bottleneck find_bottleneck(const Records& records) {
  // An open load that is not served as fast as it arrives has all its client threads at work, whatever they wait for.
  constexpr double kServed = 0.98;
  for (std::size_t load = 0; load < records.front().loads.size(); ++load) {
    const LoadRecord& record = records.front().loads[load];
    const auto rate = [&](const RunRecord& r) { return static_cast<double>(r.loads[load].transactions) / r.measured; };
    const double served = average(records, rate);
    if (record.offered_rate > 0 && served < kServed * record.offered_rate && record.queued_at_end > record.threads) {
      return {"client threads of " + record.server, 1, true};
    }
  }
  Bottleneck busiest{"none", 0, false};
  const auto offer = [&](const std::string& resource, double utilisation) {
    if (utilisation > busiest.utilisation) busiest = {resource, utilisation, utilisation >= kSaturated};
  };
  for (std::size_t host = 0; host < records.front().hosts.size(); ++host) {
    const HostRecord& record = records.front().hosts[host];
    offer("CPU of " + record.name, cpu_utilisation(records, host));
    for (std::size_t device = 0; device < record.devices.size(); ++device) {
      const UsageRecord& usage = record.devices[device];
      if (usage.has_queue) offer("device " + usage.name + " of " + record.name, device_utilisation(records, host, device));
    }
  }
  for (std::size_t server = 0; server < records.front().servers.size(); ++server) {
    const ServerRecord& record = records.front().servers[server];
    for (std::size_t stage = 0; stage < record.stages.size(); ++stage) {
      offer(record.stages[stage].name + " of " + record.name,
            average(records, [&](const RunRecord& r) { return r.servers[server].stages[stage].busy / r.measured; }));
    }
  }
  return busiest;
}

}  // namespace

Summary summarise(const std::vector<RunRecord>& records) {
  const RunRecord& first = records.front();
  Summary summary;
  summary.seed = first.seed;
  summary.replicates = static_cast<std::int64_t>(records.size());
  summary.simulated_s = average(records, [](const RunRecord& r) { return r.measured; });
  summary.warm_up_s = average(records, [](const RunRecord& r) { return r.warm_up; });
  for (const RunRecord& record : records) summary.is_steady = summary.is_steady && record.is_steady;
  for (std::size_t i = 0; i < first.loads.size(); ++i) summary.loads.push_back(load_summary(records, i));
  for (std::size_t i = 0; i < first.servers.size(); ++i) summary.servers.push_back(server_summary(records, i));
  for (std::size_t i = 0; i < first.replicas.size(); ++i) summary.replicas.push_back(replica_summary(records, i));
  for (const RunRecord& record : records) {
    if (summary.stalls.empty()) summary.stalls = record.stalls;
  }
  if (!summary.loads.empty()) {
    const auto& servers = summary.servers;
    const auto is_main = [&](const ServerSummary& server) { return server.name == summary.loads.front().server; };
    summary.main_server = static_cast<std::size_t>(std::find_if(servers.begin(), servers.end(), is_main) - servers.begin());
  }
  summary.bottleneck = find_bottleneck(records);
  std::vector<const DurabilityRecord*> durability;
  for (const RunRecord& record : records) durability.push_back(&record.durability);
  summary.durability = summarise_durability(durability);
  return summary;
}

}  // namespace models
