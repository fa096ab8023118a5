// Variables of the redo log and the binary log that no model obeys.
//
// Sources: as in obeyed_variables.cpp; Percona Server 5.7 documentation (InnoDB I/O) for its own.
#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

using Type = VariableType;

std::vector<Variable> redo_log_variables() {
  return {
      without_effect("innodb_log_buffer_size", Type::bytes(256 * kKiB, 4 * kGiB), "redo log that may wait to be written")
          .mysql({5}, "1MiB").mysql({5, 5}, "8MiB").mysql({5, 7, 6}, "16MiB").mysql({8, 4}, "64MiB").plugin("8MiB")
          .mariadb({5}, "8MiB").mariadb({10, 1, 9}, "16MiB"),
      without_effect("innodb_log_file_size", Type::bytes(kMiB, 512 * kGiB), "size of a redo log file; checkpoints are not simulated")
          .mysql({5}, "5MiB").mysql({5, 6, 8}, "48MiB")
          .mariadb({5}, "5MiB").mariadb({10, 0}, "48MiB").mariadb({10, 5}, "96MiB"),
      without_effect("innodb_log_files_in_group", Type::number(1, 100), "number of redo log files")
          .mysql({5}, "2").mariadb({5}, "2").mariadb({10, 5}, "1").absent("mariadb", {10, 6}),
      without_effect("innodb_redo_log_capacity", Type::bytes(8 * kMiB, 512 * kGiB), "redo log on disk; checkpoints are not simulated")
          .mysql({8, 0, 30}, "100MiB"),
      without_effect("innodb_doublewrite", Type::toggle(), "page writes are not simulated")
          .mysql({5}, "ON").mysql({8, 0, 30}, "ON", Type::one_of({"ON", "OFF", "DETECT_AND_RECOVER", "DETECT_ONLY"}))
          .mariadb({5}, "ON"),
      without_effect("innodb_use_global_flush_log_at_trx_commit", Type::toggle(),
                     "OFF: a session's own innodb_flush_log_at_trx_commit counts; all sessions have the global value here")
          .percona({5, 1}, "ON").absent("percona", {8}),
  };
}

std::vector<Variable> binary_log_variables() {
  return {
      without_effect("binlog_transaction_compression_level_zstd", Type::number(1, 22), "level 3 is what the cost profile knows")
          .mysql({8, 0, 20}, "3"),
      not_simulated("binlog_optimize_thread_scheduling", Type::toggle(), {"ON"}, "the leader of a group commits for all of it")
          .mariadb({5, 3}, "ON"),
      without_effect("binlog_format", Type::one_of({"STATEMENT", "ROW", "MIXED"}),
                     "the workload says how much binary log a transaction writes")
          .mysql({5, 1}, "STATEMENT").mysql({5, 7, 7}, "ROW").mariadb({5}, "STATEMENT").mariadb({10, 2, 4}, "MIXED"),
      without_effect("binlog_row_image", Type::one_of({"FULL", "MINIMAL", "NOBLOB", "FULL_NODUP"}),
                     "the workload says how much binary log a transaction writes")
          .mysql({5, 6, 2}, "FULL").mariadb({10, 1, 6}, "FULL"),
      without_effect("binlog_checksum", Type::one_of({"CRC32", "NONE"}), "what a checksum takes is in the cost of writing")
          .mysql({5, 6, 2}, "NONE").mysql({5, 6, 6}, "CRC32").mariadb({5, 3}, "NONE").mariadb({10, 2, 1}, "CRC32"),
      without_effect("binlog_cache_size", Type::bytes(4 * kKiB, 4 * kGiB), "transactions fit into memory")
          .mysql({5}, "32KiB").mariadb({5}, "32KiB"),
      without_effect("gtid_mode", Type::one_of({"OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON"}), "GTIDs cost no time here")
          .mysql({5, 6, 5}, "OFF"),
      without_effect("enforce_gtid_consistency", Type::one_of({"OFF", "ON", "WARN"}), "refuses statements, which is not simulated")
          .mysql({5, 6, 9}, "OFF"),
  };
}

// Beside those of the thread pool that models obey.
std::vector<Variable> thread_pool_variables() {
  return {
      without_effect("thread_pool_max_threads", Type::number(1, 100000), "the pool is never short of threads here")
          .percona({5, 5, 29}, "500").percona({5, 6}, "100000")
          .mariadb({5, 5}, "500").mariadb({10, 2, 4}, "65536"),
      without_effect("thread_pool_idle_timeout", Type::number(1, 4294967295), "starting a thread costs nothing here")
          .percona({5, 5, 29}, "60").mariadb({5, 5}, "60"),
      not_simulated("thread_pool_high_prio_mode", Type::one_of({"transactions", "statements", "none"}), {"transactions"},
                    "which statements come first in the thread pool")
          .percona({5, 5, 35}, "transactions"),
      without_effect("thread_pool_high_prio_tickets", Type::number(0, 4294967295),
                     "statements of a transaction that come first; as many as it has here")
          .percona({5, 5, 29}, "0").percona({5, 6}, "4294967295"),
      not_simulated("thread_pool_priority", Type::one_of({"high", "low", "auto"}), {"auto"},
                    "which statements come first in the thread pool; auto: those inside a transaction")
          .mariadb({10, 2, 2}, "auto"),
      without_effect("thread_pool_prio_kickup_timer", Type::number(0, 4294967295), "nothing waits that long for those that come first")
          .mariadb({10, 2, 2}, "1000"),
      not_simulated("thread_pool_dedicated_listener", Type::toggle(), {"OFF"}, "a thread of every group does nothing but poll")
          .mariadb({10, 5}, "OFF"),
  };
}

}  // namespace

std::vector<Variable> commit_variables() {
  std::vector<Variable> all = redo_log_variables();
  for (const Variable& each : thread_pool_variables()) all.push_back(each);
  for (const Variable& each : binary_log_variables()) all.push_back(each);
  return all;
}

}  // namespace models
