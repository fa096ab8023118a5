// What things cost: the numbers that a calibration finds. No cost is a constant in the code.
#pragma once

#include <string>

#include "models/calibration_record.hpp"
#include "models/compression.hpp"
#include "models/cost.hpp"
#include "sim/config/schema.hpp"
#include "sim/core/units.hpp"

namespace models {

// CPU per statement, by kind. Reading adds to what is there already, so that a scenario can change one kind.
struct StatementCosts {
  sim::Named<Cost> by_kind;

  // The cost of that kind, or null.
  const Cost* find(const std::string& kind) const;
};

struct CostProfile {
  std::string name;
  std::string description;

  // Client and statements.
  Cost client_round_trip;     // from the server's reply to its reading the next statement: network, client, wake-up
  Cost client_cpu;            // CPU of the client per statement; matters where clients share a machine with servers
  StatementCosts statements;

  // Commit.
  Cost contention_cpu;                   // of a statement, more per other active transaction
  Cost read_write_contention_cpu;        // of a statement that reads in a transaction that writes, more per other one
  Cost prepare_cpu;                      // storage engine prepare, binary log cache
  Cost flush_stage_cpu;                  // per transaction in the flush stage: GTID, copy to the log
  Cost flush_stage_cpu_per_kib;          // more of it per KiB of binary log
  Cost sync_stage_cpu;                   // per group beside the fsync call itself
  Cost engine_commit_cpu;                // per transaction, storage engine commit in memory
  Cost wake_up;                          // from being notified to running
  Cost context_switch_cpu;               // CPU that every wake-up takes
  Cost cold_start_cpu;                   // more CPU for the first statement on a core that was idle for long
  Cost cold_start_after;                 // idle time after which 63 % of it are due
  Cost redo_wake_up_cpu;                 // CPU of a session that a redo log flush wakes
  Cost redo_flush_spin_cpu;              // CPU burnt by a spinning thread during a redo log fsync

  // Files. redo_fsync is what the redo log's sync took where it was measured: in most servers an fsync of a preallocated file,
  // in MariaDB from 10.5 on and with innodb_use_fdatasync an fdatasync. Who knows the times of more than one kind states
  // them as well; a kind that is not stated costs what the nearest stated one does (see redo_log_calls.hpp). binlog_fsync and
  // relay_log_fsync are fdatasyncs of files that have grown, so that their length has to be journaled.
  Cost redo_write;
  Cost redo_fsync;
  Cost redo_writeback_per_mib;           // of the redo log that gathers in the page cache where commits do not flush it
  Cost redo_fdatasync;
  Cost redo_direct_write;
  Cost redo_durable_write;
  Cost binlog_write;
  Cost binlog_fsync;
  Cost binlog_writeback_per_mib;         // of the binary log that gathers in the page cache where groups are not synced
  Cost relay_log_write;                  // per event
  Cost relay_log_fsync;

  // Replication.
  Cost dump_thread_cpu;                  // per event sent, on the source
  Cost receiver_cpu;                     // per event received, on the replica
  Cost ack_receiver_cpu;                 // per ACK, on the source
  Cost semi_sync_look_cpu;               // of a session that an ACK has woken, under the mutex of the plugin
  Cost apply_transaction_cpu;            // per transaction applied
  Cost apply_row_cpu;                    // per row applied
  Cost coordinator_cpu;                  // per event that is handed to a worker
  Cost coordinator_poll_cpu;             // of a coordinator that looks for progress after a nap
  Cost position_table_cpu;               // of the applier's position in a table, per transaction
  Cost position_file_cpu;                // of the same in a file
  CompressionCosts zlib;
  CompressionCosts zstd;
  sim::Bytes event_overhead{5};          // packet header and status byte around every event on the wire
  sim::Bytes ack_size{29};               // ACK packet on the wire

  CalibrationRecord calibration;         // where fitted costs come from

  static sim::Schema<CostProfile> schema();
};

}  // namespace models

namespace sim {

template <>
struct Codec<models::StatementCosts> {
  static bool read(const Node& node, models::StatementCosts& costs, const Reader& reader);
  static Json write(const models::StatementCosts& costs) { return Codec<Named<models::Cost>>::write(costs.by_kind); }
  static std::string type() { return "mapping from statement kinds to CPU times"; }
  static Json json_schema() { return Codec<Named<models::Cost>>::json_schema(); }
};

}  // namespace sim
