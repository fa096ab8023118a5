#include <gmock/gmock.h>

#include <memory>

#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::FifoQueue;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using sim::WaitQueue;
using testing::ElementsAre;
using tests::Journal;

Process sleeper(Journal& journal, WaitQueue& queue, std::string name) {
  co_await queue.wait();
  journal.note(name + " wakes");
}

Process notifier(Simulation& simulation, Journal& journal, WaitQueue& queue) {
  queue.notify_one();  // nobody knows of it: a notification is not kept
  co_await simulation.delay(Seconds{1});
  queue.notify_one();
  journal.note(fmt::format("{} left", queue.size()));
  co_await simulation.delay(Seconds{1});
  queue.notify_all();
  journal.note(fmt::format("{} left", queue.size()));
}

Process taker(Simulation& simulation, Journal& journal, FifoQueue<int>& queue, std::string name, double arrival, int count) {
  co_await simulation.delay(Seconds{arrival});
  for (int i = 0; i < count; ++i) {
    const int value = co_await queue.pop();
    journal.note(fmt::format("{} takes {}", name, value));
  }
}

// Pushes the values at one date and then asks for one itself, before those that it has woken have run.
Process giver(Simulation& simulation, Journal& journal, FifoQueue<int>& queue, std::vector<int> values) {
  co_await simulation.delay(Seconds{1});
  for (const int value : values) queue.push(value);
  const int value = co_await queue.pop();
  journal.note(fmt::format("giver takes {}", value));
}

Process mover(Journal& journal, FifoQueue<std::unique_ptr<int>>& queue) {
  const std::unique_ptr<int> value = co_await queue.pop();
  journal.note(fmt::format("takes {}", *value));
}

TEST(WaitQueue, NotifiesOneOrAllInOrderOfArrival) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    WaitQueue queue(simulation, "queue");
    simulation.spawn("notifier", notifier(simulation, journal, queue));
    for (const char* name : {"A", "B", "C"}) simulation.spawn(name, sleeper(journal, queue, name));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("1 2 left", "1 A wakes", "2 0 left", "2 B wakes", "2 C wakes"));
}

TEST(FifoQueue, KeepsTheOrderOfValues) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<int> queue(simulation, "queue");
    for (const int value : {3, 1, 2}) queue.push(value);
    simulation.spawn("A", taker(simulation, journal, queue, "A", 1, 4));
    simulation.run_until(tests::at(2));
    journal.note(fmt::format("{} values, {} waiting", queue.size(), queue.waiting()));
  });
  EXPECT_THAT(lines, ElementsAre("1 A takes 3", "1 A takes 1", "1 A takes 2", "1 0 values, 1 waiting"));
}

TEST(FifoQueue, ServesThoseWhoWaitInOrderOfArrival) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<int> queue(simulation, "queue");
    simulation.spawn("A", taker(simulation, journal, queue, "A", 0.5, 1));
    simulation.spawn("B", taker(simulation, journal, queue, "B", 0.25, 1));
    simulation.spawn("giver", giver(simulation, journal, queue, {1, 2, 3}));
    simulation.run_until(tests::at(2));
  });
  EXPECT_THAT(lines, ElementsAre("1 B takes 1", "1 A takes 2", "1 giver takes 3"));
}

TEST(FifoQueue, APromisedValueIsNotStolen) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<int> queue(simulation, "queue");
    simulation.spawn("A", taker(simulation, journal, queue, "A", 0, 1));
    simulation.spawn("giver", giver(simulation, journal, queue, {1}));
    simulation.run_until(tests::at(2));
    queue.push(2);
    simulation.run_until(tests::at(3));
  });
  EXPECT_THAT(lines, ElementsAre("1 A takes 1", "1 giver takes 2"));
}

// With a value to spare, the one who asks last still gets the last one.
TEST(FifoQueue, ANewcomerTakesNobodysTurn) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<int> queue(simulation, "queue");
    simulation.spawn("A", taker(simulation, journal, queue, "A", 0, 1));
    simulation.spawn("giver", giver(simulation, journal, queue, {1, 2}));
    simulation.run_until(tests::at(2));
  });
  EXPECT_THAT(lines, ElementsAre("1 A takes 1", "1 giver takes 2"));
}

TEST(FifoQueue, MovesValuesThatCannotBeCopied) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<std::unique_ptr<int>> queue(simulation, "queue");
    simulation.spawn("A", mover(journal, queue));
    simulation.spawn("B", mover(journal, queue));
    simulation.run_until(tests::at(1));
    queue.push(std::make_unique<int>(1));
    queue.push(std::make_unique<int>(2));
    simulation.run_until(tests::at(1));
  });
  EXPECT_THAT(lines, ElementsAre("0 takes 1", "0 takes 2"));
}

// More values and more waiters than a ring holds at first.
TEST(FifoQueue, GrowsWithoutLosingTheOrder) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    FifoQueue<int> queue(simulation, "queue");
    for (int i = 0; i < 10; ++i) queue.push(i);
    simulation.spawn("A", taker(simulation, journal, queue, "A", 0, 7));
    simulation.run_until(tests::at(0));
    for (int i = 10; i < 100; ++i) queue.push(i);
    simulation.spawn("B", taker(simulation, journal, queue, "B", 0, 93));
    simulation.run_until(tests::at(0));
  });
  ASSERT_EQ(lines.size(), 100U);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i], fmt::format("0 {} takes {}", i < 7 ? "A" : "B", i));
  }
}

}  // namespace
