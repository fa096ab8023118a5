#include "sim/engine/native_calendar.hpp"

namespace sim {

void NativeCalendar::run_until(Instant date) {
  while (!queue_.empty() && queue_.next().date() <= date) {
    const EventQueue::Entry next = queue_.pop();
    now_ = next.date();
    next.event()();
    if (!after_event_(subject_)) return;
  }
  if (!queue_.empty()) now_ = std::max(now_, date);
}

}  // namespace sim
