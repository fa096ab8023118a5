#include "models/cost_profile.hpp"

#include <algorithm>

namespace models {
namespace {

// The mapping form of a cost.
struct CostForm {
  sim::TimeDistribution value;
  std::string origin;
  sim::Seconds standard_error{0};

  static sim::Schema<CostForm> schema() {
    return sim::Schema<CostForm>("cost", "a cost with its origin")
        .field("value", &CostForm::value, "the time, or its distribution").required()
        .field("origin", &CostForm::origin, "the measurement or the assumption behind it")
        .field("standard_error", &CostForm::standard_error, "of the mean, where a fit found one");
  }
};

}  // namespace

const Cost* StatementCosts::find(const std::string& kind) const {
  const auto found = std::find_if(by_kind.begin(), by_kind.end(), [&](const auto& each) { return each.first == kind; });
  return found == by_kind.end() ? nullptr : &found->second;
}

sim::Schema<CostProfile> CostProfile::schema() {
  using P = CostProfile;
  return sim::Schema<P>("cost profile", "what things cost on one kind of machine")
      .field("name", &P::name, "how scenarios call it")
      .field("description", &P::description, "the machine, and the measurements behind the numbers")
      .field("client_round_trip", &P::client_round_trip,
             "from the server's reply to its reading the next statement: network, client, wake-up")
      .field("client_cpu", &P::client_cpu,
             "CPU of the client per statement, on the host that `client_host` names; beside client_round_trip")
      .field("statements", &P::statements, "CPU of one statement, by kind")
      .field("contention_cpu", &P::contention_cpu,
             "CPU that every statement takes more per other transaction active on the server: read views, spinning for mutexes; "
             "makes throughput peak and then decline")
      .field("read_write_contention_cpu", &P::read_write_contention_cpu,
             "beside contention_cpu, CPU that a statement that reads takes more per other active transaction where transactions write: "
             "row versions, read views, pages of the buffer pool that others made dirty")
      .field("prepare_cpu", &P::prepare_cpu, "storage engine prepare, per transaction")
      .field("flush_stage_cpu", &P::flush_stage_cpu, "per transaction in the flush stage: GTID, copy to the binary log")
      .field("flush_stage_cpu_per_kib", &P::flush_stage_cpu_per_kib, "in the flush stage, per KiB of binary log")
      .field("sync_stage_cpu", &P::sync_stage_cpu, "per group in the sync stage, beside the fsync call itself")
      .field("engine_commit_cpu", &P::engine_commit_cpu, "storage engine commit in memory, per transaction")
      .field("wake_up", &P::wake_up, "from being notified to running")
      .field("context_switch_cpu", &P::context_switch_cpu, "CPU that every wake-up takes")
      .field("cold_start_cpu", &P::cold_start_cpu,
             "more CPU for the first statement on a core that was idle for long: cold caches, sleeping cores")
      .field("cold_start_after", &P::cold_start_after, "idle time after which 63 % of cold_start_cpu are due")
      .field("redo_wake_up_cpu", &P::redo_wake_up_cpu,
             "CPU of a session that waited for a redo log flush, until it has looked at the log again")
      .field("redo_flush_spin_cpu", &P::redo_flush_spin_cpu, "CPU burnt by a spinning thread during a redo log fsync")
      .field("redo_write", &P::redo_write, "write() of the redo log to the page cache")
      .field("redo_fsync", &P::redo_fsync, "fsync of the redo log, a file that keeps its length; the write to the device is part of it")
      .field("redo_fdatasync", &P::redo_fdatasync, "the same with fdatasync; 0: as redo_fsync")
      .field("redo_direct_write", &P::redo_direct_write,
             "write of the redo log to the device, O_DIRECT, without a sync; 0: as redo_write")
      .field("redo_durable_write", &P::redo_durable_write, "write of the redo log that is durable when it ends, O_DSYNC; 0: as redo_fsync")
      .field("redo_writeback_per_mib", &P::redo_writeback_per_mib,
             "time to write a MiB of the redo log that gathered in the page cache, unless innodb_flush_log_at_trx_commit=1 or 3")
      .field("binlog_write", &P::binlog_write, "write() of a group's binary log")
      .field("binlog_fsync", &P::binlog_fsync, "fdatasync of the binary log, a file that grows")
      .field("binlog_writeback_per_mib", &P::binlog_writeback_per_mib,
             "time to write a MiB of the binary log that gathered in the page cache, unless sync_binlog=1")
      .field("relay_log_write", &P::relay_log_write, "write() of one event to the relay log")
      .field("relay_log_fsync", &P::relay_log_fsync, "fdatasync of the relay log, a file that grows")
      .field("dump_thread_cpu", &P::dump_thread_cpu, "CPU on the source per event sent")
      .field("receiver_cpu", &P::receiver_cpu, "CPU on the replica per event received")
      .field("ack_receiver_cpu", &P::ack_receiver_cpu, "CPU on the source per ACK")
      .field("semi_sync_look_cpu", &P::semi_sync_look_cpu, "CPU of a session that an ACK has woken, under the mutex of semi-sync")
      .field("apply_transaction_cpu", &P::apply_transaction_cpu, "CPU on the replica per transaction applied")
      .field("apply_row_cpu", &P::apply_row_cpu, "CPU on the replica per row applied")
      .field("coordinator_cpu", &P::coordinator_cpu, "CPU of the thread that hands transactions to workers, per event")
      .field("coordinator_poll_cpu", &P::coordinator_poll_cpu,
             "CPU of a MySQL coordinator that looks after each nap of 5 us whether transactions of one schema have been applied")
      .field("position_table_cpu", &P::position_table_cpu, "CPU per transaction to update the applier's position in a table")
      .field("position_file_cpu", &P::position_file_cpu, "CPU per transaction to write it to a file")
      .field("zlib", &P::zlib, "replica_compressed_protocol, log_bin_compress")
      .field("zstd", &P::zstd, "binlog_transaction_compression, source_compression")
      .field("event_overhead", &P::event_overhead, "bytes around every event on the wire")
      .field("ack_size", &P::ack_size, "bytes of an ACK on the wire")
      .field("calibration", &P::calibration, "where fitted costs come from; written by calibrate");
}

}  // namespace models

