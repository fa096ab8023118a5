// The calendar: the simulated clock and the events that lie ahead of it.
#pragma once

#include "sim/core/units.hpp"
#include "sim/engine/event.hpp"

namespace sim {

// Contract: events run in the order of their dates, those of one date in the order in which they were scheduled, with
// now() equal to their date; now() never goes back; run_until(date) runs everything up to and including `date` and
// returns with now() == date, or earlier when nothing at all is pending any more or `AfterEvent` asked to stop.
class Calendar {
 public:
  // Called after every event, before the clock may move: drains what the event made ready. False ends the run.
  using AfterEvent = bool (*)(void* subject);

  virtual ~Calendar() = default;

  Instant now() const { return now_; }
  virtual void schedule(Instant date, Event event) = 0;
  virtual void run_until(Instant date) = 0;
  virtual bool empty() const = 0;

 protected:
  Instant now_{};
};

}  // namespace sim
