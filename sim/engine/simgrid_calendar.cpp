#include "sim/engine/simgrid_calendar.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Activity.hpp>
#include <simgrid/s4u/Engine.hpp>

namespace sim {
namespace {

// SimGrid collects activities here that could not start, and its run ends at once when there are any: our way to end it.
std::set<simgrid::s4u::Activity*> vetoed;

}  // namespace

Instant SimGridCalendar::clock() { return Instant{Seconds{simgrid::s4u::Engine::get_clock()}}; }
void SimGridCalendar::stop() { vetoed.insert(nullptr); }
bool SimGridCalendar::is_stopping() { return !vetoed.empty(); }

void SimGridCalendar::schedule(Instant date, Event event) {
  entries_.push_back({std::max(date, now_), next_order_++, event});
  std::push_heap(entries_.begin(), entries_.end(), std::greater<>{});
}

// Has SimGrid wake us at the next date. Called whenever control goes back to it.
void SimGridCalendar::arm() {
  if (entries_.empty()) return;
  const Instant next = entries_.front().date;
  if (!timers_.empty() && timers_.back() <= next) return;
  timers_.push_back(next);
  simgrid::kernel::timer::Timer::set(std::max(next, clock()).time_since_epoch().count(), [this] { on_timer(); });
}

void SimGridCalendar::on_timer() {
  timers_.pop_back();
  run_due();
}

bool SimGridCalendar::may_run(Instant date) const {
  if (date > end_) return false;
  return earliest_.empty() || date < *earliest_.begin() || date <= clock();
}

void SimGridCalendar::run_due() {
  while (!entries_.empty() && !is_stopping() && may_run(entries_.front().date)) {
    const Entry next = entries_.front();
    std::pop_heap(entries_.begin(), entries_.end(), std::greater<>{});
    entries_.pop_back();
    now_ = std::max(now_, next.date);
    run(next.event);
  }
  if (!is_stopping()) arm();
}

void SimGridCalendar::start_expected(Instant earliest, Event start) {
  earliest_.insert(earliest);
  if (now_ <= clock()) start_now(start);
  else simgrid::kernel::timer::Timer::set(now_.time_since_epoch().count(), [start] { start_now(start); });
}

// A transfer cannot start as long as it has a source and no destination, and SimGrid would end the run for it.
void SimGridCalendar::start_now(Event start) {
  start();
  std::erase_if(vetoed, [](const auto* activity) { return activity != nullptr; });
}

void SimGridCalendar::run_expected(Event event) {
  if (is_stopping()) return;
  now_ = std::max(now_, clock());
  run(event);
  run_due();
}

void SimGridCalendar::run(Event event) {
  event();
  const bool goes_on = after_event_(subject_);
  if (!goes_on || empty()) stop();
}

// SimGrid takes a clock within 10 us of the date for the date, hence the loop; every call makes some progress.
void SimGridCalendar::run_until(Instant date) {
  auto& engine = *simgrid::s4u::Engine::get_instance();
  engine.track_vetoed_activities(&vetoed);
  vetoed.clear();
  end_ = date;
  run_due();
  while (!is_stopping() && !earliest_.empty() && clock() < date) engine.run_until(date.time_since_epoch().count());
  run_due();
  if (!is_stopping() && !empty()) now_ = std::max(now_, date);
}

}  // namespace sim
