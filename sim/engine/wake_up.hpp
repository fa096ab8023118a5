// What a thread goes through between being notified and doing something: the scheduler's delay, then a burst of CPU.
#pragma once

#include <coroutine>

#include "sim/engine/cpu.hpp"
#include "sim/engine/simulation.hpp"

namespace sim {

// Awaitable: goes on `delay` later and after `demand` of CPU time. Like a Task that awaits the one and then the other, without a
// coroutine of its own: nothing is woken as often.
class WakeUp {
 public:
  WakeUp(Simulation& simulation, Cpu& cpu, Seconds delay, Seconds demand)
      : simulation_(simulation), cpu_(cpu), delay_(delay), demand_(demand) {}

  bool await_ready() const noexcept { return delay_.count() <= 0 && demand_.count() <= 0; }
  void await_suspend(std::coroutine_handle<> handle) {
    handle_ = handle;
    const Event run{[](void* self) { static_cast<WakeUp*>(self)->use_cpu(); }, this};
    if (delay_.count() > 0) simulation_.schedule(simulation_.now() + delay_, run);
    else use_cpu();
  }
  void await_resume() const noexcept {}

 private:
  void use_cpu() {
    const auto burst = cpu_.execute(demand_);
    if (burst.await_ready()) handle_.resume();
    else burst.await_suspend(handle_);
  }

  Simulation& simulation_;
  Cpu& cpu_;
  Seconds delay_;
  Seconds demand_;
  std::coroutine_handle<> handle_;
};

}  // namespace sim
