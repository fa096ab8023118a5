#include "sim/engine/processor_sharing_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace sim {
namespace {

// Rounding of virtual time: a burst that is this close to its end has ended.
constexpr double kVirtualTolerance = 1e-12;

}  // namespace

double ProcessorSharingCpu::speed() const {
  const auto running = static_cast<double>(bursts_.size());
  return running <= cores_ ? 1.0 : cores_ / running;
}

void ProcessorSharingCpu::advance() {
  const Seconds passed = simulation_.now() - advanced_to_;
  advanced_to_ = simulation_.now();
  if (bursts_.empty()) return;
  virtual_now_ += passed.count() * speed();
  used_ += passed * std::min<double>(cores_, static_cast<double>(bursts_.size()));
}

void ProcessorSharingCpu::begin(Seconds demand, Work kind, std::coroutine_handle<> handle) {
  advance();
  double coldness = take_idle_core();
  if (kind == Work::heavy) demand += cold_start(std::exchange(coldness, 0));
  // Virtual time means nothing while nobody runs: start it anew, so that it keeps its precision over a long run.
  if (bursts_.empty()) virtual_now_ = 0;
  bursts_.push_back({virtual_now_ + demand.count(), next_order_++, handle, coldness});
  std::push_heap(bursts_.begin(), bursts_.end(), std::greater<>{});
  arm();
}

Instant ProcessorSharingCpu::next_end() const {
  const double left = bursts_.front().end - virtual_now_;
  return left <= kVirtualTolerance ? simulation_.now() : simulation_.now() + Seconds{left / speed()};
}

// Timers cannot be taken back. One that has become too late is followed by an earlier one; one that rings too early
// finds nobody finished and sets the next.
void ProcessorSharingCpu::arm() {
  if (bursts_.empty()) return;
  const Instant end = next_end();
  if (timers_ > 0 && armed_for_ <= end) return;
  armed_for_ = end;
  ++timers_;
  simulation_.schedule(end, {[](void* self) { static_cast<ProcessorSharingCpu*>(self)->on_timer(); }, this});
}

void ProcessorSharingCpu::on_timer() {
  --timers_;
  if (armed_for_ <= simulation_.now()) armed_for_ = Instant::max();
  advance();
  // What is left may be more than the tolerance and still too short for the clock to show, late in a long run.
  while (!bursts_.empty() && next_end() <= simulation_.now()) {
    const Burst ended = bursts_.front();
    std::pop_heap(bursts_.begin(), bursts_.end(), std::greater<>{});
    bursts_.pop_back();
    if (running() < cores_) release_core(ended.coldness);
    simulation_.make_ready(ended.handle);
  }
  arm();
}

Seconds ProcessorSharingCpu::used() {
  advance();
  return used_;
}

void ProcessorSharingCpu::reset_usage() {
  advance();
  used_ = Seconds{};
}

}  // namespace sim
