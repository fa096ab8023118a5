// A replica's relay log: one write() per event, an fsync after every sync_relay_log events.
#pragma once

#include <cstdint>
#include <string>

#include "models/observer.hpp"
#include "models/sampled_cost.hpp"
#include "models/storage/page_cache.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"

namespace models {

class RelayLog {
 public:
  struct Costs {
    SampledCost write;
    SampledCost fsync;
  };

  // `replica`: whose relay log it is. `probe`: of that server.
  RelayLog(sim::Simulation& simulation, const std::string& replica, sim::Device& device, Costs costs, std::int64_t sync_relay_log,
           Probe probe = {});

  // Starts the operating system's write-back of the log.
  void start() { cache_.start(); }

  // Writes `events` one after another, each in the operating system's cache when it ends, and durable every
  // sync_relay_log events. `end`: the position behind the last one in the source's binary log. Source: queue_event, flush_and_sync.
  sim::Task<> append(int events, sim::Bytes end);

  std::int64_t fsyncs() const { return fsyncs_; }
  void reset_counts() { fsyncs_ = 0; }

 private:
  sim::Device& device_;
  Costs costs_;
  PageCache cache_;
  Probe probe_;
  sim::Bytes end_{};
  std::int64_t sync_relay_log_;
  std::int64_t events_since_sync_ = 0;
  std::int64_t fsyncs_ = 0;
};

}  // namespace models
