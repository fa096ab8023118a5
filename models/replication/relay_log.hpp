// A replica's relay log: one write() per event, an fsync after every sync_relay_log events.
#pragma once

#include <cstdint>

#include "models/observer.hpp"
#include "models/sampled_cost.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"

namespace models {

class RelayLog {
 public:
  RelayLog(sim::Device& device, SampledCost write, SampledCost fsync, std::int64_t sync_relay_log, Probe probe = {})
      : device_(device), write_(std::move(write)), fsync_(std::move(fsync)), sync_relay_log_(sync_relay_log), probe_(probe) {}

  // Writes `events` one after another, each in the operating system's cache when it ends, and durable every
  // sync_relay_log events. Source: queue_event, flush_and_sync.
  sim::Task<> append(int events);

  std::int64_t fsyncs() const { return fsyncs_; }
  void reset_counts() { fsyncs_ = 0; }

 private:
  sim::Device& device_;
  SampledCost write_;
  SampledCost fsync_;
  std::int64_t sync_relay_log_;
  Probe probe_;
  std::int64_t events_since_sync_ = 0;
  std::int64_t fsyncs_ = 0;
};

}  // namespace models
