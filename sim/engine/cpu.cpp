#include "sim/engine/cpu.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace sim {
namespace {

// Rounding of virtual time: a burst that is this close to its end has ended.
constexpr double kVirtualTolerance = 1e-12;

}  // namespace

double Cpu::speed() const {
  const auto running = static_cast<double>(bursts_.size());
  return running <= cores_ ? 1.0 : cores_ / running;
}

void Cpu::advance() {
  const Seconds passed = simulation_.now() - advanced_to_;
  advanced_to_ = simulation_.now();
  if (bursts_.empty()) return;
  virtual_now_ += passed.count() * speed();
  used_ += passed * std::min<double>(cores_, static_cast<double>(bursts_.size()));
}

// A core cools exponentially with the time it is idle.
double Cpu::coldness_of_next_core() const {
  if (idle_cores_.empty() || cold_start_.work.count() <= 0) return 0;
  const IdleCore& core = idle_cores_.back();
  const Seconds idle = simulation_.now() - core.since;
  if (idle.count() <= 0) return core.coldness;
  return 1 - (1 - core.coldness) * std::exp(-idle / cold_start_.after);
}

void Cpu::begin(Seconds demand, Footprint footprint, std::coroutine_handle<> handle) {
  advance();
  double coldness = coldness_of_next_core();
  if (footprint == Footprint::large) demand += cold_start_.work * std::exchange(coldness, 0);
  // Virtual time means nothing while nobody runs: start it anew, so that it keeps its precision over a long run.
  if (bursts_.empty()) virtual_now_ = 0;
  if (!idle_cores_.empty()) idle_cores_.pop_back();
  bursts_.push_back({virtual_now_ + demand.count(), next_order_++, handle, coldness});
  std::push_heap(bursts_.begin(), bursts_.end(), std::greater<>{});
  arm();
}

Instant Cpu::next_end() const {
  const double left = bursts_.front().end - virtual_now_;
  return left <= kVirtualTolerance ? simulation_.now() : simulation_.now() + Seconds{left / speed()};
}

// Timers cannot be taken back. One that has become too late is followed by an earlier one; one that rings too early
// finds nobody finished and sets the next.
void Cpu::arm() {
  if (bursts_.empty()) return;
  const Instant end = next_end();
  if (timers_ > 0 && armed_for_ <= end) return;
  armed_for_ = end;
  ++timers_;
  simulation_.schedule(end, {[](void* self) { static_cast<Cpu*>(self)->on_timer(); }, this});
}

void Cpu::on_timer() {
  --timers_;
  if (armed_for_ <= simulation_.now()) armed_for_ = Instant::max();
  advance();
  // What is left may be more than the tolerance and still too short for the clock to show, late in a long run.
  while (!bursts_.empty() && next_end() <= simulation_.now()) {
    const Burst ended = bursts_.front();
    std::pop_heap(bursts_.begin(), bursts_.end(), std::greater<>{});
    bursts_.pop_back();
    if (running() < cores_) idle_cores_.push_back({simulation_.now(), ended.coldness});
    simulation_.make_ready(ended.handle);
  }
  arm();
}

Seconds Cpu::used() {
  advance();
  return used_;
}

void Cpu::reset_usage() {
  advance();
  used_ = Seconds{};
}

}  // namespace sim
