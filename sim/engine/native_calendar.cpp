#include "sim/engine/native_calendar.hpp"

namespace sim {

void NativeCalendar::run_until(Instant date) {
  while (!queue_.empty() && queue_.next().date() <= date) {
    if (!run_next()) return;
  }
  if (!queue_.empty()) now_ = std::max(now_, date);
}

}  // namespace sim
