#include "models/storage/classic_redo_log.hpp"

namespace models {

ClassicRedoLog::ClassicRedoLog(Parts parts)
    : RedoLog(std::move(parts)),
      log_mutex_(parts_.simulation, parts_.server + ": log mutex"),
      one_flushed_(parts_.simulation, parts_.server + ": the redo log flush under way"),
      no_flush_(parts_.simulation, parts_.server + ": the end of the redo log flush under way") {}

// One broadcast wakes all in the order in which they sleep: the latency of it is the same for all.
sim::Task<> ClassicRedoLog::await_flush(sim::WaitQueue& event) {
  co_await event.wait();
  co_await parts_.simulation.delay(parts_.costs.wake_up.mean());
  co_await parts_.cpu.execute(parts_.costs.wake_up_cpu);
}

sim::Task<> ClassicRedoLog::write_up_to(sim::Bytes position) {
  if (written_ >= position) co_return;
  co_await log_mutex_.acquire();
  if (written_ < position) co_await write(end_);
  log_mutex_.release();
}

// The write takes place under the log mutex, which keeps others from looking; the fsync does not.
sim::Task<> ClassicRedoLog::flush_up_to(sim::Bytes position) {
  while (flushed_ < position) {
    co_await log_mutex_.acquire();
    if (flushed_ >= position) {
      log_mutex_.release();
      co_return;
    }
    if (is_flushing_) {
      log_mutex_.release();
      const bool is_enough = target_ >= position;
      if (is_enough) co_await await_flush(one_flushed_);
      else co_await await_flush(no_flush_);
      continue;
    }
    is_flushing_ = true;
    const sim::Bytes target = target_ = end_;
    if (written_ < target) co_await write(target);
    log_mutex_.release();
    co_await fsync(target);
    is_flushing_ = false;
    one_flushed_.notify_all();
    no_flush_.notify_all();
  }
}

}  // namespace models
