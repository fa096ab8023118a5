// The calendar by itself, for simulations that need nothing of SimGrid.
#pragma once

#include "sim/engine/calendar.hpp"

namespace sim {

class NativeCalendar final : public Calendar {
 public:
  using Calendar::Calendar;

  void run_until(Instant date) override;
  bool empty() const override { return queue_.empty(); }
};

}  // namespace sim
