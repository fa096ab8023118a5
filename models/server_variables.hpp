// The server variables that the simulated server obeys, under the server's own names (the newest where there are two).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/schema.hpp"
#include "sim/core/units.hpp"

namespace models {

enum class WaitPoint { after_sync, after_commit };

constexpr auto enum_names(WaitPoint) {
  return std::to_array<sim::EnumName<WaitPoint>>(
      {{"AFTER_SYNC", WaitPoint::after_sync}, {"AFTER_COMMIT", WaitPoint::after_commit}});
}

// Initialisers are MySQL 5.7's defaults (PIPELINES knobs table; sys_vars.cc of 5.7.18).
struct ServerVariables {
  bool log_bin = false;
  std::int64_t sync_binlog = 1;
  std::int64_t innodb_flush_log_at_trx_commit = 1;
  sim::Seconds innodb_flush_log_at_timeout{1};

  bool innodb_support_xa = true;                   // up to MySQL 5.6 and in MariaDB up to 10.2; ON for good after
  bool innodb_log_writer_threads = false;          // MySQL 8.0.22 and later
  bool innodb_log_file_buffering = true;           // MariaDB 10.8.4 and later: OFF makes a redo log write device I/O
  std::int64_t innodb_thread_concurrency = 0;      // 0: no limit

  bool binlog_order_commits = true;
  sim::Seconds binlog_max_flush_queue_time{0};     // MySQL 5.6
  std::int64_t binlog_commit_wait_count = 0;       // MariaDB
  sim::Seconds binlog_commit_wait_usec{0.1};       // MariaDB
  sim::Bytes max_binlog_size{1024 * 1024 * 1024};
  sim::Seconds binlog_group_commit_sync_delay{0};
  std::int64_t binlog_group_commit_sync_no_delay_count = 0;

  bool rpl_semi_sync_source_enabled = false;
  sim::Seconds rpl_semi_sync_source_timeout{10};
  WaitPoint rpl_semi_sync_source_wait_point = WaitPoint::after_sync;
  std::int64_t rpl_semi_sync_source_wait_for_replica_count = 1;
  bool rpl_semi_sync_source_wait_no_replica = true;
  bool rpl_semi_sync_replica_enabled = false;

  std::int64_t sync_relay_log = 10000;
  bool log_replica_updates = false;
};

// A server's `variables` as a document gives them.
struct VariableSettings {
  ServerVariables values;
  std::vector<std::string> given;  // those that stand in the document, by their newest name

  bool is_given(const std::string& name) const;
};

// The variables under their newest names; every one has its documentation and its range here.
sim::Schema<ServerVariables> server_variables_schema();

// Every name that a document may use, with the newest name of the same variable.
struct VariableName {
  std::string name;
  std::string newest;
};
const std::vector<VariableName>& variable_names();

}  // namespace models

namespace sim {

template <>
struct Codec<models::VariableSettings> {
  static bool read(const Node& node, models::VariableSettings& settings, const Reader& reader);
  static Json write(const models::VariableSettings& settings);
  static std::string type() { return "server variables"; }
  static void describe(const FieldDescription& row, const models::VariableSettings& defaults, std::vector<FieldDescription>& out);
  static Json json_schema();
  static void record_defaults(const Reader& reader);
};

}  // namespace sim
