// How a redo log comes to its device: which calls a release makes with its variables, and what they cost.
//
//   variables                                   write                      sync
//   the usual                                   to the page cache          fsync
//   innodb_use_fdatasync=ON (MySQL 8.0.26)      to the page cache          fdatasync; MariaDB from 10.5 on always
//   innodb_flush_method=O_DSYNC                 is durable when it ends    none
//   innodb_log_file_write_through=ON (11.0)     is durable when it ends    none
//   innodb_flush_method=ALL_O_DIRECT (Percona)  to the device              none
//   innodb_log_file_buffering=OFF (10.8.4)      to the device              fdatasync
//
// O_DIRECT and O_DIRECT_NO_FSYNC are about data files: the redo log is written and synced as usual.
//
// Source: MySQL Reference Manual 8.4 (innodb_flush_method, innodb_use_fdatasync); log_write_up_to in log/log0log.c of 5.5 and
// os_file_fsync_posix in os/os0file.cc of 8.0; Percona Server documentation 5.7 (Improved InnoDB I/O Scalability) and its
// log_io_complete; os_file_sync_posix in os/os0file.cc of MariaDB, and its documentation (InnoDB Flush Method).
#pragma once

#include "models/cost_profile.hpp"
#include "models/server_variables.hpp"
#include "models/version/release.hpp"

namespace models {

struct RedoLogCalls {
  enum class Write { to_page_cache, to_device, durable };
  enum class Sync { fsync, fdatasync, none };

  Write write = Write::to_page_cache;
  Sync sync = Sync::fsync;

  // Whether a write takes what the device takes.
  bool writes_to_device() const { return write != Write::to_page_cache; }
};

RedoLogCalls redo_log_calls(const Release& release, const ServerVariables& variables);

// What a write and a sync take, in seconds. A kind that the profile does not state costs what the nearest stated one does:
// an fdatasync as much as an fsync, a durable write as much as an fsync, a write to the device as much as one to the page
// cache. After a write to the device, where its cost is stated, the sync has no data left to write: it takes that much less
// in the mean, down to nothing.
sim::Distribution redo_write_time(const RedoLogCalls& calls, const CostProfile& costs);
sim::Distribution redo_sync_time(const RedoLogCalls& calls, const CostProfile& costs);

}  // namespace models
