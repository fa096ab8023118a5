#include "sim/engine/device.hpp"

#include <algorithm>

namespace sim {

Seconds Device::take_turn(Seconds service_time) {
  if (service_ == Service::parallel) return {};
  const Instant start = std::max(free_at_, simulation_.now());
  free_at_ = start + service_time;
  return start - simulation_.now();
}

void Device::Awaiter::await_suspend(std::coroutine_handle<> waiting) {
  handle = waiting;
  Simulation& simulation = device.simulation_;
  const Event turn{[](void* self) { static_cast<Awaiter*>(self)->begin(); }, this};
  if (wait.count() > 0) simulation.schedule(simulation.now() + wait, turn);
  else simulation.schedule(simulation.now() + service_time, resume_event(handle));
}

// Its turn has come.
void Device::Awaiter::begin() {
  device.begin_service();
  if (service_time.count() <= 0) handle.resume();
  else device.simulation_.schedule(device.simulation_.now() + service_time, resume_event(handle));
}

void Device::begin_service() {
  if (in_service_++ == 0) busy_since_ = simulation_.now();
}

void Device::end_service() {
  ++served_;
  if (--in_service_ == 0) busy_ += simulation_.now() - busy_since_;
}

Seconds Device::busy() const {
  return in_service_ == 0 ? busy_ : busy_ + (simulation_.now() - busy_since_);
}

void Device::reset_usage() {
  busy_ = Seconds{};
  busy_since_ = simulation_.now();
  served_ = 0;
}

}  // namespace sim
