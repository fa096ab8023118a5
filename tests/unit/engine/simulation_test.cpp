#include <gmock/gmock.h>

#include <stdexcept>

#include "sim/core/random.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/network.hpp"
#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::DoubleEq;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

Process sleeper(Simulation& simulation, Journal& journal, std::string name, std::vector<double> delays) {
  for (const double delay : delays) {
    co_await simulation.delay(Seconds{delay});
    journal.note(name);
  }
}

Process gate_passer(Simulation& simulation, Journal& journal, sim::Gate& gate, std::string name, double delay) {
  co_await simulation.delay(Seconds{delay});
  journal.note(name + " arrives");
  co_await gate.pass();
  journal.note(name + " passes");
}

Process opener(Simulation& simulation, Journal& journal, sim::Gate& gate) {
  co_await simulation.delay(Seconds{1});
  gate.open();
  journal.note("opened");
}

Process parent(Simulation& simulation, Journal& journal) {
  simulation.spawn("child", sleeper(simulation, journal, "child", {0, 1}));
  journal.note("parent goes on");
  co_await simulation.delay(Seconds{1});
  journal.note("parent");
}

// ---- delays and order ----

TEST(Delay, TakesItsTime) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", sleeper(simulation, journal, "A", {1, 0.5, 2}));
    simulation.spawn("B", sleeper(simulation, journal, "B", {1.25}));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("1 A", "1.25 B", "1.5 A", "3.5 A"));
}

TEST(Delay, OfZeroOrLessGoesOnAtOnce) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", sleeper(simulation, journal, "A", {0, -1, 0}));
    simulation.spawn("B", sleeper(simulation, journal, "B", {0}));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("0 A", "0 A", "0 A", "0 B"));
}

// SimGrid's own timers would run these in an order of their own.
TEST(Delay, EqualDatesComeInTheOrderOfScheduling) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    for (int i = 0; i < 100; ++i) {
      simulation.spawn("p", sleeper(simulation, journal, fmt::format("{}", i), {1 + i % 3 * 0.25, 2 - i % 3 * 0.25}));
    }
    simulation.run_until(tests::at(10));
  });
  std::vector<std::string> expected;
  for (int group = 0; group < 3; ++group) {
    for (int i = group; i < 100; i += 3) expected.push_back(fmt::format("{} {}", 1 + group * 0.25, i));
  }
  // All second delays end at 3, in the order in which they began.
  for (int group = 0; group < 3; ++group) {
    for (int i = group; i < 100; i += 3) expected.push_back(fmt::format("3 {}", i));
  }
  EXPECT_EQ(lines, expected);
}

// SimGrid's clock moves by differences, and 0.7 + (2.9 - 0.7) is not 2.9.
TEST(Delay, EndsAtExactlyItsDate) {
  for (int i = 8; i < 60; ++i) {
    const double date = i / 10.0;
    const auto found = tests::simulate([date](Simulation& simulation) {
      Journal journal(simulation);
      simulation.spawn("A", sleeper(simulation, journal, "A", {0.7}));
      simulation.spawn("B", sleeper(simulation, journal, "B", {date}));
      simulation.run_until(tests::at(10));
      return Json(tests::seconds(simulation.now()));
    });
    EXPECT_EQ(found.get<double>(), date);
  }
}

TEST(ReadyQueue, RunsBeforeTheNextEventOfTheSameDate) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    sim::Gate gate(simulation, "gate");
    simulation.spawn("A", gate_passer(simulation, journal, gate, "A", 0));
    simulation.spawn("B", gate_passer(simulation, journal, gate, "B", 0.5));
    simulation.spawn("opener", opener(simulation, journal, gate));
    simulation.spawn("late", gate_passer(simulation, journal, gate, "C", 1));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("0 A arrives", "0.5 B arrives", "1 opened", "1 A passes", "1 B passes", "1 C arrives",
                                 "1 C passes"));
}

TEST(Spawn, StartsAfterEverythingThatIsReadyAlready) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("parent", parent(simulation, journal));
    simulation.spawn("B", sleeper(simulation, journal, "B", {0}));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("0 parent goes on", "0 B", "0 child", "1 parent", "1 child"));
}

// ---- run_until ----

TEST(RunUntil, ReachesItsDateAndRunsWhatIsDueThen) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", sleeper(simulation, journal, "A", {2, 1, 7}));
    simulation.run_until(tests::at(3));
    journal.note("reached");
    simulation.run_until(tests::at(3));
    simulation.run_until(tests::at(1));  // does not go back
    simulation.run_until(tests::at(4.5));
    journal.note("reached");
  });
  EXPECT_THAT(lines, ElementsAre("2 A", "3 A", "3 reached", "4.5 reached"));
}

// SimGrid itself stops up to 10 us early.
TEST(RunUntil, ReachesItsDateEvenIfSomethingHappensJustBefore) {
  const auto found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    simulation.spawn("A", sleeper(simulation, journal, "A", {2 - 5e-6, 2e-6, 1e-6, 10}));
    simulation.run_until(tests::at(2));
    return Json{{"now", tests::seconds(simulation.now())}, {"events", journal.lines().size()}};
  });
  EXPECT_EQ(found["now"], 2.0);
  EXPECT_EQ(found["events"], 3);
}

