#include <gmock/gmock.h>

#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Lock;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;

Process holder(Simulation& simulation, Journal& journal, Lock& lock, std::string name, double arrival, double hold) {
  co_await simulation.delay(Seconds{arrival});
  journal.note(name + " asks");
  co_await lock.acquire();
  journal.note(name + " enters");
  co_await simulation.delay(Seconds{hold});
  journal.note(name + " leaves");
  lock.release();
}

// Releases and at once asks again, at the same date, while somebody waits.
Process greedy(Simulation& simulation, Journal& journal, Lock& lock) {
  for (int round = 1; round <= 2; ++round) {
    co_await lock.acquire();
    journal.note(fmt::format("greedy enters, round {}", round));
    co_await simulation.delay(Seconds{1});
    lock.release();
  }
}

// Is only woken when the lock is released, and takes a second to be there.
Process contender(Simulation& simulation, Journal& journal, Lock& lock) {
  co_await simulation.delay(Seconds{1});
  while (!lock.try_acquire()) {
    co_await lock.released();
    journal.note("contender wakes");
    co_await simulation.delay(Seconds{1});
  }
  journal.note("contender enters");
  co_await simulation.delay(Seconds{1});
  lock.release();
}

TEST(Lock, FreeLockIsTakenAtOnce) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 0, 1));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 2, 1));
    simulation.run_until(tests::at(10));
    journal.note(lock.held() ? "held" : "free");
  });
  EXPECT_THAT(lines, ElementsAre("0 A asks", "0 A enters", "1 A leaves", "2 B asks", "2 B enters", "3 B leaves", "3 free"));
}

TEST(Lock, IsHandedOverInOrderOfArrival) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 0, 4));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 2, 4));
    simulation.spawn("C", holder(simulation, journal, lock, "C", 1, 4));
    simulation.run_until(tests::at(100));
  });
  EXPECT_THAT(lines, ElementsAre("0 A asks", "0 A enters", "1 C asks", "2 B asks", "4 A leaves", "4 C enters", "8 C leaves",
                                 "8 B enters", "12 B leaves"));
}

TEST(Lock, NobodyOvertakesAtTheDateOfRelease) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Lock lock(simulation, "lock");
    simulation.spawn("greedy", greedy(simulation, journal, lock));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 0.5, 1));
    simulation.run_until(tests::at(100));
  });
  EXPECT_THAT(lines, ElementsAre("0 greedy enters, round 1", "0.5 B asks", "1 B enters", "2 B leaves",
                                 "2 greedy enters, round 2"));
}

TEST(Lock, StaysHeldWhileItIsHandedOver) {
  const auto found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 0, 1));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 0, 1));
    simulation.run_until(tests::at(0.5));
    lock.release();  // in A's place: B has been promised the lock, and has not run yet
    return tests::Json(lock.held());
  });
  EXPECT_TRUE(found.get<bool>());
}

TEST(Lock, CountsHowLongItIsHeldByAnybody) {
  const auto busy = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 1, 2));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 2, 2));
    simulation.spawn("C", holder(simulation, journal, lock, "C", 8, 4));
    tests::Json found = tests::Json::array();
    for (const double date : {2.0, 4.0, 7.0, 9.0}) {
      simulation.run_until(tests::at(date));
      found.push_back(lock.busy().count());
    }
    lock.reset_usage();
    simulation.run_until(tests::at(100));
    found.push_back(lock.busy().count());
    return found;
  });
  EXPECT_EQ(busy, tests::Json({1.0, 3.0, 4.0, 5.0, 3.0}));
}

// B comes while the contender is on its way, and the contender sleeps once more.
TEST(Lock, WhoIsOnlyWokenCanBeOvertaken) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 0, 2));
    simulation.spawn("contender", contender(simulation, journal, lock));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 2.5, 1));
    simulation.run_until(tests::at(100));
  });
  EXPECT_THAT(lines, ElementsAre("0 A asks", "0 A enters", "2 A leaves", "2 contender wakes", "2.5 B asks", "2.5 B enters",
                                 "3.5 B leaves", "3.5 contender wakes", "4.5 contender enters"));
}

// B, who waits behind it to be given the lock, gets it when the contender leaves.
TEST(Lock, WhoIsOnlyWokenHasItsTurn) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Lock lock(simulation, "lock");
    simulation.spawn("A", holder(simulation, journal, lock, "A", 0, 2));
    simulation.spawn("contender", contender(simulation, journal, lock));
    simulation.spawn("B", holder(simulation, journal, lock, "B", 1.5, 1));
    simulation.run_until(tests::at(100));
    journal.note(lock.held() ? "held" : "free");
  });
  EXPECT_THAT(lines, ElementsAre("0 A asks", "0 A enters", "1.5 B asks", "2 A leaves", "2 contender wakes", "3 contender enters",
                                 "4 B enters", "5 B leaves", "5 free"));
}

}  // namespace
