#include "sim/engine/cpu.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

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

Seconds Cpu::cold_start() const {
  const Seconds idle = idle_for();
  if (idle.count() <= 0 || cold_start_.work.count() <= 0) return Seconds{0};
  return cold_start_.work * -std::expm1(-idle.count() / cold_start_.after.count());
}

void Cpu::begin(Seconds demand, std::coroutine_handle<> handle) {
  advance();
  demand += cold_start();
  // Virtual time means nothing while nobody runs: start it anew, so that it keeps its precision over a long run.
  if (bursts_.empty()) virtual_now_ = 0;
  if (!idle_since_.empty()) idle_since_.pop_back();
  bursts_.push_back({virtual_now_ + demand.count(), next_order_++, handle});
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
    simulation_.make_ready(bursts_.front().handle);
    std::pop_heap(bursts_.begin(), bursts_.end(), std::greater<>{});
    bursts_.pop_back();
    if (running() < cores_) idle_since_.push_back(simulation_.now());
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
