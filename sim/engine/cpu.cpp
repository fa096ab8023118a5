#include "sim/engine/cpu.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sim {

Cpu::Cpu(Simulation& simulation, int cores, Seconds time_slice)
    : simulation_(simulation), time_slice_(time_slice), cores_(static_cast<std::size_t>(cores)) {
  for (Core& core : cores_) {
    core.cpu = this;
    idle_.push_back({&core, {}, {}});
  }
}

Ring<Cpu::Burst>& Cpu::queue_of(Work kind) {
  if (kind == Work::prompt) return prompt_;
  return kind == Work::spinning ? spinning_ : waiting_;
}

void Cpu::begin(Burst burst) {
  Core* const left = std::exchange(left_, nullptr);
  if (left != nullptr && burst.kind == Work::going_on && left->slice_left.count() > 0) {
    go_on(*left, burst);
    return;
  }
  if (left != nullptr) leave(*left);
  if (!idle_.empty()) {
    begin_on_idle_core(burst);
  } else if (Core* spinning = burst.kind == Work::spinning ? nullptr : spinning_core()) {
    stop(*spinning);
    spinning_.push(spinning->burst);
    choose(*spinning, burst);
  } else if (Core* foreign = foreign_core_for(burst.kind)) {
    take_from_foreign(*foreign, burst);
  } else {
    queue_of(burst.kind).push(burst);
  }
}

void Cpu::begin_on_idle_core(Burst burst) {
  const IdleCore idle = idle_.back();
  idle_.pop_back();
  burst.cooled = idle.cooled + (simulation_.now() - idle.since);
  if (burst.kind == Work::heavy) warm_up(burst);
  choose(*idle.core, burst);
}

// A core with foreign work for a thread that wakes up; null for one that has to wait.
Cpu::Core* Cpu::foreign_core_for(Work kind) {
  if (cores_foreign_ == 0 || kind == Work::foreign || kind == Work::spinning) return nullptr;
  if (foreign_rules_->draws.next() < foreign_rules_->waiting_share) return nullptr;
  return core_with(Work::foreign, cores_foreign_);
}

// The foreign work waits for its next turn; it has cooled the core as if that had been idle.
void Cpu::take_from_foreign(Core& core, Burst burst) {
  core.burst.cooled += simulation_.now() - core.since;
  stop(core);
  waiting_.push(core.burst);
  burst.cooled = core.burst.cooled;
  if (burst.kind == Work::heavy) warm_up(burst);
  choose(core, burst);
}

void Cpu::choose(Core& core, const Burst& burst) {
  core.slice_left = burst.kind == Work::foreign ? foreign_rules_->time_slice : time_slice_;
  run(core, burst);
}

// The burst before has left its core as cold as it found it, unless it was heavy.
void Cpu::go_on(Core& core, Burst burst) {
  burst.cooled = core.burst.cooled;
  run(core, burst);
}

// Its thread sleeps or has used up its time slice: the next one runs.
void Cpu::leave(Core& core) {
  run_next(core);
  if (!core.is_busy) idle_.push_back({&core, simulation_.now(), core.burst.cooled});
}

// A core cools exponentially with the time it is idle.
void Cpu::warm_up(Burst& burst) const {
  const Seconds cooled = std::exchange(burst.cooled, Seconds{});
  if (cold_start_.work.count() > 0) burst.left += cold_start_.work * -std::expm1(-cooled / cold_start_.after);
}

// One of the `how_many` cores that run such work; null without any.
Cpu::Core* Cpu::core_with(Work kind, int how_many) {
  if (how_many == 0) return nullptr;
  return &*std::find_if(cores_.begin(), cores_.end(), [kind](const Core& core) { return core.is_busy && core.burst.kind == kind; });
}

void Cpu::run(Core& core, const Burst& burst) {
  core.is_busy = true;
  core.burst = burst;
  core.since = simulation_.now();
  core.until = core.since + std::min(burst.left, core.slice_left);
  if (burst.kind == Work::spinning) ++cores_spinning_;
  if (burst.kind == Work::foreign) ++cores_foreign_;
  const auto ring = [](void* self) {
    Core& mine = *static_cast<Core*>(self);
    mine.cpu->on_timer(mine);
  };
  simulation_.schedule(core.until, {ring, &core});
}

void Cpu::stop(Core& core) {
  const Seconds ran = simulation_.now() - core.since;
  used_ += ran;
  core.burst.left -= ran;
  core.slice_left -= ran;
  core.is_busy = false;
  if (core.burst.kind == Work::spinning) --cores_spinning_;
  if (core.burst.kind == Work::foreign) --cores_foreign_;
}

void Cpu::run_next(Core& core) {
  for (Ring<Burst>* queue : {&prompt_, &waiting_, &spinning_}) {
    if (queue->empty()) continue;
    choose(core, queue->pop());
    return;
  }
}

// A timer cannot be taken back: that of a stopped burst finds the core idle, or with a burst that ends at another date.
void Cpu::on_timer(Core& core) {
  if (!core.is_busy || core.until > simulation_.now()) return;
  const bool has_ended = core.burst.left <= core.slice_left;
  if (core.burst.kind == Work::foreign) core.burst.cooled += simulation_.now() - core.since;
  stop(core);
  if (!has_ended) {
    queue_of(core.burst.kind).push(core.burst);
    leave(core);
    return;
  }
  left_ = &core;
  core.burst.handle.resume();
  if (left_ != nullptr) leave(*std::exchange(left_, nullptr));
}

Seconds Cpu::used() const {
  Seconds used = used_;
  for (const Core& core : cores_) {
    if (core.is_busy) used += simulation_.now() - core.since;
  }
  return used;
}

void Cpu::reset_usage() {
  used_ = Seconds{};
  for (const Core& core : cores_) {
    if (core.is_busy) used_ -= simulation_.now() - core.since;
  }
}

}  // namespace sim
