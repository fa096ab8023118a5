// The server variables that the simulated server obeys, under the server's own names (the newest where there are two).
#pragma once

#include <array>
#include <cstdint>

#include "models/replication/dependency_tracker.hpp"
#include "models/version/release.hpp"
#include "sim/config/schema.hpp"
#include "sim/core/units.hpp"

namespace models {

enum class WaitPoint { after_sync, after_commit };

constexpr auto enum_names(WaitPoint) {
  return std::to_array<sim::EnumName<WaitPoint>>(
      {{"AFTER_SYNC", WaitPoint::after_sync}, {"AFTER_COMMIT", WaitPoint::after_commit}});
}

enum class ThreadHandling { one_thread_per_connection, pool_of_threads };

constexpr auto enum_names(ThreadHandling) {
  return std::to_array<sim::EnumName<ThreadHandling>>({{"one-thread-per-connection", ThreadHandling::one_thread_per_connection},
                                                       {"pool-of-threads", ThreadHandling::pool_of_threads}});
}

// What each makes of the redo log: redo_log_calls.hpp. `fdatasync` is what 5.0 to 5.5 called fsync.
enum class FlushMethod { fsync, fdatasync, o_dsync, o_direct, o_direct_no_fsync, all_o_direct };

constexpr auto enum_names(FlushMethod) {
  return std::to_array<sim::EnumName<FlushMethod>>({{"fsync", FlushMethod::fsync},
                                                    {"fdatasync", FlushMethod::fdatasync},
                                                    {"O_DSYNC", FlushMethod::o_dsync},
                                                    {"O_DIRECT", FlushMethod::o_direct},
                                                    {"O_DIRECT_NO_FSYNC", FlushMethod::o_direct_no_fsync},
                                                    {"ALL_O_DIRECT", FlushMethod::all_o_direct}});
}

// Which transactions the workers of MySQL apply at once.
enum class ParallelType { database, logical_clock };

constexpr auto enum_names(ParallelType) {
  return std::to_array<sim::EnumName<ParallelType>>(
      {{"DATABASE", ParallelType::database}, {"LOGICAL_CLOCK", ParallelType::logical_clock}});
}

// Which transactions the parallel threads of MariaDB apply at once.
enum class ParallelMode { none, minimal, conservative, optimistic, aggressive };

constexpr auto enum_names(ParallelMode) {
  return std::to_array<sim::EnumName<ParallelMode>>({{"none", ParallelMode::none},
                                                     {"minimal", ParallelMode::minimal},
                                                     {"conservative", ParallelMode::conservative},
                                                     {"optimistic", ParallelMode::optimistic},
                                                     {"aggressive", ParallelMode::aggressive}});
}

// Where the applier's position stands.
enum class PositionStore { file, table };

constexpr auto enum_names(PositionStore) {
  return std::to_array<sim::EnumName<PositionStore>>({{"FILE", PositionStore::file}, {"TABLE", PositionStore::table}});
}

// Initialisers are MySQL 5.7's defaults (sys_vars.cc of 5.7.18); default_variables() has those of each release.
struct ServerVariables {
  bool log_bin = false;
  std::int64_t sync_binlog = 1;
  std::int64_t innodb_flush_log_at_trx_commit = 1;
  sim::Seconds innodb_flush_log_at_timeout{1};

  bool innodb_support_xa = true;                   // up to MySQL 5.6 and in MariaDB up to 10.2; ON for good after
  bool innodb_log_writer_threads = false;          // MySQL 8.0.22 and later
  bool innodb_log_file_buffering = true;           // MariaDB 10.8.4 and later: OFF makes a redo log write device I/O
  bool innodb_log_file_write_through = false;      // MariaDB 11.0 and later
  FlushMethod innodb_flush_method = FlushMethod::fsync;
  bool innodb_use_fdatasync = false;               // MySQL 8.0.26 and later
  std::int64_t innodb_thread_concurrency = 0;      // 0: no limit
  std::int64_t innodb_commit_concurrency = 0;      // likewise

  std::int64_t max_connections = 151;
  ThreadHandling thread_handling = ThreadHandling::one_thread_per_connection;
  std::int64_t thread_pool_size = 1;               // by default the number of the host's cores, which the resolver knows
  std::int64_t thread_pool_oversubscribe = 3;
  sim::Seconds thread_pool_stall_limit{0.5};

  bool binlog_order_commits = true;
  sim::Seconds binlog_max_flush_queue_time{0};     // MySQL 5.6
  std::int64_t binlog_commit_wait_count = 0;       // MariaDB
  sim::Seconds binlog_commit_wait_usec{0.1};       // MariaDB
  sim::Bytes max_binlog_size{1073741824};
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
  PositionStore relay_log_info_repository = PositionStore::file;
  std::int64_t sync_relay_log_info = 10000;
  bool relay_log_recovery = false;

  DependencyTracking binlog_transaction_dependency_tracking = DependencyTracking::commit_order;
  std::int64_t binlog_transaction_dependency_history_size = 25000;

  std::int64_t replica_parallel_workers = 0;       // MySQL
  ParallelType replica_parallel_type = ParallelType::database;
  bool replica_preserve_commit_order = false;
  sim::Bytes replica_pending_jobs_size_max{16777216};
  std::int64_t replica_checkpoint_group = 512;

  std::int64_t slave_parallel_threads = 0;         // MariaDB
  ParallelMode slave_parallel_mode = ParallelMode::conservative;
  sim::Bytes slave_parallel_max_queued{131072};
  std::int64_t slave_domain_parallel_threads = 0;
  std::int64_t gtid_cleanup_batch_size = 0;        // MariaDB 10.4.1 and later

  bool replica_compressed_protocol = false;
  bool binlog_transaction_compression = false;     // MySQL 8.0.20 and later
  bool log_bin_compress = false;                   // MariaDB 10.2.3 and later
  sim::Bytes log_bin_compress_min_len{256};
};

// The variables under their newest names; every one has its documentation and its range here.
sim::Schema<ServerVariables> server_variables_schema();

// Those that a release knows, under its own names (the newest where it has two) and with its ranges.
sim::Schema<ServerVariables> server_variables_schema(const Release& release);

// What a release does when nothing is set: its defaults, and what it does where it does not have a variable. Two defaults
// depend on more than the release and stay as on a small server by itself: log_bin and innodb_log_writer_threads.
ServerVariables default_variables(const Release& release);

}  // namespace models
