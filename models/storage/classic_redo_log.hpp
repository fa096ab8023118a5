// Sessions flush the redo log themselves under one log mutex: MySQL up to 5.6, MariaDB up to 10.1.
#pragma once

#include "models/storage/redo_log.hpp"

namespace models {

// Who comes while a flush is pending sleeps: on one event if that flush is enough, on another if not. At its end both are set,
// first the one of those who have what they want. All wake up, which costs CPU apiece, and reply or look again; the first whose
// records are not out yet leads the next flush. So that starts the later the more sessions there are: measured, 0.75 ms after
// the end of the last at 16 clients without binary log, 1.1 to 1.4 ms at 32, on two cores.
// Source: log_write_up_to and log_flush_do_unlocks in storage/innobase/log/log0log.c of 5.1.61, 5.5.62 and 5.6.29.
class ClassicRedoLog final : public RedoLog {
 public:
  explicit ClassicRedoLog(Parts parts);

  sim::Task<> write_up_to(sim::Bytes position) override;
  sim::Task<> flush_up_to(sim::Bytes position) override;

 private:
  // Sleeps until the flush under way has ended.
  sim::Task<> await_flush(sim::WaitQueue& event);

  bool is_flushing_ = false;
  sim::Bytes target_{};  // of the flush under way
  sim::Lock log_mutex_;
  sim::WaitQueue one_flushed_;  // for whom the flush under way is enough
  sim::WaitQueue no_flush_;     // for the others
};

}  // namespace models
