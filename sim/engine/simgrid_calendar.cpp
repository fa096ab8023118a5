#include "sim/engine/simgrid_calendar.hpp"

#include <algorithm>
#include <set>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Activity.hpp>
#include <simgrid/s4u/Engine.hpp>

namespace sim {
namespace {

// SimGrid collects activities here that could not start, and its run ends at once when there are any: our way to end it.
std::set<simgrid::s4u::Activity*> vetoed;

// SimGrid ends an activity up to 1 ns (precision/timing) before or after its date. Sharing delays a transfer by more.
constexpr Seconds kRounding{2e-9};

}  // namespace

Instant SimGridCalendar::clock() { return Instant{Seconds{simgrid::s4u::Engine::get_clock()}}; }
void SimGridCalendar::stop() { vetoed.insert(nullptr); }
bool SimGridCalendar::is_stopping() { return !vetoed.empty(); }

// Has SimGrid wake us when the next event may run whatever it has under way. Called whenever control goes back to it.
void SimGridCalendar::arm() {
  if (queue_.empty()) return;
  const Instant next = queue_.next().date() + 2 * kRounding;
  if (!timers_.empty() && timers_.back() <= next) return;
  timers_.push_back(next);
  simgrid::kernel::timer::Timer::set(std::max(next, clock()).time_since_epoch().count(), [this] { on_timer(); });
}

void SimGridCalendar::on_timer() {
  timers_.pop_back();
  run_due();
}

// Either nothing can come before it, or SimGrid has passed its date and what it has under way is late.
bool SimGridCalendar::may_run(const EventQueue::Entry& entry) const {
  if (entry.date() > end_) return false;
  return expected_.empty() || Expected{entry.date(), entry.order()} < *expected_.begin() || entry.date() + kRounding < clock();
}

void SimGridCalendar::run_due() {
  while (!queue_.empty() && !is_stopping() && may_run(queue_.next())) {
    const bool goes_on = run_next();
    if (!goes_on || empty()) stop();
  }
  if (!is_stopping()) arm();
}

void SimGridCalendar::start_expected(const Expected& expected, Event start) {
  expected_.insert(expected);
  if (now_ <= clock()) start_now(start);
  else simgrid::kernel::timer::Timer::set(now_.time_since_epoch().count(), [start] { start_now(start); });
}

// A transfer cannot start as long as it has a source and no destination, and SimGrid would end the run for it.
void SimGridCalendar::start_now(Event start) {
  start();
  std::erase_if(vetoed, [](const auto* activity) { return activity != nullptr; });
}

void SimGridCalendar::end_expected(const Expected& expected, Event event) {
  expected_.erase(expected_.find(expected));
  if (is_stopping()) return;
  const bool is_late = clock() > expected.first + kRounding;
  schedule_at_place(is_late ? clock() : expected.first, expected.second, event);
  run_due();
}

// SimGrid takes a clock within 10 us of the date for the date, hence the loop; every call makes some progress.
void SimGridCalendar::run_until(Instant date) {
  auto& engine = *simgrid::s4u::Engine::get_instance();
  engine.track_vetoed_activities(&vetoed);
  vetoed.clear();
  end_ = date;
  run_due();
  while (!is_stopping() && !expected_.empty() && clock() < date) engine.run_until(date.time_since_epoch().count());
  run_due();
  if (!is_stopping() && !empty()) now_ = std::max(now_, date);
}

}  // namespace sim
