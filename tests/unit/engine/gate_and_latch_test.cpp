#include <gmock/gmock.h>

#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Gate;
using sim::Latch;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;

Process passer(Simulation& simulation, Journal& journal, Gate& gate, std::string name, double arrival) {
  co_await simulation.delay(Seconds{arrival});
  co_await gate.pass();
  journal.note(name + " passes");
}

// Opens at 2 and, when `shuts` is set, closes again at that very date.
Process gatekeeper(Simulation& simulation, Journal& journal, Gate& gate, bool shuts) {
  co_await simulation.delay(Seconds{2});
  gate.open();
  journal.note("opens");
  if (shuts) gate.close();
}

Process waiter(Journal& journal, Latch& latch, std::string name) {
  co_await latch.wait();
  journal.note(name + " goes on");
}

Process arrivals(Simulation& simulation, Journal& journal, Latch& latch, int count) {
  for (int i = 1; i <= count; ++i) {
    co_await simulation.delay(Seconds{1});
    journal.note(fmt::format("arrival {}", i));
    latch.arrive();
  }
}

TEST(Gate, KeepsEverybodyUntilItOpensAndLetsThemPassInOrder) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Gate gate(simulation, "gate");
    simulation.spawn("keeper", gatekeeper(simulation, journal, gate, false));
    simulation.spawn("A", passer(simulation, journal, gate, "A", 1));
    simulation.spawn("B", passer(simulation, journal, gate, "B", 0));
    simulation.spawn("C", passer(simulation, journal, gate, "C", 3));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("2 opens", "2 B passes", "2 A passes", "3 C passes"));
}

TEST(Gate, WhoeverWaitedPassesEvenIfItClosesAtOnce) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Gate gate(simulation, "gate");
    simulation.spawn("keeper", gatekeeper(simulation, journal, gate, true));
    simulation.spawn("A", passer(simulation, journal, gate, "A", 1));
    simulation.spawn("B", passer(simulation, journal, gate, "B", 2));
    simulation.run_until(tests::at(10));
    journal.note(gate.is_open() ? "open" : "closed");
    journal.note(simulation.waiting().at(0).process + " still waits");
  });
  EXPECT_THAT(lines, ElementsAre("2 opens", "2 A passes", "2 closed", "2 B still waits"));
}

TEST(Gate, MayBeginOpen) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Gate gate(simulation, "gate", true);
    simulation.spawn("A", passer(simulation, journal, gate, "A", 1));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("1 A passes"));
}

TEST(Latch, OpensAtTheLastArrivalAndStaysOpen) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Latch latch(simulation, "latch", 3);
    simulation.spawn("A", waiter(journal, latch, "A"));
    simulation.spawn("B", waiter(journal, latch, "B"));
    simulation.spawn("arrivals", arrivals(simulation, journal, latch, 4));
    simulation.run_until(tests::at(3.5));
    simulation.spawn("C", waiter(journal, latch, "C"));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("1 arrival 1", "2 arrival 2", "3 arrival 3", "3 A goes on", "3 B goes on", "3.5 C goes on",
                                 "4 arrival 4"));
}

TEST(Latch, OfNobodyIsOpen) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Latch latch(simulation, "latch", 0);
    simulation.spawn("A", waiter(journal, latch, "A"));
    simulation.run_until(tests::at(1));
  });
  EXPECT_THAT(lines, ElementsAre("0 A goes on"));
}

}  // namespace
