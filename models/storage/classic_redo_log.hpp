// Sessions flush the redo log themselves under one log mutex: MySQL up to 5.6, MariaDB up to 10.1.
#pragma once

#include "models/storage/redo_log.hpp"

namespace models {

// Who comes while a flush is pending sleeps. At its end everybody is woken and looks again, one after the other under the
// log mutex; the first whose records are not out yet leads the next flush, so that it starts the later the more there are.
// Source: log_write_up_to in storage/innobase/log/log0log.c of 5.1.61 and 5.5.62, log0log.cc of 5.6.29.
class ClassicRedoLog final : public RedoLog {
 public:
  explicit ClassicRedoLog(Parts parts);

  sim::Task<> write_up_to(sim::Bytes position) override;
  sim::Task<> flush_up_to(sim::Bytes position) override;

 private:
  sim::Task<> enter();  // takes the log mutex and looks at the log

  bool is_flushing_ = false;
  sim::Lock log_mutex_;
  sim::WaitQueue flush_ended_;
};

}  // namespace models
