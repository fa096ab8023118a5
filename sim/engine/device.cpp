#include "sim/engine/device.hpp"

#include <algorithm>

namespace sim {

Task<> Device::serve(Seconds service_time) {
  if (service_ == Service::serial) {
    const Instant start = std::max(free_at_, simulation_.now());
    free_at_ = start + service_time;
    co_await simulation_.delay(start - simulation_.now());
  }
  begin_service();
  co_await simulation_.delay(service_time);
  end_service();
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
