#include "models/run_record.hpp"

#include <nlohmann/json.hpp>

namespace models {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Interval, end, transactions, mean_response, p95_response, queued, busy)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoadRecord, server, workload, threads, offered_rate, reads_per_transaction,
                                   writes_per_transaction, others_per_transaction, transactions, queued_at_end, parts,
                                   batch_rates, batch_means, batches, thread_transactions, thread_responses, interval,
                                   intervals)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SemiSyncRecord, enabled, on_at_end, clients, yes_tx, no_tx, no_times, tx_waits,
                                   net_waits, wait_pos_backtraverse, timeouts, wait_sessions, request_ack, get_ack, tx_wait_time,
                                   net_wait_time, off)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(UsageRecord, name, busy, has_queue)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ServerRecord, name, version, host, commits, redo_fsyncs, binlog_fsyncs,
                                   relay_log_fsyncs, groups_by_size, stages, semi_sync, follower_wake_ups, useful_wake_ups)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostRecord, name, cores, cpu_used, devices)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LagPoint, t, applied, behind, lag, seconds_behind_source)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReplicaRecord, name, source, semi_sync, applies, lag, transfer, applied, received_bytes,
                                   behind_at_start, behind_at_end, dump_thread_cpu, receiver_cpu, source_delay, last_acks,
                                   appliers, apply_busy, lag_points)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StallRecord, process, waits_for, since)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LossRecord, failure, lost, seen_and_lost, engine_behind, engine_ahead, replica_ahead, errant, oldest,
                                   lost_with_redo, lost_with_binlog, promoted, why)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DurabilityRecord, source, moments, semi_sync_off, acknowledged_twice, losses)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunRecord, seed, replicate, warm_up, measured, is_steady, loads, servers, hosts,
                                   replicas, stalls, durability)

std::string to_bytes(const RunRecord& record) {
  std::string bytes;
  nlohmann::json::to_cbor(nlohmann::json(record), bytes);
  return bytes;
}

RunRecord run_record_from_bytes(const std::string& bytes) {
  return nlohmann::json::from_cbor(bytes).get<RunRecord>();
}

}  // namespace models
