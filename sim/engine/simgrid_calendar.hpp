// The calendar on SimGrid's clock.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/calendar.hpp"

namespace sim {

// SimGrid's own heap of timers forgets in which order equal dates were scheduled. So events are kept here, and a SimGrid
// timer is set only where the earliest date changes.
class SimGridCalendar final : public Calendar {
 public:
  // `after_event(subject)` runs after every event.
  SimGridCalendar(AfterEvent after_event, void* subject) : after_event_(after_event), subject_(subject) {}

  Instant now() const override { return now_; }
  void schedule(Instant date, Event event) override;
  void run_until(Instant date) override;
  bool empty() const override { return entries_.empty() && expected_ == 0; }

  // An event of SimGrid's own, such as the end of a transfer, lies ahead; run_expected() runs it, at SimGrid's clock.
  void expect() { ++expected_; }
  void run_expected(Event event);

 private:
  struct Entry {
    Instant date;
    std::uint64_t order;
    Event event;
    bool operator>(const Entry& other) const { return date != other.date ? date > other.date : order > other.order; }
  };

  static Instant clock();
  static void stop();
  static bool is_stopping();
  void arm();
  void on_timer();
  void run_due();
  void run(Event event);

  AfterEvent after_event_;
  void* subject_;
  Instant now_{};
  std::vector<Entry> entries_;  // a heap, the next on top
  std::uint64_t next_order_ = 0;
  std::vector<Instant> timers_;  // dates of the SimGrid timers that lie ahead, the next one last
  std::int64_t expected_ = 0;
};

}  // namespace sim
