// The few things that the page of `commitsim serve` has sliders for, and the scenario that they stand for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/codec.hpp"
#include "sim/core/units.hpp"

namespace experiments {

struct TeachingReplica {
  bool is_semi_sync = true;
  sim::Seconds rtt{0.0002};  // round trip between source and replica
};

// Server variables have their newest names here; the scenario has those of its version.
struct TeachingParameters {
  std::string version = "mysql-8.0";
  std::int64_t threads = 8;
  sim::Seconds fsync{0.005};  // mean, of redo log and binary log, on every server
  std::int64_t sync_binlog = 1;
  std::int64_t innodb_flush_log_at_trx_commit = 1;
  std::string wait_point = "AFTER_SYNC";
  std::int64_t acks = 1;
  sim::Seconds commit_delay{};  // binlog_group_commit_sync_delay, or MariaDB's binlog_commit_wait_usec
  std::int64_t applier_threads = 8;
  std::vector<TeachingReplica> replicas{TeachingReplica{}};
};

// Reads {"version": "mysql-8.0", "threads": 8, "fsync_ms": 5, "replicas": [{"mode": "semi-sync", "rtt_ms": 0.2}], ...}; what is left out
// has its default. Each fault is one text: unknown keys, wrong types, what is out of range. Nothing is returned when there is one.
std::optional<TeachingParameters> teaching_parameters(const sim::Json& json, std::vector<std::string>& faults);

// The server versions to choose from, in the order of `describe versions`, and the range and default of each number.
sim::Json teaching_choices();

// A scenario in YAML, and what of the parameters the version does not know.
struct TeachingScenario {
  std::string yaml;
  std::vector<std::string> notes;
};

// `measured`: simulated time, after a fifth as much of warm-up.
TeachingScenario teaching_scenario(const TeachingParameters& parameters, sim::Seconds measured);

}  // namespace experiments
