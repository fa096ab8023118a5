// Cores that are shared equally by everything that wants to run (egalitarian processor sharing).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/cpu.hpp"

namespace sim {

// With n bursts on c cores each runs at speed min(1, c/n). Work is kept in virtual time, which advances at that speed:
// a burst that needs d ends when virtual time has advanced by d, whoever comes and goes; O(log n) per burst.
class ProcessorSharingCpu final : public Cpu {
 public:
  using Cpu::Cpu;

  int running() const override { return static_cast<int>(bursts_.size()); }
  Seconds used() override;
  void reset_usage() override;

 private:
  struct Burst {
    double end;  // in virtual seconds
    std::uint64_t order;
    std::coroutine_handle<> handle;
    double coldness;  // of its core at its end, 0 to 1
    bool operator>(const Burst& other) const { return end != other.end ? end > other.end : order > other.order; }
  };

  double speed() const;
  Instant next_end() const;  // of the burst that ends next, if nobody comes
  void advance();
  void begin(Seconds demand, Work kind, std::coroutine_handle<> handle) override;
  void arm();
  void on_timer();

  std::vector<Burst> bursts_;  // a heap, the next to end on top
  std::uint64_t next_order_ = 0;
  double virtual_now_ = 0;
  Instant advanced_to_{};
  Instant armed_for_ = Instant::max();
  int timers_ = 0;
  Seconds used_{};
};

}  // namespace sim
