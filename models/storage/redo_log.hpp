// The storage engine's redo log: records go to a buffer; whoever needs them on disk flushes for all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "models/observer.hpp"
#include "models/sampled_cost.hpp"
#include "models/storage/page_cache.hpp"
#include "models/version/release.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/sync.hpp"
#include "sim/engine/wake_up.hpp"

namespace models {

struct ServerVariables;

// Contract, whatever the version: who waits for a position goes on only after a write (or fsync) that began when the
// records up to there were in the buffer; positions never go back; one fsync at a time.
class RedoLog {
 public:
  struct Costs {
    SampledCost write;
    SampledCost fsync;
    SampledCost wake_up;
    sim::Seconds wake_up_cpu;  // of a session that waited in the log
    sim::Seconds spin_cpu;  // burnt on the host's CPU during an fsync
    sim::Seconds writeback_per_mib{};  // of what is in the page cache beyond one group
    bool writes_to_device = false;
    bool syncs = true;      // otherwise a write is all there is: it counts as flushed
  };

  // What a redo log works on.
  struct Parts {
    sim::Simulation& simulation;
    std::string server;
    sim::Device& device;
    sim::Cpu& cpu;
    Costs costs;
    Probe probe;
  };

  explicit RedoLog(Parts parts);
  RedoLog(const RedoLog&) = delete;
  RedoLog& operator=(const RedoLog&) = delete;
  virtual ~RedoLog() = default;

  // Spawns the threads of the log, if it has any of its own, and starts the operating system's write-back of it.
  virtual void start() { cache_.start(); }

  // Adds records to the log buffer and returns the position behind them. Takes no time.
  virtual sim::Bytes append(sim::Bytes size) { return end_ += size; }

  sim::Bytes end() const { return end_; }
  sim::Bytes flushed() const { return flushed_; }

  // Returns when everything up to `position` has been given to the operating system.
  virtual sim::Task<> write_up_to(sim::Bytes position) = 0;

  // Returns when everything up to `position` is on stable storage.
  virtual sim::Task<> flush_up_to(sim::Bytes position) = 0;

  // fsyncs since the last reset.
  std::int64_t fsyncs() const { return fsyncs_; }
  void reset_counts() { fsyncs_ = 0; }

 protected:
  // One write() of everything up to `target`, and one fsync of it.
  sim::Task<> write(sim::Bytes target);
  sim::Task<> fsync(sim::Bytes target);

  // Awaitable: what a session that slept in the log pays between being woken and going on.
  sim::WakeUp wake_up() { return {parts_.simulation, parts_.cpu, parts_.costs.wake_up.next(), parts_.costs.wake_up_cpu}; }

  Parts parts_;
  sim::Bytes end_{};
  sim::Bytes written_{};
  sim::Bytes flushed_{};

 private:
  void note_flushed(sim::Bytes target);
  static sim::Process spin(sim::Cpu& cpu, sim::Seconds demand);

  std::string spinner_;
  PageCache cache_;
  std::int64_t fsyncs_ = 0;
};

// The redo log of a release with these variables.
std::unique_ptr<RedoLog> make_redo_log(const Release& release, const ServerVariables& variables, RedoLog::Parts parts);

}  // namespace models
