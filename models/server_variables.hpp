// The server variables that the simulated server obeys, under the server's own names (the newest where there are two).
#pragma once

#include <cstdint>

#include "sim/core/units.hpp"

namespace models {

enum class WaitPoint { after_sync, after_commit };

// Initialisers are MySQL 5.7's defaults (PIPELINES knobs table; sys_vars.cc of 5.7.18).
struct ServerVariables {
  bool log_bin = false;
  std::int64_t sync_binlog = 1;
  std::int64_t innodb_flush_log_at_trx_commit = 1;
  sim::Seconds innodb_flush_log_at_timeout{1};

  bool binlog_order_commits = true;
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

}  // namespace models
