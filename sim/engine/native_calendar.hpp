// The calendar by itself, for simulations that need nothing of SimGrid.
#pragma once

#include "sim/engine/calendar.hpp"

namespace sim {

class NativeCalendar final : public Calendar {
 public:
  // `after_event(subject)` runs after every event.
  NativeCalendar(AfterEvent after_event, void* subject) : after_event_(after_event), subject_(subject) {}

  void run_until(Instant date) override;
  bool empty() const override { return queue_.empty(); }

 private:
  AfterEvent after_event_;
  void* subject_;
};

}  // namespace sim