namespace sim {

bool Codec<models::Cost>::read(const Node& node, models::Cost& cost, const Reader& reader) {
  cost.origin.clear();
  cost.standard_error = Seconds{0};
  if (!node.is_mapping() || node.find("value") == nullptr) return reader.read(node, cost.time);
  models::CostForm form;
  if (!reader.read(node, form)) return false;
  cost = {form.value, form.origin, form.standard_error};
  return true;
}

Json Codec<models::Cost>::write(const models::Cost& cost) {
  const Json time = Codec<TimeDistribution>::write(cost.time);
  if (cost.origin.empty() && cost.standard_error.count() == 0) return time;
  Json written{{"value", time}};
  if (!cost.origin.empty()) written["origin"] = cost.origin;
  if (cost.standard_error.count() > 0) written["standard_error"] = write_time(cost.standard_error);
  return written;
}

Json Codec<models::Cost>::json_schema() {
  return {{"anyOf", Json::array({Codec<TimeDistribution>::json_schema(), Codec<models::CostForm>::json_schema()})}};
}

bool Codec<models::StatementCosts>::read(const Node& node, models::StatementCosts& costs, const Reader& reader) {
  Named<models::Cost> given;
  if (!reader.read(node, given)) return false;
  for (auto& [kind, cost] : given) {
    const auto same = [&wanted = kind](const auto& each) { return each.first == wanted; };
    const auto known = std::find_if(costs.by_kind.begin(), costs.by_kind.end(), same);
    if (known == costs.by_kind.end()) costs.by_kind.emplace_back(kind, std::move(cost));
    else known->second = std::move(cost);
  }
  return true;
}

}  // namespace sim
