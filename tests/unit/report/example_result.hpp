// Results made by hand, so that what the writers show does not depend on a simulation.
#pragma once

#include "experiments/report/result.hpp"
#include "models/durability/crash_judge.hpp"

namespace experiments {

// One source with a semi-sync replica, all of it known.
inline models::LoadSummary example_load() {
  models::LoadSummary load;
  load.server = "source";
  load.workload = "oltp_read_write";
  load.threads = 4;
  load.transactions = 8000;
  load.reads = 112000;
  load.writes = 32000;
  load.others = 16000;
  load.queries = 160000;
  load.tps = {800, 4.25, 20, sim::EstimateMethod::BatchMeans};
  load.qps = {16000, 85, 20, sim::EstimateMethod::BatchMeans};
  load.response.mean_ms = {5, 0.0625, 20, sim::EstimateMethod::BatchMeans};
  load.response.p50_ms = {4.5, 0.125, 20, sim::EstimateMethod::BatchMeans};
  load.response.p95_ms = {8.25, 0.5, 20, sim::EstimateMethod::BatchMeans};
  load.response.p99_ms = {11.5, 1.5, 20, sim::EstimateMethod::BatchMeans};
  load.response.min_ms = 2.5;
  load.response.max_ms = 40;
  load.response.sum_ms = 40000;
  load.parts = {{"thread_wait", 0, 0},
                {"client", 1, 0.2},
                {"execute", 2, 0.4},
                {"lock_wait", 0, 0},
                {"prepare", 0.001, 0.0002},
                {"flush_wait", 0.25, 0.05},
                {"flush", 0.5, 0.1},
                {"sync_wait", 0, 0},
                {"sync", 1, 0.2},
                {"commit_wait", 0, 0},
                {"ack_wait", 0.2, 0.04},
                {"engine_commit", 0.049, 0.0098},
                {"rotation", 0, 0},
                {"wake_up", 0, 0}};
  load.interval_tps_cv = 0.02;
  load.interval_s = 1;
  load.series = {{1, 801, 16020, 11214, 3204, 1602, 4.9, 8.125, 0, 4},
                 {2, 799, 15980, 11186, 3196, 1598, 5.1, 8.375, 3, 4}};
  load.fairness = {2000, 11.5, 10, 0.0625};
  return load;
}

inline models::Bounds example_bounds() {
  models::Bounds bounds;
  bounds.server = "source";
  bounds.parts = {{"statements", sim::milliseconds(2), sim::milliseconds(2)}, {"binlog_fsync", sim::milliseconds(2.5), {}}};
  bounds.response_alone = sim::milliseconds(4.5);
  bounds.response_least = sim::milliseconds(4);
  bounds.throughput = {{{1000}, "asymptotic bound N / R", "latency seen by 4 clients"}, {{2000}, "bottleneck bound 1 / D", "CPU of db1"}};
  bounds.estimate = {{900}, sim::milliseconds(4.25), 1.5, "self-clocking group commit", "LOCK_log"};
  return bounds;
}

inline models::DurabilitySummary example_durability() {
  models::DurabilitySummary summary;
  summary.source = "source";
  summary.moments = 1000;
  summary.semi_sync_off = 0.125;
  for (const std::string_view failure : models::kFailureNames) {
    models::LossSummary loss;
    loss.failure = failure;
    loss.why = "a commit is answered when both logs are synced";
    summary.losses.push_back(loss);
  }
  summary.losses[1] = {"source_host_crash", 2.5, 2, 5, 6, 7, 0.75, 1.02, {3, 9}, {2, 8}, {}, {1.5, 6}, {}, "", "sync_binlog=0"};
  summary.losses[2] = {"source_lost", 0, 0, 0, 0, 0, 0, 0, {0.25, 1}, {}, {}, {}, {0.5, 4}, "replica", "semi-sync"};
  return summary;
}

inline Result example_result() {
  Result result;
  result.network_model = "point_to_point";
  result.scenario_file = "example.yaml";
  result.scenario["run"]["duration"] = "10s";
  result.origins.given("run.duration", {"example.yaml", 2, 3});
  models::Summary& summary = result.summary;
  summary.seed = 7;
  summary.replicates = 1;
  summary.simulated_s = 10;
  summary.warm_up_s = 0.5;
  summary.loads = {example_load()};
  models::ServerSummary source{"source", "mysql-5.7", "db1", 800, 0.25, 400, 395, 0, 0.875, {}, {}};
  source.group_commit = {400, 2, {{1, 1, 0.5}, {2, 2, 0.25}, {3, 4, 0.25}}, {{1, 2000}, {2, 1000}, {4, 1000}}, 1.75};
  source.semi_sync.enabled = source.semi_sync.on_at_end = true;
  source.semi_sync.yes_tx = source.semi_sync.tx_waits = 4000;
  source.semi_sync.mean_wait_ms = 0.5;
  source.semi_sync.tx_wait_time_us = 2e6;
  source.semi_sync.clients = 1;
  summary.servers = {source, {"replica", "mysql-5.7", "db2", 800, 0.05, 800, 0, 1.5, 0.5, {}, {}}};
  summary.replicas = {{"replica",
                       "source",
                       "semi-sync",
                       true,
                       {1.5, 0.25, 20, {}},
                       {1.25, 0.25, 20, {}},
                       {4, 0.5, 20, {}},
                       {7, 1, 20, {}},
                       15,
                       {},
                       0.3,
                       800,
                       1.5e6,
                       2,
                       false,
                       0.0125,
                       0.025,
                       0,
                       1,
                       0.4,
                       2000,
                       2.5,
                       1,
                       3,
                       {{1, 800, 2, 0.002, 1}}}};
  summary.bottleneck = {"sync stage of source", 0.98, true};
  result.bounds = example_bounds();
  return result;
}

// Servers without clients.
inline Result idle_result() {
  Result result = example_result();
  result.summary.loads.clear();
  result.bounds.reset();
  result.summary.servers = {{"alone", "mysql-5.7", "db1", 0, 0, 0, 0, 0, 0, {}, {}}};
  result.summary.replicas.clear();
  result.summary.bottleneck = {"none", 0, false};
  return result;
}

}  // namespace experiments
