// What things cost: the numbers that a calibration finds. No cost is a constant in the code.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/core/distribution.hpp"
#include "sim/core/units.hpp"

namespace models {

// One cost with where it comes from.
struct Cost {
  sim::Distribution time;     // seconds
  std::string origin;         // the measurement or the assumption behind it
  sim::Seconds standard_error{0};  // 0: not known

  sim::Seconds mean() const { return sim::Seconds{time.mean()}; }
};

struct CostProfile {
  std::string name;
  std::string description;

  // Client and statements.
  Cost client_round_trip;     // from the server's reply to its reading the next statement: network, client, wake-up
  std::vector<std::pair<std::string, Cost>> statements;  // CPU per statement, by kind

  // Commit.
  Cost prepare_cpu;                      // storage engine prepare, binary log cache
  Cost flush_stage_cpu;                  // per transaction in the flush stage: GTID, copy to the log
  Cost flush_stage_cpu_per_kib;          // more of it per KiB of binary log
  Cost sync_stage_cpu;                   // per group beside the fsync call itself
  Cost engine_commit_cpu;                // per transaction, storage engine commit in memory
  Cost wake_up;                          // from being notified to running
  Cost context_switch_cpu;               // CPU that every wake-up takes

  // Files.
  Cost redo_write;
  Cost redo_fsync;
  Cost binlog_write;
  Cost binlog_fsync;
  Cost relay_log_write;                  // per event
  Cost relay_log_fsync;

  // Replication.
  Cost dump_thread_cpu;                  // per event sent, on the source
  Cost receiver_cpu;                     // per event received, on the replica
  Cost ack_receiver_cpu;                 // per ACK, on the source
  Cost apply_transaction_cpu;            // per transaction applied
  Cost apply_row_cpu;                    // per row applied
  sim::Bytes event_overhead{5};          // packet header and status byte around every event on the wire
  sim::Bytes ack_size{29};               // ACK packet on the wire
};

}  // namespace models
