#include "experiments/validation/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "models/durability/crash_judge.hpp"

namespace experiments {
namespace {

using models::Summary;

// A number that has no half-width.
sim::Estimate only(double value) {
  sim::Estimate estimate;
  estimate.mean = value;
  return estimate;
}

const models::LoadSummary& load_of(const Summary& summary) { return summary.loads.at(0); }

// The server that the first load is sent to.
const models::ServerSummary& server_of(const Summary& summary) {
  const auto has_load = [&](const auto& server) { return server.name == load_of(summary).server; };
  return *std::find_if(summary.servers.begin(), summary.servers.end(), has_load);
}

sim::Estimate tps(const Summary& summary) { return load_of(summary).tps; }
sim::Estimate qps(const Summary& summary) { return load_of(summary).qps; }
sim::Estimate mean_response(const Summary& summary) { return load_of(summary).response.mean_ms; }
sim::Estimate p50(const Summary& summary) { return load_of(summary).response.p50_ms; }
sim::Estimate p95(const Summary& summary) { return load_of(summary).response.p95_ms; }
sim::Estimate p99(const Summary& summary) { return load_of(summary).response.p99_ms; }
sim::Estimate interval_cv(const Summary& summary) { return only(load_of(summary).interval_tps_cv); }
sim::Estimate group_size(const Summary& summary) {
  return only(server_of(summary).commits_per_s / server_of(summary).binlog_fsyncs_per_s);
}
sim::Estimate ack_wait(const Summary& summary) { return only(server_of(summary).semi_sync.mean_wait_ms); }

sim::Estimate max_response(const Summary& summary) { return only(load_of(summary).response.max_ms); }
sim::Estimate off_time(const Summary& summary) { return only(server_of(summary).semi_sync.off_s); }
sim::Estimate tps_while_off(const Summary& summary) {
  return only(server_of(summary).semi_sync.no_tx / server_of(summary).semi_sync.off_s);
}

// The first replica, or one without anything.
const models::ReplicaSummary& replica_of(const Summary& summary) {
  static const models::ReplicaSummary none;
  return summary.replicas.empty() ? none : summary.replicas.front();
}

double cores_of(const Summary& summary, const std::string& server) {
  for (const models::ServerSummary& each : summary.servers) {
    if (each.name == server) return each.cpu_cores;
  }
  return 0;
}

constexpr double kMicro = 1e6;

sim::Estimate wire_bytes(const Summary& summary) { return only(replica_of(summary).received_bytes_per_s / load_of(summary).tps.mean); }
sim::Estimate wire_rate(const Summary& summary) { return only(replica_of(summary).received_bytes_per_s / kMicro); }
sim::Estimate source_cpu(const Summary& summary) {
  return only(server_of(summary).cpu_cores / load_of(summary).tps.mean * kMicro);
}
sim::Estimate replica_cpu(const Summary& summary) {
  return only(cores_of(summary, replica_of(summary).name) / load_of(summary).tps.mean * kMicro);
}
sim::Estimate source_cpu_pct(const Summary& summary) { return only(server_of(summary).cpu_utilisation * 100); }
sim::Estimate replica_cpu_pct(const Summary& summary) {
  for (const models::ServerSummary& each : summary.servers) {
    if (each.name == replica_of(summary).name) return only(each.cpu_utilisation * 100);
  }
  return only(0);
}

sim::Estimate net_waits(const Summary& summary) {
  return only(server_of(summary).semi_sync.net_waits / load_of(summary).transactions);
}
sim::Estimate tx_waits(const Summary& summary) {
  return only(server_of(summary).semi_sync.tx_waits / load_of(summary).transactions);
}

sim::Estimate apply_rate(const Summary& summary) { return only(replica_of(summary).applied_tps); }
sim::Estimate apply_group(const Summary& summary) {
  for (const models::ServerSummary& each : summary.servers) {
    if (each.name == replica_of(summary).name) return only(each.commits_per_s / each.binlog_fsyncs_per_s);
  }
  return only(0);
}
sim::Estimate apply_redo_fsyncs(const Summary& summary) {
  for (const models::ServerSummary& each : summary.servers) {
    if (each.name == replica_of(summary).name) return only(each.redo_fsyncs_per_s / each.commits_per_s);
  }
  return only(0);
}
sim::Estimate mean_lag(const Summary& summary) { return replica_of(summary).lag_mean_ms; }
sim::Estimate lag_p50(const Summary& summary) { return replica_of(summary).lag_p50_ms; }
sim::Estimate lag_p95(const Summary& summary) { return replica_of(summary).lag_p95_ms; }
sim::Estimate lag_p99(const Summary& summary) { return replica_of(summary).lag_p99_ms; }
sim::Estimate late_share(const Summary& summary) { return only((1 - replica_of(summary).lag.share_up_to(1e-3)) * 100); }
sim::Estimate transfer_share(const Summary& summary) { return only(replica_of(summary).transfer_share * 100); }
sim::Estimate last_lag(const Summary& summary) {
  return only(replica_of(summary).series.empty() ? 0 : replica_of(summary).series.back().lag);
}

sim::Estimate wake_ups(const Summary& summary) { return only(server_of(summary).group_commit.wake_ups_per_follower); }
sim::Estimate headroom(const Summary& summary) { return only(replica_of(summary).headroom); }

sim::Estimate redo_fsyncs(const Summary& summary) {
  return only(server_of(summary).redo_fsyncs_per_s / server_of(summary).commits_per_s);
}

sim::Estimate binlog_fsyncs(const Summary& summary) {
  return only(server_of(summary).binlog_fsyncs_per_s / server_of(summary).commits_per_s);
}

// A number of a failure; NaN where it cannot happen, or where nobody asked (run.crash_moments).
template <class F>
sim::Estimate of_failure(const Summary& summary, models::Failure failure, F number) {
  for (const models::LossSummary& each : summary.durability.losses) {
    if (each.failure == models::kFailureNames[static_cast<std::size_t>(failure)]) return only(static_cast<double>(number(each)));
  }
  return only(models::kUnknown);
}

template <models::Failure failure>
sim::Estimate worst_loss(const Summary& summary) {
  return of_failure(summary, failure, [](const models::LossSummary& loss) { return loss.lost_max; });
}

template <models::Failure failure>
sim::Estimate oldest_loss(const Summary& summary) {
  return of_failure(summary, failure, [](const models::LossSummary& loss) { return loss.oldest_s; });
}

sim::Estimate unlogged(const Summary& summary) {
  return of_failure(summary, models::Failure::source_host_crash, [](const models::LossSummary& loss) { return loss.engine_ahead.max; });
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all = {
      {"tps", "transactions per second", tps},
      {"qps", "queries per second", qps},
      {"mean_ms", "mean response time", mean_response},
      {"p50_ms", "median response time", p50},
      {"p95_ms", "95th percentile of the response time", p95},
      {"p99_ms", "99th percentile of the response time", p99},
      {"max_ms", "longest response time: with a semi-sync timeout, for how long commits stood still", max_response},
      {"semi_sync_off_s", "for how long semi-sync was off", off_time},
      {"tps_while_off", "transactions per second while semi-sync was off", tps_while_off},
      {"interval_tps_cv", "standard deviation of the interval throughputs, relative to their mean", interval_cv},
      {"group_size", "transactions per binary log fsync: the group that is synced together", group_size},
      {"redo_fsyncs_per_trx", "redo log fsyncs per transaction", redo_fsyncs},
      {"binlog_fsyncs_per_trx", "binary log fsyncs per transaction", binlog_fsyncs},
      {"ack_wait_ms", "mean of the waits for an ACK that the source counts", ack_wait},
      {"net_waits_per_trx", "ACKs that the source asks for, per transaction", net_waits},
      {"tx_waits_per_trx", "waits for an ACK that the source counts, per transaction", tx_waits},
      {"wire_bytes_per_trx", "bytes to the first replica, per transaction", wire_bytes},
      {"wire_mb_per_s", "megabytes per second to the first replica", wire_rate},
      {"source_cpu_us_per_trx", "CPU of the source's host per transaction, in us", source_cpu},
      {"replica_cpu_us_per_trx", "CPU of the first replica's host per transaction, in us", replica_cpu},
      {"source_cpu_pct", "CPU of the source's host, of all its cores", source_cpu_pct},
      {"replica_cpu_pct", "CPU of the first replica's host, of all its cores", replica_cpu_pct},
      {"apply_tps", "transactions per second that the first replica applies", apply_rate},
      {"apply_group_size", "transactions per binary log fsync on the first replica", apply_group},
      {"apply_redo_fsyncs_per_trx", "redo log fsyncs on the first replica per transaction that it applies", apply_redo_fsyncs},
      {"lag_s", "lag of the first replica at the end, in seconds", last_lag},
      {"wake_ups_per_follower", "how often a follower in group commit is woken, for its own group or another", wake_ups},
      {"headroom", "what the first replica can apply, over what its source commits", headroom},
      {"lag_mean_ms", "mean lag of the first replica", mean_lag},
      {"lag_p50_ms", "median of the lag of the first replica", lag_p50},
      {"lag_p95_ms", "95th percentile of the lag of the first replica", lag_p95},
      {"lag_p99_ms", "99th percentile of the lag of the first replica", lag_p99},
      {"lag_over_1ms_pct", "share of the transactions that the first replica has more than 1 ms late", late_share},
      {"lag_transfer_pct", "share of the first replica's lag until a transaction is in its relay log", transfer_share},
      {"lost_on_mysqld_crash", "acknowledged transactions that a crash of mysqld would lose, at worst",
       worst_loss<models::Failure::source_mysqld_crash>},
      {"lost_on_host_crash", "the same for a crash of the source's machine", worst_loss<models::Failure::source_host_crash>},
      {"lost_s_on_host_crash", "how old they would be at most, in seconds", oldest_loss<models::Failure::source_host_crash>},
      {"unlogged_after_host_crash", "transactions in the engine that the binary log would lack after it, at worst", unlogged},
      {"lost_on_source_loss", "acknowledged transactions that the promoted replica would lack, at worst",
       worst_loss<models::Failure::source_lost>},
      {"lost_s_on_source_loss", "how old they would be at most, in seconds", oldest_loss<models::Failure::source_lost>},
      {"lost_on_source_and_replica_loss", "the same if the most advanced replica is lost as well",
       worst_loss<models::Failure::source_and_replica_lost>},
      {kLagDistanceMetric, "Kolmogorov-Smirnov distance of the first replica's lag from lag_histogram, 0 to 1", nullptr},
      {kGapMetric, "throughput lost against another case", nullptr},
  };
  return all;
}

const Metric* find_metric(const std::string& name) {
  const auto& all = metrics();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Metric& metric) { return metric.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const Metric& metric : metrics()) names.push_back(metric.name);
  return names;
}

sim::Estimate throughput_gap(const Summary& summary, const Summary& reference) {
  const sim::Estimate a = tps(summary);
  const sim::Estimate b = tps(reference);
  sim::Estimate gap = only((1 - a.mean / b.mean) * 100);
  gap.half_width = a.mean / b.mean * std::hypot(a.relative_half_width(), b.relative_half_width()) * 100;
  return gap;
}

sim::Estimate lag_distance(const Summary& summary, const calibration::MeasuredHistogram& measured) {
  return only(distribution_distance(measured, replica_of(summary).lag));
}

}  // namespace experiments
