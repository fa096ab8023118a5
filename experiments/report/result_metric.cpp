#include "experiments/report/result_metric.hpp"

#include <array>

#include "models/durability/crash_judge.hpp"

namespace experiments {
namespace {

using Table = std::vector<ResultMetric>;

const Table kHead{
    {"schema", "", "text", "commitsim.result/1", false},
    {"version", "", "text", "version of commitsim", false},
    {"provenance", "", "text", "the simulation engine and its settings", false},
    {"network_model", "", "text", "who moved the messages: simgrid, or point_to_point where no link is shared", false},
    {"scenario_file", "", "text", "as it was given", false},
    {"seed", "", "number", "root of all random streams", false},
    {"replicates", "", "number", "independent runs"},
    {"simulated_s", "s", "number", "measured simulated time, per replicate"},
    {"warm_up_s", "s", "number", "simulated time that was thrown away before, per replicate"},
    {"steady", "", "flag", "whether throughput was steady when the measurement began", false},
};

// Of one workload: at the top those of the first, in loads[] those of each further one.
const Table kLoad{
    {"workload.server", "", "text", "the server that its clients talk to", false},
    {"workload.name", "", "text", "such as the sysbench script", false},
    {"workload.threads", "", "number", "client threads", false},
    {"workload.rate_per_s", "1/s", "number", "arrivals; null: each client sends when it was answered", false},
    {"throughput.tps", "1/s", "estimate", "transactions answered"},
    {"throughput.qps", "1/s", "estimate", "statements answered"},
    {"throughput.transactions", "", "number", "transactions answered, per replicate"},
    {"throughput.interval_cv", "", "number", "standard deviation of the intervals' throughput, relative to its mean"},
    {"throughput.queued_at_end", "", "number", "transactions that still wait for a client thread at the end"},
    {"response_ms.mean", "ms", "estimate", "mean response time; with arrivals at a rate it counts from the arrival"},
    {"response_ms.p50", "ms", "estimate", "its median"},
    {"response_ms.p95", "ms", "estimate", "its 95th percentile"},
    {"response_ms.p99", "ms", "estimate", "its 99th percentile"},
    {"response_ms.min", "ms", "number", "the shortest"},
    {"response_ms.max", "ms", "number", "the longest"},
    {"response_parts_ms.thread_wait", "ms", "number", "of the mean response: waiting for a free client thread"},
    {"response_parts_ms.client", "ms", "number", "of the mean response: network and client between statements"},
    {"response_parts_ms.execute", "ms", "number", "of the mean response: statements, with their waiting for a CPU"},
    {"response_parts_ms.lock_wait", "ms", "number", "of the mean response: waiting for the lock of a hot row"},
    {"response_parts_ms.prepare", "ms", "number", "of the mean response: storage engine prepare"},
    {"response_parts_ms.flush_wait", "ms", "number", "of the mean response: queue of the flush stage"},
    {"response_parts_ms.flush", "ms", "number", "of the mean response: redo log flush of the group, binary log write"},
    {"response_parts_ms.sync_wait", "ms", "number",
     "of the mean response: queue of the sync stage, with the sync delay"},
    {"response_parts_ms.sync", "ms", "number", "of the mean response: binary log sync"},
    {"response_parts_ms.commit_wait", "ms", "number", "of the mean response: queue of the commit stage"},
    {"response_parts_ms.ack_wait", "ms", "number", "of the mean response: waiting for a semi-sync acknowledgement"},
    {"response_parts_ms.engine_commit", "ms", "number", "of the mean response: storage engine commit"},
    {"response_parts_ms.rotation", "ms", "number", "of the mean response: closing a full binary log file (max_binlog_size)"},
    {"response_parts_ms.wake_up", "ms", "number",
     "of the mean response: from the end of the group's commit to running again"},
    {"commit_ms.prepare", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.flush_wait", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.flush", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.sync_wait", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.sync", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.commit_wait", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.ack_wait", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.engine_commit", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.rotation", "ms", "number", "the part of the commit, as in response_parts_ms", false},
    {"commit_ms.wake_up", "ms", "number", "the part of the commit, as in response_parts_ms", false},
};

// Of one server: at the top those of the first workload's server, in servers[] those of each.
const Table kGroupCommit{
    {"group_commit.groups_per_s", "1/s", "number", "commit groups"},
    {"group_commit.mean_size", "", "number", "transactions per group"},
    {"group_commit.wake_ups_per_follower", "", "number",
     "times that a follower wakes up until its group is done; null where each is woken by itself"},
    {"group_commit.histogram.<size>", "", "number", "groups of that size, in all replicates", false},
};

const Table kSemiSync{
    {"semi_sync.enabled", "", "flag", "semi-sync on the source's side", false},
    {"semi_sync.on_at_end", "", "flag", "whether it was still on at the end of the first replicate", false},
    {"semi_sync.acked", "", "number",
     "waits for an acknowledgement that got it in time, per replicate; with AFTER_SYNC one per group"},
    {"semi_sync.not_acked", "", "number", "waits that did not get it, and commits that did not wait, per replicate"},
    {"semi_sync.timeouts", "", "number", "waits that ended by timeout, per replicate"},
    {"semi_sync.off_s", "s", "number", "time without semi-sync after a timeout, per replicate"},
    {"semi_sync.mean_wait_ms", "ms", "number", "mean time of a wait"},
};

const Table kServers{
    {"servers[].name", "", "text", "as in the scenario", false},
    {"servers[].version", "", "text", "as in the scenario", false},
    {"servers[].host", "", "text", "the machine it runs on", false},
    {"servers[].commits_per_s", "1/s", "number", "transactions committed, by clients and appliers"},
    {"servers[].cpu_utilisation", "", "number", "share of the host's cores in use, from 0 to 1"},
    {"servers[].fsyncs_per_s.redo", "1/s", "number", "fsyncs of the redo log"},
    {"servers[].fsyncs_per_s.binlog", "1/s", "number", "fsyncs of the binary log"},
    {"servers[].fsyncs_per_s.relay_log", "1/s", "number", "fsyncs of the relay log"},
    {"servers[].device_utilisation", "", "number",
     "share of the time in which the host's busiest device was busy, from 0 to 1"},
};

const Table kReplicas{
    {"replicas[].name", "", "text", "as in the scenario", false},
    {"replicas[].source", "", "text", "the server it replicates from", false},
    {"replicas[].mode", "", "text", "semi-sync or async", false},
    {"replicas[].applies", "", "flag", "whether its SQL thread runs", false},
    {"replicas[].lag_ms.mean", "ms", "number", "mean time from the commit on the source to the commit here"},
    {"replicas[].lag_ms.p50", "ms", "number", "its median"},
    {"replicas[].lag_ms.p95", "ms", "number", "its 95th percentile"},
    {"replicas[].lag_ms.p99", "ms", "number", "its 99th percentile"},
    {"replicas[].lag_ms.max", "ms", "number", "the longest"},
    {"replicas[].lag_half_width_ms.mean", "ms", "number", "half-width of lag_ms.mean", false},
    {"replicas[].lag_half_width_ms.p50", "ms", "number", "half-width of lag_ms.p50", false},
    {"replicas[].lag_half_width_ms.p95", "ms", "number", "half-width of lag_ms.p95", false},
    {"replicas[].lag_half_width_ms.p99", "ms", "number", "half-width of lag_ms.p99", false},
    {"replicas[].lag_transfer_share", "", "number", "the part of the lag until a transaction is in the relay log, from 0 to 1"},
    {"replicas[].applied_tps", "1/s", "number", "transactions applied"},
    {"replicas[].received_bytes_per_s", "B/s", "number", "binary log received"},
    {"replicas[].dump_thread_cores", "cores", "number", "CPU that sending to it takes on its source, compression included"},
    {"replicas[].receiver_cores", "cores", "number", "CPU that receiving takes here"},
    {"replicas[].last_ack_share", "", "number", "of the source's commits, those that this replica's ACK released; 0 for an async one"},
    {"replicas[].behind_at_end", "", "number", "transactions committed on the source and not here, at the end"},
    {"replicas[].falls_behind", "", "flag", "whether its backlog grew by more than it can by chance", false},
    {"replicas[].applier_busy", "", "number", "share of the time in which those who apply were at a transaction, from 0 to 1"},
    {"replicas[].apply_capacity_tps", "1/s", "number",
     "rate of the source at which lag begins to grow without bound: what was applied, if it falls behind, or else an estimate"},
    {"replicas[].headroom", "", "number", "that, relative to what its source commits now"},
    {"replicas[].seconds_behind_source_max", "s", "number", "highest Seconds_Behind_Source at the end of a report interval", false},
    {"replicas[].caught_up_s", "s", "number", "from when it was furthest behind until it was a second behind", false},
    {"replicas[].series[].t_s", "s", "number", "end of the interval, since the start of the measurement; of the first replicate", false},
    {"replicas[].series[].applied", "", "number", "transactions applied since then", false},
    {"replicas[].series[].behind", "", "number", "transactions in the source's binary log and not committed here", false},
    {"replicas[].series[].lag_s", "s", "number", "age of the oldest of them since its commit on the source", false},
    {"replicas[].series[].seconds_behind_source", "s", "number", "as the server shows it", false},
};

const Table kBottleneck{
    {"bottleneck.resource", "", "text", "the busiest resource", false},
    {"bottleneck.utilisation", "", "number", "share of the time in which it was busy, from 0 to 1"},
    {"bottleneck.saturated", "", "flag", "whether that is enough to limit the throughput", false},
};

// From queueing analysis, of the first workload; null in a scenario without clients.
const Table kBounds{
    {"bounds.server", "", "text", "the server that its clients talk to", false},
    {"bounds.commit_known", "", "flag", "whether the analysis knows how that server commits; otherwise the bounds leave it out", false},
    {"bounds.alone_ms", "ms", "number", "zero-contention response time: of one client alone, on warm cores"},
    {"bounds.alone_parts_ms.<part>", "ms", "number", "of it: a part; they add up"},
    {"bounds.response_ms", "ms", "number", "lower bound of the mean response time"},
    {"bounds.throughput[].tps", "1/s", "number", "upper bound of the throughput; the tightest comes first"},
    {"bounds.throughput[].law", "", "text", "where it comes from", false},
    {"bounds.throughput[].resource", "", "text", "what limits", false},
    {"bounds.estimate.tps", "1/s", "number", "expected throughput where fsyncs set the pace"},
    {"bounds.estimate.response_ms", "ms", "number", "expected mean response time"},
    {"bounds.estimate.group_size", "", "number", "expected transactions per flush of the bottleneck"},
    {"bounds.estimate.law", "", "text", "where the estimate comes from", false},
    {"bounds.estimate.resource", "", "text", "what sets the pace", false},
};

// Where somebody asked for it: run.crash_moments.
const Table kDurability{
    {"durability.source", "", "text", "the server whose crashes are looked at", false},
    {"durability.moments", "", "number", "random moments, of all replicates", false},
    {"durability.semi_sync_off_share", "", "number", "share of them at which semi-sync was enabled and off, from 0 to 1"},
};

// Of one failure: there is one such list per failure that can happen in the scenario. Transactions.
const Table kLoss{
    {"lost_mean", "", "number", "acknowledged transactions that would be lost: mean over the moments"},
    {"lost_p50", "", "number", "its median"},
    {"lost_p95", "", "number", "its 95th percentile"},
    {"lost_p99", "", "number", "its 99th percentile"},
    {"lost_max", "", "number", "its worst"},
    {"loss_share", "", "number", "share of the moments at which something would be lost, from 0 to 1"},
    {"oldest_s", "s", "number", "age of the oldest lost transaction at any moment, since it was acknowledged"},
    {"seen_and_lost_mean", "", "number", "visible to others, acknowledged or not, and lost: mean over the moments"},
    {"seen_and_lost_max", "", "number", "its worst"},
    {"engine_behind_mean", "", "number", "in the recovered source's binary log and not in its engine: mean"},
    {"engine_behind_max", "", "number", "its worst"},
    {"engine_ahead_mean", "", "number", "in the recovered source's engine and not in its binary log: mean"},
    {"engine_ahead_max", "", "number", "its worst"},
    {"replica_ahead_mean", "", "number", "in some replica's relay log and not in the recovered source's engine: mean"},
    {"replica_ahead_max", "", "number", "its worst"},
    {"errant_mean", "", "number", "in the old source, once it has recovered, and not in the promoted replica: mean"},
    {"errant_max", "", "number", "its worst"},
    {"promoted", "", "text", "the replica that takes over; null: the source goes on", false},
    {"why", "", "text", "the setting that decides", false},
};

const Table kTail{
    {"stalls[].process", "", "text", "a client whose transaction was under way for most of the measurement", false},
    {"stalls[].waits_for", "", "text", "what it waits for", false},
    {"stalls[].since_s", "s", "number", "since when, on the clock of the simulation", false},
    {"warnings[]", "", "text", "about the scenario and about the numbers", false},
    {"series[].t_s", "s", "number", "end of the interval, since the start of the measurement; of the first replicate",
     false},
    {"series[].tps", "1/s", "number", "transactions answered in the interval", false},
    {"series[].mean_ms", "ms", "number", "their mean response time", false},
    {"series[].p95_ms", "ms", "number", "95th percentile of their response times", false},
    {"scenario", "", "mapping", "the scenario with every default spelled out", false},
    {"origins.<path>", "", "text", "where each value of it came from: default, file:line or the option", false},
};

// The status variables of semi-sync, in the words of both generations of its plugin; a server has those of its version.
Table status_variables() {
  const Table words{
      {"clients", "", "number", "semi-sync replicas"},
      {"net_avg_wait_time", "us", "number", "mean time in which a dump thread waited for a reply; 0 where it does not"},
      {"net_wait_time", "us", "number", "their sum"},
      {"net_waits", "", "number", "events that asked for a reply"},
      {"no_times", "", "number", "times that semi-sync was switched off"},
      {"no_tx", "", "number", "waits that ended unacknowledged; what one counts for depends on the version"},
      {"status", "", "text", "ON or OFF at the end of the first replicate"},
      {"timefunc_failures", "", "number", "failures to read the clock: none"},
      {"tx_avg_wait_time", "us", "number", "mean time from the beginning of a wait to a wake-up"},
      {"tx_wait_time", "us", "number", "their sum"},
      {"tx_waits", "", "number", "wake-ups from a wait for an acknowledgement"},
      {"wait_pos_backtraverse", "", "number", "waits for an earlier position than one before"},
      {"wait_sessions", "", "number", "sessions that wait, at the end"},
      {"yes_tx", "", "number", "waits that ended acknowledged; with AFTER_SYNC of MySQL one per group, otherwise one per transaction"},
  };
  const Table of_mariadb{
      {"get_ack", "", "number", "replies received"},
      {"request_ack", "", "number", "transactions for which a reply was wanted"},
  };
  Table all;
  const auto add = [&](const char* generation, const Table& more) {
    for (const ResultMetric& word : more) {
      all.push_back({std::string("semi_sync.Rpl_semi_sync_") + generation + "_" + word.key, word.unit, word.type,
                     "as the server's status variable: " + word.meaning, false});
    }
  };
  add("source", words);
  add("master", words);
  add("master", of_mariadb);
  return all;
}

void append(Table& all, const std::string& prefix, const Table& more) {
  for (ResultMetric metric : more) {
    metric.key = prefix + metric.key;
    all.push_back(std::move(metric));
  }
}

Table make_table() {
  Table semi_sync = kSemiSync;
  append(semi_sync, "", status_variables());
  Table all = kHead;
  append(all, "", kLoad);
  append(all, "", kGroupCommit);
  append(all, "", kServers);
  append(all, "servers[].", kGroupCommit);
  append(all, "servers[].", semi_sync);
  append(all, "", kReplicas);
  append(all, "", semi_sync);
  append(all, "loads[].", kLoad);
  append(all, "", kBounds);
  append(all, "", kBottleneck);
  append(all, "", kDurability);
  for (const std::string_view failure : models::kFailureNames) append(all, "durability." + std::string(failure) + ".", kLoss);
  append(all, "", kTail);
  return all;
}

// Whether a path is one that the key stands for.
bool matches(std::string_view key, std::string_view path) {
  while (!key.empty()) {
    if (key.front() == '<') return !path.empty();
    if (path.empty()) return false;
    if (key.starts_with("[]") && path.front() == '[') {
      const auto end = path.find(']');
      if (end == std::string_view::npos) return false;
      key.remove_prefix(2);
      path.remove_prefix(end + 1);
      continue;
    }
    if (key.front() != path.front()) return false;
    key.remove_prefix(1);
    path.remove_prefix(1);
  }
  return path.empty();
}

}  // namespace

const std::vector<ResultMetric>& result_metrics() {
  static const Table all = make_table();
  return all;
}

const ResultMetric* find_result_metric(std::string_view path) {
  for (const ResultMetric& metric : result_metrics()) {
    if (matches(metric.key, path)) return &metric;
  }
  return nullptr;
}

}  // namespace experiments
