// The cores of one machine, and who runs on them.
#pragma once

#include <coroutine>
#include <vector>

#include "sim/engine/simulation.hpp"

namespace sim {

// Disciplines derive from it: they say when a burst of work runs. Here is what they have in common: a core that was idle
// is cold, and usage is counted.
class Cpu {
 public:
  Cpu(Simulation& simulation, int cores) : simulation_(simulation), cores_(cores), idle_cores_(static_cast<std::size_t>(cores)) {}
  Cpu(const Cpu&) = delete;
  Cpu& operator=(const Cpu&) = delete;
  virtual ~Cpu() = default;

  // Heavy work touches much code and data, which a core that was idle for a while has to fetch again. Spinning gives way to
  // whatever else wants to run, where the discipline knows of such a thing.
  enum class Work { light, heavy, spinning };

  // More time for heavy work on a core that was idle: `work` after a long idle time, 63 % of it after `after`. Other work
  // neither pays it nor warms the core up. None by default.
  struct ColdStart {
    Seconds work{};
    Seconds after{1e-3};
  };
  void set_cold_start(ColdStart cold_start) { cold_start_ = cold_start; }

  // Awaitable: uses `demand` of CPU time; takes at least that long, longer when the cores are shared.
  auto execute(Seconds demand, Work kind = Work::light) { return Awaiter{*this, demand, kind}; }

  int cores() const { return cores_; }
  virtual int running() const = 0;  // bursts that run or want to

  // Makes the core warm that the next burst would run on: of the idle ones the last that was used.
  void keep_warm() {
    if (!idle_cores_.empty()) idle_cores_.back() = {simulation_.now(), 0};
  }

  // CPU time used since the last reset, summed over the cores.
  virtual Seconds used() = 0;
  virtual void reset_usage() = 0;

 protected:
  virtual void begin(Seconds demand, Work kind, std::coroutine_handle<> handle) = 0;

  // A burst takes the idle core that was used last: returns its coldness, 0 to 1, and 0 when no core is idle.
  double take_idle_core();
  void release_core(double coldness) { idle_cores_.push_back({simulation_.now(), coldness}); }
  Seconds cold_start(double coldness) const { return cold_start_.work * coldness; }

  Simulation& simulation_;
  int cores_;

 private:
  struct IdleCore {
    Instant since{};
    double coldness = 0;  // at that time
  };

  struct Awaiter {
    Cpu& cpu;
    Seconds demand;
    Work kind;
    bool await_ready() const noexcept { return demand.count() <= 0; }
    void await_suspend(std::coroutine_handle<> handle) const { cpu.begin(demand, kind, handle); }
    void await_resume() const noexcept {}
  };

  ColdStart cold_start_;
  std::vector<IdleCore> idle_cores_;  // the last used one last
};

}  // namespace sim
