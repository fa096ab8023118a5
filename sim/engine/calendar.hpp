// The calendar: the simulated clock and the events that lie ahead of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/core/units.hpp"
#include "sim/engine/event.hpp"
#include "sim/engine/event_queue.hpp"

namespace sim {

// Contract: events run in the order of their dates, those of one date in the order in which they were scheduled, with
// now() equal to their date; now() never goes back; run_until(date) runs everything up to and including `date` and
// returns with now() == date, or earlier when nothing at all is pending any more or `AfterEvent` asked to stop.
class Calendar {
 public:
  // Called after every event, before the clock may move: drains what the event made ready. False ends the run.
  using AfterEvent = bool (*)(void* subject);

  // `after_event(subject)` runs after every event.
  Calendar(AfterEvent after_event, void* subject) : after_event_(after_event), subject_(subject) {}
  virtual ~Calendar() = default;

  Instant now() const { return now_; }
  void schedule(Instant date, Event event) { schedule_at_place(date, take_place(), event); }
  virtual void run_until(Instant date) = 0;
  virtual bool empty() const = 0;

  // The same in two steps, for what is known to happen before it is known when: among events of one date it keeps the place it took.
  std::uint64_t take_place() { return next_order_++; }
  void schedule_at_place(Instant date, std::uint64_t place, Event event) {
    queue_.push(EventQueue::Entry(std::max(date, now_), place, event));
  }

 protected:
  // Runs the next event, of which there must be one; false ends the run.
  bool run_next() {
    const EventQueue::Entry next = queue_.pop();
    now_ = std::max(now_, next.date());
    next.event()();
    return after_event_(subject_);
  }

  EventQueue queue_;
  Instant now_{};

 private:
  AfterEvent after_event_;
  void* subject_;
  std::uint64_t next_order_ = 0;
};

}  // namespace sim
