#include "sim/engine/event_queue.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "sim/core/random.hpp"

namespace {

using sim::EventQueue;
using sim::Instant;
using sim::Seconds;

using Place = std::pair<double, std::uint64_t>;

EventQueue::Entry entry_at(const Place& place) { return {Instant{Seconds{place.first}}, place.second, {}}; }

Place place_of(const EventQueue::Entry& entry) { return {entry.date().time_since_epoch().count(), entry.order()}; }

TEST(EventQueue, GivesEventsByDateAndThoseOfOneDateInTheOrderOfTheirPlaces) {
  sim::RandomStream draws(1, 0, "event queue");
  std::vector<Place> places;
  for (std::uint64_t order = 0; order < 1000; ++order) places.emplace_back(std::floor(draws.next() * 50) / 8, order);
  EventQueue queue;
  for (const Place& place : places) queue.push(entry_at(place));
  std::vector<Place> popped;
  while (!queue.empty()) popped.push_back(place_of(queue.pop()));
  std::sort(places.begin(), places.end());
  EXPECT_EQ(popped, places);
}

TEST(EventQueue, KeepsTheOrderWhenEventsComeAndGo) {
  sim::RandomStream draws(2, 0, "event queue");
  EventQueue queue;
  std::vector<Place> held;
  double now = 0;
  for (std::uint64_t order = 0; order < 5000; ++order) {
    const Place place{now + draws.next(), order};
    queue.push(entry_at(place));
    held.push_back(place);
    if (held.size() < 30) continue;
    const auto first = std::min_element(held.begin(), held.end());
    ASSERT_EQ(place_of(queue.next()), *first);
    ASSERT_EQ(place_of(queue.pop()), *first);
    now = first->first;
    held.erase(first);
  }
}

TEST(EventQueue, AnEventLaterByTheLeastThatADoubleHoldsIsLater) {
  EventQueue queue;
  const double after = std::nextafter(1000.0, 2000.0);
  queue.push(entry_at({after, 0}));
  queue.push(entry_at({1000.0, 1}));
  queue.push(entry_at({0.0, 2}));
  EXPECT_EQ(place_of(queue.pop()), Place(0.0, 2));
  EXPECT_EQ(place_of(queue.pop()), Place(1000.0, 1));
  EXPECT_EQ(place_of(queue.pop()), Place(after, 0));
}

}  // namespace
