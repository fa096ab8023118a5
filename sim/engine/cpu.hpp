// The cores of one machine, shared equally by everything that wants to run (egalitarian processor sharing).
#pragma once

#include <coroutine>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine/simulation.hpp"

namespace sim {

// With n bursts on c cores each runs at speed min(1, c/n). Work is kept in virtual time, which advances at that speed:
// a burst that needs d ends when virtual time has advanced by d, whoever comes and goes; O(log n) per burst.
class Cpu {
 public:
  Cpu(Simulation& simulation, int cores) : simulation_(simulation), cores_(cores), idle_cores_(static_cast<std::size_t>(cores)) {}
  Cpu(const Cpu&) = delete;
  Cpu& operator=(const Cpu&) = delete;

  // How much code and data a burst touches, which a core that was idle for a while has to fetch again.
  enum class Footprint { small, large };

  // More work for a burst of large footprint on a core that was idle: `work` after a long idle time, 63 % of it after
  // `after`. Bursts of small footprint neither pay it nor warm the core up. None by default.
  struct ColdStart {
    Seconds work{};
    Seconds after{1e-3};
  };
  void set_cold_start(ColdStart cold_start) { cold_start_ = cold_start; }

  // Awaitable: uses `demand` of CPU time; takes at least that long, longer when the cores are shared.
  auto execute(Seconds demand, Footprint footprint = Footprint::small) { return Awaiter{*this, demand, footprint}; }

  int cores() const { return cores_; }
  int running() const { return static_cast<int>(bursts_.size()); }

  // Makes the core warm that the next burst would run on: of the idle ones the last that was used.
  void keep_warm() {
    if (!idle_cores_.empty()) idle_cores_.back() = {simulation_.now(), 0};
  }

  // CPU time used since the last reset, summed over the cores.
  Seconds used();
  void reset_usage();

 private:
  struct Burst {
    double end;  // in virtual seconds
    std::uint64_t order;
    std::coroutine_handle<> handle;
    double coldness;  // of its core at its end, 0 to 1
    bool operator>(const Burst& other) const { return end != other.end ? end > other.end : order > other.order; }
  };

  struct IdleCore {
    Instant since{};
    double coldness = 0;  // at that time
  };

  struct Awaiter {
    Cpu& cpu;
    Seconds demand;
    Footprint footprint;
    bool await_ready() const noexcept { return demand.count() <= 0; }
    void await_suspend(std::coroutine_handle<> handle) const { cpu.begin(demand, footprint, handle); }
    void await_resume() const noexcept {}
  };

  double coldness_of_next_core() const;
  double speed() const;
  Instant next_end() const;  // of the burst that ends next, if nobody comes
  void advance();
  void begin(Seconds demand, Footprint footprint, std::coroutine_handle<> handle);
  void arm();
  void on_timer();

  Simulation& simulation_;
  int cores_;
  ColdStart cold_start_;
  std::vector<Burst> bursts_;  // a heap, the next to end on top
  std::uint64_t next_order_ = 0;
  double virtual_now_ = 0;
  Instant advanced_to_{};
  std::vector<IdleCore> idle_cores_;  // the last used one last
  Instant armed_for_ = Instant::max();
  int timers_ = 0;
  Seconds used_{};
};

}  // namespace sim