TEST(RunUntil, ReturnsEarlyWhenNothingIsPending) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    sim::Gate gate(simulation, "gate");
    simulation.run_until(tests::at(5));
    journal.note("nothing at all");
    simulation.spawn("A", gate_passer(simulation, journal, gate, "A", 1));
    simulation.run_until(tests::at(5));
    journal.note("only one who waits");
    gate.open();
    simulation.run_until(tests::at(5));
    simulation.spawn("B", sleeper(simulation, journal, "B", {1, 10}));
    simulation.run_until(tests::at(5));
    journal.note("goes on as usual");
  });
  EXPECT_THAT(lines, ElementsAre("0 nothing at all", "1 A arrives", "1 only one who waits", "1 A passes", "2 B",
                                 "5 goes on as usual"));
}

Process client(Simulation& simulation, Journal& journal, sim::Cpu& cpu, sim::Device& disk, int number) {
  sim::RandomStream stream(1, 0, "client", static_cast<std::uint64_t>(number));
  while (true) {
    co_await simulation.delay(Seconds{stream.next()});
    co_await cpu.execute(Seconds{0.3 * stream.next()});
    co_await disk.serve(Seconds{0.1 * stream.next()});
    journal.note(fmt::format("client {}", number));
  }
}

std::vector<std::string> run_in_pieces(int pieces) {
  return tests::journal_of([pieces](Simulation& simulation, Journal& journal) {
    sim::Cpu cpu(simulation, 2);
    sim::Device disk(simulation, sim::Device::Service::serial);
    for (int i = 0; i < 8; ++i) simulation.spawn("client", client(simulation, journal, cpu, disk, i));
    for (int i = 1; i <= pieces; ++i) simulation.run_until(tests::at(60.0 * i / pieces));
    journal.note(fmt::format("CPU {} busy {}", cpu.used().count(), disk.busy().count()));
  });
}

TEST(RunUntil, InPiecesGivesTheSameDatesBitByBit) {
  const auto whole = run_in_pieces(1);
  EXPECT_GT(whole.size(), 500U);
  EXPECT_EQ(run_in_pieces(7), whole);
  EXPECT_EQ(run_in_pieces(1000), whole);
}

TEST(RunUntil, RunsTheSameTwice) { EXPECT_EQ(run_in_pieces(1), run_in_pieces(1)); }

// ---- who waits for what ----

Process locker(Simulation& simulation, sim::Lock& lock, double arrival) {
  co_await simulation.delay(Seconds{arrival});
  co_await lock.acquire();
}

sim::Task<> inner_wait(sim::Gate& gate) { co_await gate.pass(); }

Process nested_waiter(Simulation& simulation, sim::Gate& gate, double arrival) {
  co_await simulation.delay(Seconds{arrival});
  co_await inner_wait(gate);
}

TEST(Waiting, TellsWhoWaitsForWhatSinceWhenLongestFirst) {
  const auto found = tests::simulate([](Simulation& simulation) {
    sim::Lock lock(simulation, "the lock");
    sim::Gate ack(simulation, "an ACK");
    simulation.spawn("holder", locker(simulation, lock, 0));
    simulation.spawn("client 2", locker(simulation, lock, 3));
    simulation.spawn("client 1", nested_waiter(simulation, ack, 2));
    simulation.spawn("replica", locker(simulation, lock, 1));
    simulation.spawn("sleeper", nested_waiter(simulation, ack, 100));
    simulation.run_until(tests::at(10));
    Json all = Json::array();
    for (const char* named : {"", "client"}) {
      Json rows = Json::array();
      for (const auto& row : simulation.waiting(named)) {
        rows.push_back(fmt::format("{} waits for {} since {}", row.process, row.waits_for, tests::seconds(row.since)));
      }
      all.push_back(rows);
    }
    return all;
  });
  EXPECT_THAT(found[0].get<std::vector<std::string>>(),
              ElementsAre("replica waits for the lock since 1", "client 1 waits for an ACK since 2",
                          "client 2 waits for the lock since 3"));
  EXPECT_THAT(found[1].get<std::vector<std::string>>(),
              ElementsAre("client 1 waits for an ACK since 2", "client 2 waits for the lock since 3"));
}

TEST(Waiting, ForgetsWhoWentOn) {
  const auto found = tests::simulate([](Simulation& simulation) {
    sim::Gate gate(simulation, "gate");
    simulation.spawn("A", nested_waiter(simulation, gate, 1));
    simulation.run_until(tests::at(2));
    gate.open();
    simulation.run_until(tests::at(3));
    return Json(simulation.waiting().size());
  });
  EXPECT_EQ(found, 0);
}

// ---- one simulation per operating-system process ----

TEST(SecondSimulation, IsRefused) {
  const std::string message = sim::run_isolated([] {
    { Simulation first; }
    try {
      Simulation second;
    } catch (const std::logic_error& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  });
  EXPECT_THAT(message, testing::HasSubstr("use run_isolated()"));
}

// With timers ahead, SimGrid's engine used to crash at exit.
TEST(Simulation, MayEndWithTheProgram) {
  try {
    sim::run_isolated([]() -> std::string {
      auto* simulation = new Simulation;
      auto* journal = new Journal(*simulation);
      simulation->spawn("A", sleeper(*simulation, *journal, "A", {1, 100}));
      simulation->run_until(tests::at(2));
      std::exit(7);
    });
    FAIL() << "the child has not left";
  } catch (const sim::IsolatedRunError& error) {
    EXPECT_STREQ(error.what(), "the simulation left with status 7");
  }
}

}  // namespace
