// The variables that the models obey: fields of ServerVariables, whose meaning and range server_variables_schema() holds.
//
// Sources: sys_vars.cc, ha_innodb.cc and semisync_master_plugin.cc of MySQL 5.1.73, 5.5.62, 5.6.51, 5.7.18, 5.7.44, 8.0.30
// and 8.4.8; the tables of the MySQL Reference Manuals 5.6 to 9.x for the release of a change; sys_vars.cc of MariaDB 5.5,
// 10.0, 10.1 and 11.8 and the MariaDB Knowledge Base.
#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

// How files are opened and flushed. Percona Server dropped ALL_O_DIRECT in 8.0; MariaDB had it with XtraDB.
Variable flush_method() {
  const VariableType oldest = VariableType::one_of({"fdatasync", "fsync", "O_DSYNC", "O_DIRECT"});
  const VariableType usual = VariableType::one_of({"fsync", "O_DSYNC", "littlesync", "nosync", "O_DIRECT", "O_DIRECT_NO_FSYNC"});
  VariableType xtradb = usual;
  xtradb.choices.push_back("ALL_O_DIRECT");
  Variable method = obeyed("innodb_flush_method");
  method.simulated = {"fsync", "fdatasync", "O_DSYNC", "O_DIRECT", "O_DIRECT_NO_FSYNC", "ALL_O_DIRECT"};
  method.alike = {"fsync", "fdatasync", "O_DIRECT", "O_DIRECT_NO_FSYNC"};
  return method.mysql({5}, "fsync", oldest).mysql({5, 6, 7}, "fsync", usual).mysql({8, 4}, "O_DIRECT", usual)
      .percona({5}, "fsync", xtradb).percona({8}, "fsync", usual).percona({8, 4}, "O_DIRECT", usual)
      .mariadb({5}, "fsync", xtradb).mariadb({10, 2}, "fsync", usual).mariadb({10, 6}, "O_DIRECT", usual);
}

std::vector<Variable> durability_variables() {
  return {
      // The resolver adds: ON where another server replicates from this one.
      obeyed("log_bin").mysql({5}, "OFF").mysql({8}, "ON").mariadb({5}, "OFF"),
      obeyed("sync_binlog").mysql({5}, "0").mysql({5, 7, 7}, "1").mariadb({5}, "0"),
      obeyed("innodb_flush_log_at_trx_commit").mysql({5}, "1").mariadb({5}, "1"),
      obeyed("innodb_flush_log_at_timeout")
          .absent("mysql", {5}, "1s").mysql({5, 6, 6}, "1s")
          .absent("mariadb", {5}, "1s").mariadb({10, 0}, "1s"),
      obeyed("innodb_support_xa")
          .mysql({5}, "ON").ignored("mysql", {5, 7, 10}, "ON").absent("mysql", {8}, "ON")
          .mariadb({5}, "ON").absent("mariadb", {10, 3}, "ON"),
      // The threads came with 8.0, the variable with 8.0.22. From 8.4 on ON with 32 CPUs and more, which the resolver knows.
      obeyed("innodb_log_writer_threads")
          .absent("mysql", {5}, "OFF").absent("mysql", {8}, "ON").mysql({8, 0, 22}, "ON").mysql({8, 4}, "OFF")
          .absent("mariadb", {5}, "OFF"),
      // MariaDB 10.8.4 and 10.9.2 open the redo log with O_DIRECT.
      obeyed("innodb_log_file_buffering").absent("mysql", {5}, "ON").absent("mariadb", {5}, "ON").mariadb({10, 8, 4}, "OFF"),
      obeyed("innodb_log_file_write_through").absent("mysql", {5}, "OFF").absent("mariadb", {5}, "OFF").mariadb({11, 0}, "OFF"),
      flush_method(),
      // What MariaDB does by itself from 10.5 on; it has no such variable.
      obeyed("innodb_use_fdatasync")
          .absent("mysql", {5}, "OFF").mysql({8, 0, 26}, "OFF").mysql({8, 4}, "ON").absent("mariadb", {5}, "OFF"),
      // The InnoDB plugin of 5.1 and XtraDB brought the 0.
      obeyed("innodb_thread_concurrency")
          .mysql({5}, "8").mysql({5, 5}, "0").plugin("0")
          .mariadb({5}, "0").ignored("mariadb", {10, 5, 5}, "0").absent("mariadb", {10, 6}, "0"),
      obeyed("innodb_commit_concurrency")
          .mysql({5}, "0")
          .mariadb({5}, "0").ignored("mariadb", {10, 5, 5}, "0").absent("mariadb", {10, 6}, "0"),
  };
}

