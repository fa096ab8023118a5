// The storage engine's redo log: records go to a buffer; whoever needs them on disk flushes for all.
#pragma once

#include <cstdint>
#include <string>

#include "models/observer.hpp"
#include "models/sampled_cost.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Group flush by the rule of MySQL 5.7 (storage/innobase/log/log0log.cc, log_write_up_to): one durable flush at a time;
// who comes meanwhile waits for its end and, if it did not reach far enough, leads or follows the next.
class RedoLog {
 public:
  struct Costs {
    SampledCost write;
    SampledCost fsync;
    SampledCost wake_up;
    sim::Seconds spin_cpu;  // burnt on the host's CPU during an fsync
  };

  RedoLog(sim::Simulation& simulation, const std::string& server, sim::Device& device, sim::Cpu& cpu, Costs costs,
          Probe probe = {});

  // Adds records to the log buffer and returns the position behind them. Takes no time.
  sim::Bytes append(sim::Bytes size) { return end_ += size; }

  sim::Bytes end() const { return end_; }
  sim::Bytes flushed() const { return flushed_; }

  // Returns when everything up to `position` has been given to the operating system.
  sim::Task<> write_up_to(sim::Bytes position);

  // Returns when everything up to `position` is on stable storage.
  sim::Task<> flush_up_to(sim::Bytes position);

  // fsyncs since the last reset.
  std::int64_t fsyncs() const { return fsyncs_; }
  void reset_counts() { fsyncs_ = 0; }

 private:
  sim::Simulation& simulation_;
  sim::Process spin(sim::Seconds demand);

  sim::Device& device_;
  sim::Cpu& cpu_;
  Costs costs_;
  sim::Bytes end_{};
  sim::Bytes written_{};
  sim::Bytes flushed_{};
  bool is_flushing_ = false;
  std::string spinner_;
  sim::WaitQueue flush_ended_;
  sim::Lock write_mutex_;
  std::int64_t fsyncs_ = 0;
  Probe probe_;
};

}  // namespace models
