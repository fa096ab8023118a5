// MariaDB's mysql.gtid_slave_pos: old positions are deleted behind the applier's back.
#pragma once

#include <cstdint>

#include "sim/engine/process.hpp"

namespace models {

class Server;

// Every transaction inserts a row with its GTID: that is part of the transaction (ApplierPosition). Who deletes those of earlier ones:
//   from 10.4.1   once gtid_cleanup_batch_size rows have gathered, the slave background thread is asked to. It deletes all that have
//                 gathered meanwhile and commits: a transaction of its own with a redo log flush, not in the binary log
//   before        the next transaction, along with its insert: in position_table_cpu
// Source: rpl_slave_state::update, slave_background_gtid_pending_delete_request, gtid_delete_pending in sql/rpl_gtid.cc and sql/slave.cc
// of MariaDB 10.4 to 10.11.
class GtidSlavePos {
 public:
  explicit GtidSlavePos(Server& replica);

  // A transaction has been committed, and with it a row inserted.
  void note_inserted();

 private:
  sim::Process delete_old_rows();

  Server& replica_;
  std::int64_t batch_size_;       // 0: nobody deletes
  std::int64_t since_request_ = 0;
  std::int64_t old_rows_ = 0;
  bool is_asked_ = false;
  bool is_deleting_ = false;
};

}  // namespace models
