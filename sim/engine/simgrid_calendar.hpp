// The calendar on SimGrid's clock.
#pragma once

#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <vector>

#include "sim/engine/calendar.hpp"

namespace sim {

// Events are kept here and not in SimGrid's own timers, which forget in which order equal dates were scheduled. They also
// run ahead of SimGrid's clock, as far as nothing of SimGrid's own can happen: a transfer cannot end before the latency of
// its link has passed. So SimGrid is entered for transfers and not for every delay, and every date stays the same.
class SimGridCalendar final : public Calendar {
 public:
  // `after_event(subject)` runs after every event.
  SimGridCalendar(AfterEvent after_event, void* subject) : after_event_(after_event), subject_(subject) {}

  void schedule(Instant date, Event event) override;
  void run_until(Instant date) override;
  bool empty() const override { return entries_.empty() && earliest_.empty(); }

  // Lets SimGrid start something of its own, such as a transfer, by `start` when its clock has come to now(). It will end
  // by run_expected(), and not before `earliest`, which counts until forget(earliest).
  void start_expected(Instant earliest, Event start);
  void run_expected(Event event);
  void forget(Instant earliest) { earliest_.erase(earliest_.find(earliest)); }

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
  static void start_now(Event start);
  void arm();
  void on_timer();
  bool may_run(Instant date) const;
  void run_due();
  void run(Event event);

  AfterEvent after_event_;
  void* subject_;
  std::vector<Entry> entries_;  // a heap, the next on top
  std::uint64_t next_order_ = 0;
  std::vector<Instant> timers_;  // dates of the SimGrid timers that lie ahead, the next one last
  boost::container::flat_multiset<Instant> earliest_;  // when what SimGrid has under way can end at the soonest
  Instant end_{};                // of the present run_until()
};

}  // namespace sim
