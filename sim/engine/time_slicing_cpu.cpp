#include "sim/engine/time_slicing_cpu.hpp"

#include <algorithm>
#include <utility>

namespace sim {

TimeSlicingCpu::TimeSlicingCpu(Simulation& simulation, int cores, Seconds slice)
    : Cpu(simulation, cores), slice_(slice), slots_(static_cast<std::size_t>(cores), Core{this, {}}) {}

int TimeSlicingCpu::running() const {
  const auto busy = std::count_if(slots_.begin(), slots_.end(), [](const Core& core) { return core.busy; });
  return static_cast<int>(busy) + static_cast<int>(waiting_.size() + spinning_.size());
}

void TimeSlicingCpu::begin(Seconds demand, Work kind, std::coroutine_handle<> handle) {
  const Burst burst{demand, kind, handle};
  for (Core& core : slots_) {
    if (core.busy) continue;
    run(core, burst, take_idle_core());
    return;
  }
  put_in_line(burst);
  if (kind == Work::spinning) return;
  for (Core& core : slots_) {
    if (core.burst.kind != Work::spinning || core.end <= simulation_.now()) continue;
    put_in_line(stop(core));
    run_next(core, 0);
    return;
  }
  arm_slice();
}

void TimeSlicingCpu::put_in_line(Burst burst) { (burst.kind == Work::spinning ? spinning_ : waiting_).push(burst); }

void TimeSlicingCpu::run(Core& core, Burst burst, double coldness) {
  if (burst.kind == Work::heavy) burst.left += cold_start(std::exchange(coldness, 0));
  core.burst = burst;
  core.busy = true;
  core.coldness = coldness;
  core.since = simulation_.now();
  core.end = core.since + burst.left;
  simulation_.schedule(core.end, {[](void* subject) {
                         Core& ended = *static_cast<Core*>(subject);
                         ended.cpu->on_end(ended);
                       }, &core});
}

void TimeSlicingCpu::run_next(Core& core, double coldness) {
  run(core, waiting_.empty() ? spinning_.pop() : waiting_.pop(), coldness);
}

// Timers cannot be taken back: one of a burst that was stopped finds another one, which ends later.
void TimeSlicingCpu::on_end(Core& core) {
  if (!core.busy || core.end > simulation_.now()) return;
  const Burst ended = stop(core);
  if (anybody_waits()) run_next(core, core.coldness);
  else release_core(core.coldness);
  simulation_.make_ready(ended.handle);
}

// Takes the burst off its core, with what is left of it.
TimeSlicingCpu::Burst TimeSlicingCpu::stop(Core& core) {
  const Seconds ran = simulation_.now() - core.since;
  used_ += ran;
  core.busy = false;
  Burst stopped = core.burst;
  stopped.left -= ran;
  return stopped;
}

void TimeSlicingCpu::arm_slice() {
  if (slice_armed_) return;
  slice_armed_ = true;
  Instant oldest = Instant::max();
  for (const Core& core : slots_) oldest = std::min(oldest, core.since);
  simulation_.schedule(std::max(simulation_.now(), oldest + slice_),
                       {[](void* self) { static_cast<TimeSlicingCpu*>(self)->on_slice(); }, this});
}

void TimeSlicingCpu::on_slice() {
  slice_armed_ = false;
  constexpr Seconds kRounding{1e-9};
  for (Core& core : slots_) {
    if (waiting_.empty()) return;
    const bool has_had_its_slice = simulation_.now() - core.since + kRounding >= slice_;
    if (!core.busy || !has_had_its_slice || core.end <= simulation_.now()) continue;
    put_in_line(stop(core));
    run_next(core, 0);
  }
  if (!waiting_.empty()) arm_slice();
}

Seconds TimeSlicingCpu::used() {
  Seconds running{};
  for (const Core& core : slots_) running += core.busy ? simulation_.now() - core.since : Seconds{0};
  return used_ + running;
}

void TimeSlicingCpu::reset_usage() {
  used_ = Seconds{};
  for (Core& core : slots_) {
    if (core.busy) used_ -= simulation_.now() - core.since;
  }
}

}  // namespace sim
