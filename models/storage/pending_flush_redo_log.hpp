// Sessions flush the redo log themselves, one at a time: MySQL 5.7, and 8.0 without log writer threads.
#pragma once

#include "models/storage/redo_log.hpp"

namespace models {

// Who comes while a flush is pending waits for its end and, if it did not reach far enough, leads or follows the next.
// Writing goes on meanwhile: it has a mutex of its own. Source: MySQL 5.7 storage/innobase/log/log0log.cc, log_write_up_to.
class PendingFlushRedoLog final : public RedoLog {
 public:
  explicit PendingFlushRedoLog(Parts parts);

  sim::Task<> write_up_to(sim::Bytes position) override;
  sim::Task<> flush_up_to(sim::Bytes position) override;

 private:
  bool is_flushing_ = false;
  sim::WaitQueue flush_ended_;
  sim::Lock write_mutex_;
};

}  // namespace models