// A client too many cannot connect. The thread pool came to MariaDB with 5.5 and to Percona Server with 5.5.29; that of MySQL
// belongs to its Enterprise Edition. Sources: MySQL Reference Manual 5.0 and 5.1 (max_connections), MariaDB documentation
// (Thread Pool System and Status Variables), Percona Server documentation 5.5 and 8.0 (Thread Pool).
std::vector<Variable> connection_variables() {
  const VariableType no_pool = VariableType::one_of({"one-thread-per-connection", "no-threads"});
  const VariableType pool = VariableType::one_of({"one-thread-per-connection", "no-threads", "pool-of-threads"});
  Variable handling = obeyed("thread_handling");
  handling.simulated = {"one-thread-per-connection", "pool-of-threads"};
  handling.mysql({5, 1}, "one-thread-per-connection", no_pool)
      .percona({5, 1}, "one-thread-per-connection", no_pool).percona({5, 5, 29}, "one-thread-per-connection", pool)
      .mariadb({5, 1}, "one-thread-per-connection", no_pool).mariadb({5, 5}, "one-thread-per-connection", pool);
  return {
      obeyed("max_connections").mysql({5}, "100").mysql({5, 1}, "151").mariadb({5}, "100").mariadb({5, 1}, "151"),
      handling,
      // Without a default here: it is the number of cores.
      obeyed("thread_pool_size").percona({5, 5, 29}, "").mariadb({5, 5}, ""),
      obeyed("thread_pool_oversubscribe").percona({5, 5, 29}, "3").mariadb({5, 5}, "3"),
      obeyed("thread_pool_stall_limit").percona({5, 5, 29}, "500ms").mariadb({5, 5}, "500ms"),
  };
}

std::vector<Variable> group_commit_variables() {
  return {
      obeyed("binlog_order_commits").absent("mysql", {5}, "ON").mysql({5, 6}, "ON").absent("mariadb", {5}, "ON"),
      obeyed("binlog_max_flush_queue_time")
          .absent("mysql", {5}, "0s").mysql({5, 6}, "0s").ignored("mysql", {5, 7, 9}, "0s")
          .absent("mariadb", {5}, "0s"),
      obeyed("binlog_group_commit_sync_delay").absent("mysql", {5}, "0s").mysql({5, 7, 5}, "0s").absent("mariadb", {5}, "0s"),
      obeyed("binlog_group_commit_sync_no_delay_count")
          .absent("mysql", {5}, "0").mysql({5, 7, 5}, "0")
          .absent("mariadb", {5}, "0"),
      obeyed("binlog_commit_wait_count").absent("mysql", {5}, "0").absent("mariadb", {5}, "0").mariadb({10, 0, 5}, "0"),
      obeyed("binlog_commit_wait_usec")
          .absent("mysql", {5}, "100ms")
          .absent("mariadb", {5}, "100ms").mariadb({10, 0, 5}, "100ms"),
      obeyed("max_binlog_size").mysql({5}, "1GiB").mariadb({5}, "1GiB"),
  };
}

// MySQL has semi-sync from 5.5 on, MariaDB from 5.3 on.
std::vector<Variable> semi_sync_variables() {
  return {
      obeyed("rpl_semi_sync_source_enabled").was("rpl_semi_sync_master_enabled").mysql({5, 5}, "OFF").mariadb({5, 3}, "OFF"),
      obeyed("rpl_semi_sync_source_timeout").was("rpl_semi_sync_master_timeout").mysql({5, 5}, "10s").mariadb({5, 3}, "10s"),
      // Before there was a choice, a commit waited after it had been done in the storage engine.
      obeyed("rpl_semi_sync_source_wait_point").was("rpl_semi_sync_master_wait_point")
          .absent("mysql", {5}, "AFTER_COMMIT").mysql({5, 7, 2}, "AFTER_SYNC")
          .absent("mariadb", {5}, "AFTER_COMMIT").mariadb({10, 1, 3}, "AFTER_COMMIT"),
      obeyed("rpl_semi_sync_source_wait_for_replica_count").was("rpl_semi_sync_master_wait_for_slave_count")
          .absent("mysql", {5}, "1").mysql({5, 7, 3}, "1")
          .absent("mariadb", {5}, "1"),
      obeyed("rpl_semi_sync_source_wait_no_replica").was("rpl_semi_sync_master_wait_no_slave")
          .mysql({5, 5}, "ON").mariadb({5, 3}, "ON"),
      obeyed("rpl_semi_sync_replica_enabled").was("rpl_semi_sync_slave_enabled").mysql({5, 5}, "OFF").mariadb({5, 3}, "OFF"),
  };
}

std::vector<Variable> replica_variables() {
  return {
      obeyed("sync_relay_log")
          .absent("mysql", {5}, "0").mysql({5, 5}, "0").mysql({5, 6, 6}, "10000")
          .absent("mariadb", {5}, "0").mariadb({5, 5}, "0").mariadb({10, 1, 7}, "10000"),
      obeyed("log_replica_updates").was("log_slave_updates").mysql({5}, "OFF").mysql({8, 0, 3}, "ON").mariadb({5}, "OFF"),
  };
}

