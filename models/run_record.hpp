// What one simulation measured: counts, sums and histograms, nothing derived. It travels from the simulating process to
// its parent, which merges replicates and computes every number that is shown (models/summary.hpp).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "models/durability/durability_record.hpp"
#include "models/replication/lag_monitor.hpp"
#include "models/workload/interval_series.hpp"
#include "sim/metrics/histogram.hpp"

namespace models {

// The clients of one server. Times in seconds.
struct LoadRecord {
  std::string server;
  std::string workload;
  std::int64_t threads = 0;
  double offered_rate = 0;                // transactions per second; 0 for closed clients
  std::int64_t reads_per_transaction = 0;
  std::int64_t writes_per_transaction = 0;
  std::int64_t others_per_transaction = 0;
  std::int64_t transactions = 0;
  std::int64_t queued_at_end = 0;
  std::vector<double> parts;              // summed over the transactions, by Part
  std::vector<double> batch_rates;        // transactions per second in successive equal spans
  std::vector<double> batch_means;        // mean response in each
  std::vector<sim::Histogram> batches;    // responses in each
  std::vector<std::int64_t> thread_transactions;  // of the client threads up to the last one that had an answer
  std::vector<double> thread_responses;           // summed over them
  double interval = 0;
  std::vector<Interval> intervals;
};

struct SemiSyncRecord {
  bool enabled = false;
  bool on_at_end = false;
  std::int64_t clients = 0, yes_tx = 0, no_tx = 0, no_times = 0, tx_waits = 0, net_waits = 0;
  std::int64_t wait_pos_backtraverse = 0, timeouts = 0;
  std::int64_t wait_sessions = 0, request_ack = 0, get_ack = 0;
  double tx_wait_time = 0, net_wait_time = 0;
  double off = 0;
};

// Something that can be busy: a device, a stage of the commit pipeline.
struct UsageRecord {
  std::string name;
  double busy = 0;                        // seconds
  bool has_queue = true;                  // whether others wait while it is busy
};

struct ServerRecord {
  std::string name;
  std::string version;
  std::string host;
  std::int64_t commits = 0;
  std::int64_t redo_fsyncs = 0, binlog_fsyncs = 0, relay_log_fsyncs = 0;
  std::vector<std::int64_t> groups_by_size;
  std::vector<UsageRecord> stages;       // of the commit pipeline
  SemiSyncRecord semi_sync;
  std::int64_t follower_wake_ups = 0, useful_wake_ups = 0;  // where one broadcast wakes the followers of all groups
};

struct HostRecord {
  std::string name;
  std::int64_t cores = 0;
  double cpu_used = 0;                    // core-seconds
  std::vector<UsageRecord> devices;
};

struct ReplicaRecord {
  std::string name;
  std::string source;
  bool semi_sync = false;
  bool applies = true;
  sim::Histogram lag;                     // seconds
  double transfer = 0;                    // seconds of lag until in the relay log, of all transactions
  std::int64_t applied = 0;
  std::int64_t received_bytes = 0;
  std::int64_t behind_at_start = 0;       // transactions committed on the source and not here
  std::int64_t behind_at_end = 0;
  double dump_thread_cpu = 0;             // core-seconds on the source, compression included
  double receiver_cpu = 0;                // on the replica
  double source_delay = 0;                // seconds that it has to be behind
  std::int64_t last_acks = 0;             // positions whose last ACK that was needed came from here
  std::int64_t appliers = 0;              // so many apply at a time at most
  double apply_busy = 0;                  // seconds, of all of them
  std::vector<LagPoint> lag_points;       // at the end of each report interval, while it applies
};

// A client whose transaction has been under way for a large part of the run.
struct StallRecord {
  std::string process;
  std::string waits_for;
  double since = 0;                       // simulated seconds
};

struct RunRecord {
  std::uint64_t seed = 0;
  std::int64_t replicate = 0;
  double warm_up = 0;
  double measured = 0;
  bool is_steady = true;
  std::vector<LoadRecord> loads;          // the first is the one that throughput and response time are reported of
  std::vector<ServerRecord> servers;
  std::vector<HostRecord> hosts;
  std::vector<ReplicaRecord> replicas;
  std::vector<StallRecord> stalls;
  DurabilityRecord durability;
};

// To and from bytes, for the way between processes. The second throws nlohmann::json::exception on anything else.
std::string to_bytes(const RunRecord& record);
RunRecord run_record_from_bytes(const std::string& bytes);

}  // namespace models
