// Where an applier notes how far it has come, so that it goes on there after a crash.
#pragma once

#include "models/sampled_cost.hpp"
#include "models/transaction.hpp"
#include "sim/engine/process.hpp"

namespace models {

class Server;

// relay_log_info_repository:
//   TABLE   a row of an InnoDB table that every transaction updates: part of the transaction, with redo log of its own
//   FILE    written after every commit, and synced after every sync_relay_log_info transactions; 0: never
// Sources: Relay_log_info::flush_info, Rpl_info_file and Rpl_info_table of MySQL 5.6 and 5.7. MariaDB's file: flush_relay_log_info.
class ApplierPosition {
 public:
  explicit ApplierPosition(Server& replica);

  bool is_in_file() const;

  // TABLE: CPU of the row's update, and its redo log. Nothing for FILE.
  sim::Seconds table_cpu() const;
  void store_in_table(Transaction& transaction) const;

  // FILE: one write, and perhaps an fsync.
  sim::Task<> store_in_file();

 private:
  Server& replica_;
  SampledCost fsync_;
  std::int64_t since_sync_ = 0;  // transactions
};

}  // namespace models