std::vector<Variable> applier_variables() {
  return {
      // MariaDB inserts the GTID of every transaction into mysql.gtid_slave_pos from 10.0 on, in the transaction.
      obeyed("relay_log_info_repository")
          .absent("mysql", {5}, "FILE").mysql({5, 6, 2}, "FILE").mysql({8, 0, 2}, "TABLE").absent("mysql", {8, 3}, "TABLE")
          .absent("mariadb", {5}, "FILE").absent("mariadb", {10, 0}, "TABLE"),
      obeyed("sync_relay_log_info")
          .absent("mysql", {5}, "0").mysql({5, 5}, "0").mysql({5, 6, 6}, "10000")
          .absent("mariadb", {5}, "0").mariadb({5, 5}, "0").mariadb({10, 1, 7}, "10000"),
      obeyed("relay_log_recovery").absent("mysql", {5}, "OFF").mysql({5, 5}, "OFF").absent("mariadb", {5}, "OFF").mariadb({5, 5}, "OFF"),
      obeyed("binlog_transaction_dependency_tracking")
          .absent("mysql", {5}, "COMMIT_ORDER").mysql({5, 7, 22}, "COMMIT_ORDER").absent("mysql", {8, 4}, "WRITESET")
          .absent("mariadb", {5}, "COMMIT_ORDER"),
      obeyed("binlog_transaction_dependency_history_size")
          .absent("mysql", {5}, "25000").mysql({5, 7, 22}, "25000")
          .absent("mariadb", {5}, "25000"),
      obeyed("replica_parallel_workers").was("slave_parallel_workers")
          .absent("mysql", {5}, "0").mysql({5, 6, 3}, "0").mysql({8, 0, 27}, "4")
          .absent("mariadb", {5}, "0"),
      obeyed("replica_parallel_type").was("slave_parallel_type")
          .absent("mysql", {5}, "DATABASE").mysql({5, 7, 2}, "DATABASE").mysql({8, 0, 27}, "LOGICAL_CLOCK")
          .absent("mariadb", {5}, "DATABASE"),
      obeyed("replica_preserve_commit_order").was("slave_preserve_commit_order")
          .absent("mysql", {5}, "OFF").mysql({5, 7, 5}, "OFF").mysql({8, 0, 27}, "ON")
          .absent("mariadb", {5}, "OFF"),
      obeyed("replica_pending_jobs_size_max").was("slave_pending_jobs_size_max")
          .absent("mysql", {5}, "16MiB").mysql({5, 6, 3}, "16MiB").mysql({8, 0, 12}, "128MiB")
          .absent("mariadb", {5}, "16MiB"),
      obeyed("replica_checkpoint_group").was("slave_checkpoint_group")
          .absent("mysql", {5}, "512").mysql({5, 6, 3}, "512")
          .absent("mariadb", {5}, "512"),
      obeyed("slave_parallel_threads").absent("mysql", {5}, "0").absent("mariadb", {5}, "0").mariadb({10, 0, 5}, "0"),
      obeyed("slave_parallel_mode")
          .absent("mysql", {5}, "conservative")
          .absent("mariadb", {5}, "conservative").mariadb({10, 1, 3}, "conservative").mariadb({10, 5, 1}, "optimistic"),
      obeyed("slave_parallel_max_queued").absent("mysql", {5}, "128KiB").absent("mariadb", {5}, "128KiB").mariadb({10, 0, 5}, "128KiB"),
      obeyed("slave_domain_parallel_threads").absent("mysql", {5}, "0").absent("mariadb", {5}, "0").mariadb({10, 0, 9}, "0"),
      obeyed("gtid_cleanup_batch_size").absent("mysql", {5}, "0").absent("mariadb", {5}, "0").mariadb({10, 4, 1}, "64"),
  };
}

// Sources: MySQL Reference Manual 8.0 (Binary Log Transaction Compression), MariaDB documentation (Compressing Events to Reduce
// Size of the Binary Log).
std::vector<Variable> compression_variables() {
  return {
      obeyed("replica_compressed_protocol").was("slave_compressed_protocol").mysql({5}, "OFF").mariadb({5}, "OFF"),
      obeyed("binlog_transaction_compression").absent("mysql", {5}, "OFF").mysql({8, 0, 20}, "OFF").absent("mariadb", {5}, "OFF"),
      obeyed("log_bin_compress").absent("mysql", {5}, "OFF").absent("mariadb", {5}, "OFF").mariadb({10, 2, 3}, "OFF"),
      obeyed("log_bin_compress_min_len")
          .absent("mysql", {5}, "256B").absent("mariadb", {5}, "256B").mariadb({10, 2, 3}, "256B"),
  };
}

}  // namespace

std::vector<Variable> obeyed_variables() {
  std::vector<Variable> all = durability_variables();
  for (const auto& more : {connection_variables(), group_commit_variables(), semi_sync_variables(), replica_variables(),
                           applier_variables(), compression_variables()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace models
