// The cores of one machine, and who runs on them.
#pragma once

#include <coroutine>
#include <optional>
#include <vector>

#include "sim/core/random.hpp"
#include "sim/engine/ring.hpp"
#include "sim/engine/simulation.hpp"

namespace sim {

// As an operating system schedules threads that mostly sleep: who wakes up runs behind all who woke up before, until it sleeps
// again, and for no longer than a time slice while others wait. O(1) per burst and time slice; bursts that begin at one
// instant run in the order in which they begin. A core that was idle is cold.
class Cpu {
 public:
  // Linux' completely fair scheduler lets a thread run for 0.75 ms * (1 + log2(cores)) at least, 1.5 ms on two cores and 3 ms
  // from eight on. Few bursts are as long.
  static constexpr Seconds kTimeSlice{1.5e-3};

  Cpu(Simulation& simulation, int cores, Seconds time_slice = kTimeSlice);
  Cpu(const Cpu&) = delete;
  Cpu& operator=(const Cpu&) = delete;

  enum class Work {
    light,
    heavy,     // touches much code and data, which a core that was idle for a while has to fetch again
    prompt,    // of a thread that uses little CPU: a fair scheduler lets it run before the others
    spinning,  // gives way to all else
    going_on,  // of a thread that has not slept since its last burst: on the core of that one, before all who wait
    foreign,   // of a program that computes all the time: most who wake up take its core (see ForeignRules)
  };

  // How foreign work and all other share the cores. A scheduler that looks at who has had less lets a thread that wakes up run at
  // once, or makes it wait until the computing one has ended its time slice, which is at a timer tick.
  struct ForeignRules {
    double waiting_share = 0;  // of those who wake up when no core is free: wait
    Seconds time_slice{};
    RandomStream draws;
  };
  void set_foreign_rules(ForeignRules rules) { foreign_rules_ = rules; }

  // More time for heavy work on a core that was idle: `work` after a long idle time, 63 % of it after `after`. Other work
  // neither pays it nor warms the core up. None by default.
  struct ColdStart {
    Seconds work{};
    Seconds after{1e-3};
  };
  void set_cold_start(ColdStart cold_start) { cold_start_ = cold_start; }

  // Awaitable: uses `demand` of CPU time; takes at least that long, longer when the cores are shared.
  auto execute(Seconds demand, Work kind = Work::light) { return Awaiter{*this, demand, kind}; }

  int cores() const { return static_cast<int>(cores_.size()); }

  // Bursts that run or want to.
  int running() const {
    return static_cast<int>(cores_.size() - idle_.size() + prompt_.size() + waiting_.size() + spinning_.size());
  }

  // Makes the core warm that the next burst would run on: of the idle ones the last that was used.
  void keep_warm() {
    if (!idle_.empty()) idle_.back() = {idle_.back().core, simulation_.now(), {}};
  }

  // CPU time used since the last reset, summed over the cores.
  Seconds used() const;
  void reset_usage();

 private:
  struct Burst {
    Seconds left{};
    Work kind = Work::light;
    Seconds cooled{};  // how long its core has been idle without a warming since: at its end
    std::coroutine_handle<> handle;
  };

  struct Core {
    Cpu* cpu = nullptr;
    bool is_busy = false;
    Burst burst;
    Instant since{};
    Instant until{};
    Seconds slice_left{};  // of its thread, over its bursts since it was chosen
  };

  struct IdleCore {
    Core* core = nullptr;
    Instant since{};
    Seconds cooled{};  // before
  };

  struct Awaiter {
    Cpu& cpu;
    Seconds demand;
    Work kind;
    bool await_ready() const noexcept { return demand.count() <= 0; }
    void await_suspend(std::coroutine_handle<> handle) const { cpu.begin({demand, kind, {}, handle}); }
    void await_resume() const noexcept {}
  };

  void begin(Burst burst);
  void begin_on_idle_core(Burst burst);
  void warm_up(Burst& burst) const;
  Core* spinning_core() { return core_with(Work::spinning, cores_spinning_); }
  Core* foreign_core_for(Work kind);
  Core* core_with(Work kind, int how_many);
  void take_from_foreign(Core& core, Burst burst);
  void choose(Core& core, const Burst& burst);
  void go_on(Core& core, Burst burst);
  void leave(Core& core);
  void run(Core& core, const Burst& burst);
  void stop(Core& core);
  void run_next(Core& core);
  void on_timer(Core& core);
  Ring<Burst>& queue_of(Work kind);

  Simulation& simulation_;
  Seconds time_slice_;
  ColdStart cold_start_;
  std::vector<Core> cores_;
  std::vector<IdleCore> idle_;  // the last used one last
  Ring<Burst> prompt_;
  Ring<Burst> waiting_;
  Ring<Burst> spinning_;
  int cores_spinning_ = 0;
  int cores_foreign_ = 0;
  std::optional<ForeignRules> foreign_rules_;
  Core* left_ = nullptr;  // by a burst that has just ended, until its thread begins another or sleeps
  Seconds used_{};
};

}  // namespace sim
