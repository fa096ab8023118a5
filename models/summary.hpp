// Every number that is shown of a scenario: computed once from the records of its replicates; writers only format.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "models/durability/durability_summary.hpp"
#include "models/run_record.hpp"
#include "sim/metrics/estimate.hpp"

namespace models {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// A part of the mean response time. Times in milliseconds.
struct PartSummary {
  std::string name;
  double mean_ms = 0;
  double share = 0;                 // of the mean response
};

struct ResponseSummary {
  sim::Estimate mean_ms, p50_ms, p95_ms, p99_ms;
  double min_ms = kUnknown;
  double max_ms = kUnknown;
  double sum_ms = 0;                // per replicate
};

// What happened in one report interval. Times in the units of their names, rates per second.
struct SeriesPoint {
  double t_s = 0;                   // its end, since the start of the measurement
  double tps = 0;
  double qps = 0, reads_per_s = 0, writes_per_s = 0, others_per_s = 0;
  double mean_ms = 0, p95_ms = 0;
  std::uint64_t queued = 0, busy = 0;
};

// How evenly the client threads were served, per replicate; deviations are standard deviations over the threads.
struct ThreadFairness {
  double transactions_mean = 0, transactions_deviation = 0;
  double busy_mean_s = 0, busy_deviation_s = 0;
};

struct LoadSummary {
  std::string server;
  std::string workload;
  std::int64_t threads = 0;
  double offered_rate = 0;
  double transactions = 0;          // per replicate
  double reads = 0, writes = 0, others = 0, queries = 0;
  sim::Estimate tps;
  sim::Estimate qps;
  ResponseSummary response;
  std::vector<PartSummary> parts;   // they add up to response.mean_ms.mean
  double interval_tps_cv = kUnknown;  // standard deviation of the interval throughputs, relative to their mean
  double interval_s = 0;
  std::vector<SeriesPoint> series;  // of the first replicate
  ThreadFairness fairness;
  double queued_at_end = 0;
};

// Groups of a range of sizes.
struct GroupShare {
  std::int64_t smallest = 0;
  std::int64_t largest = 0;
  double share = 0;                 // of all groups
};

struct GroupCommitSummary {
  double groups_per_s = 0;
  double mean_size = 0;
  std::vector<GroupShare> shares;   // in ranges 1, 2, 3 to 4, 5 to 8, ...; from the smallest to the largest that occur
  std::vector<std::pair<std::int64_t, std::int64_t>> histogram;  // (size, groups)
  double wake_ups_per_follower = kUnknown;  // 1 and those for nothing, where one broadcast wakes the followers of all groups
};

struct SemiSyncSummary {
  bool enabled = false;
  bool on_at_end = false;
  double yes_tx = 0, no_tx = 0, no_times = 0, tx_waits = 0, net_waits = 0, wait_pos_backtraverse = 0, timeouts = 0;
  double clients = 0, wait_sessions = 0;                // at the end
  double request_ack = 0, get_ack = 0;
  double mean_wait_ms = 0;
  double tx_wait_time_us = 0, net_wait_time_us = 0;     // as the server counts them
  double off_s = 0;
};

struct ServerSummary {
  std::string name;
  std::string version;
  std::string host;
  double commits_per_s = 0;
  double cpu_utilisation = 0;       // of the host, 0 to 1
  double redo_fsyncs_per_s = 0, binlog_fsyncs_per_s = 0, relay_log_fsyncs_per_s = 0;
  double device_utilisation = 0;    // share of time in which the busiest device of the host was busy
  GroupCommitSummary group_commit;
  SemiSyncSummary semi_sync;
  double cpu_cores = 0;             // used on the host
};

struct ReplicaSummary {
  std::string name;
  std::string source;
  std::string mode;                 // "semi-sync" or "async"
  bool applies = true;
  sim::Estimate lag_mean_ms, lag_p50_ms, lag_p95_ms, lag_p99_ms;
  double lag_max_ms = kUnknown;
  sim::Histogram lag;               // seconds
  double transfer_share = kUnknown; // of the lag, the part until a transaction is in the relay log, 0 to 1
  double applied_tps = 0;
  double received_bytes_per_s = 0;
  double behind_at_end = 0;         // transactions
  bool falls_behind = false;        // its backlog grew by more than it can be by chance
  double dump_thread_cores = 0;     // CPU that sending to it takes on the source, compression included
  double receiver_cores = 0;        // CPU that receiving takes on the replica
  double source_delay_s = 0;        // that it has to be behind
  double last_ack_share = 0;        // of the ACKs that released commits, 0 to 1
  double applier_busy = 0;          // share of the time in which those who apply were at a transaction, 0 to 1
  double apply_capacity_tps = kUnknown;  // what it applied at, if it falls behind, or would if all were busy all the time
  double headroom = kUnknown;       // that, relative to what its source commits; below 1 lag grows without bound
  std::int64_t seconds_behind_source_max = 0;  // as the server shows it, of the first replicate
  double caught_up_s = kUnknown;    // from when it was furthest behind to when it was at most a second behind
  std::vector<LagPoint> series;     // of the first replicate
};

// The busiest of the resources that others wait for.
struct Bottleneck {
  std::string resource;
  double utilisation = 0;
  bool is_saturated = false;        // busy enough to limit the throughput
};

struct Summary {
  std::uint64_t seed = 0;
  std::int64_t replicates = 0;
  double simulated_s = 0;           // measured, per replicate
  double warm_up_s = 0;
  bool is_steady = true;
  std::vector<LoadSummary> loads;   // the first is the one that the scenario is about
  std::vector<ServerSummary> servers;
  std::size_t main_server = 0;      // that of the first load; else the first, which is a source
  std::vector<ReplicaSummary> replicas;
  std::vector<StallRecord> stalls;
  Bottleneck bottleneck;
  DurabilitySummary durability;
};

// Merges the records of a scenario's replicates, of which there must be at least one. Half-widths come from batch means
// for one replicate, from the replicates for several.
Summary summarise(const std::vector<RunRecord>& records);

}  // namespace models
