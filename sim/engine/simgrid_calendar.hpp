// The calendar on SimGrid's clock.
#pragma once

#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/engine/calendar.hpp"

namespace sim {

// Events are kept here and not in SimGrid's own timers, which forget in which order equal dates were scheduled. They also
// run ahead of SimGrid's clock, as far as nothing of SimGrid's own can happen: a transfer cannot end before it would with its
// link to itself. So SimGrid is entered for transfers and not for every delay, and every date stays the same.
class SimGridCalendar final : public Calendar {
 public:
  // What SimGrid has under way: when it can end at the soonest, and its place among the events of that date.
  using Expected = std::pair<Instant, std::uint64_t>;

  using Calendar::Calendar;

  void run_until(Instant date) override;
  bool empty() const override { return queue_.empty() && expected_.empty(); }

  // Lets SimGrid start something of its own, such as a transfer, by `start` when its clock has come to now(). It will end by
  // end_expected().
  void start_expected(const Expected& expected, Event start);

  // It has ended, and `event` happens: at the soonest date if SimGrid's clock is no more than its rounding beyond, else now.
  void end_expected(const Expected& expected, Event event);

 private:
  static Instant clock();
  static void stop();
  static bool is_stopping();
  static void start_now(Event start);
  void arm();
  void on_timer();
  bool may_run(const EventQueue::Entry& entry) const;
  void run_due();

  std::vector<Instant> timers_;  // dates of the SimGrid timers that lie ahead, the next one last
  boost::container::flat_multiset<Expected> expected_;
  Instant end_{};  // of the present run_until()
};

}  // namespace sim
