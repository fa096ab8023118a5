// Cores that run one burst at a time each, the others waiting in line, as an operating system's scheduler has it.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/cpu.hpp"
#include "sim/engine/ring.hpp"

namespace sim {

// First come, first served; a burst that has run for `slice` while others wait goes to the end of the line. Short bursts
// run to their end, so that what is woken together goes on one after another. Spinning has the cores that nobody else wants.
class TimeSlicingCpu final : public Cpu {
 public:
  TimeSlicingCpu(Simulation& simulation, int cores, Seconds slice);

  int running() const override;
  Seconds used() override;
  void reset_usage() override;

 private:
  struct Burst {
    Seconds left;
    Work kind;
    std::coroutine_handle<> handle;
  };

  struct Core {
    TimeSlicingCpu* cpu;
    Burst burst;
    bool busy = false;
    double coldness = 0;
    Instant since{};  // the burst runs
    Instant end{};
  };

  void begin(Seconds demand, Work kind, std::coroutine_handle<> handle) override;
  void run(Core& core, Burst burst, double coldness);
  void on_end(Core& core);
  void arm_slice();
  void on_slice();
  Burst stop(Core& core);
  void put_in_line(Burst burst);
  void run_next(Core& core, double coldness);
  bool anybody_waits() const { return !waiting_.empty() || !spinning_.empty(); }

  Seconds slice_;
  std::vector<Core> slots_;
  Ring<Burst> waiting_;
  Ring<Burst> spinning_;  // those that wait for a core
  bool slice_armed_ = false;
  Seconds used_{};
};

}  // namespace sim
