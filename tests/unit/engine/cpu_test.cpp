#include "sim/engine/cpu.hpp"

#include <gmock/gmock.h>

#include "tests/support/simulate.hpp"

namespace {

using sim::Cpu;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

struct Burst {
  std::string name;
  double arrival;
  double demand;
  Cpu::Work kind = Cpu::Work::light;
};

Process run_burst(Simulation& simulation, Journal& journal, Cpu& cpu, Burst burst) {
  co_await simulation.delay(Seconds{burst.arrival});
  co_await cpu.execute(Seconds{burst.demand}, burst.kind);
  journal.note(burst.name);
}

std::vector<std::string> ends_of(int cores, const std::vector<Burst>& bursts, double time_slice = 1000) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, cores, Seconds{time_slice});
    for (const Burst& burst : bursts) simulation.spawn(burst.name, run_burst(simulation, journal, cpu, burst));
    simulation.run_until(tests::at(1000));
  });
}

TEST(Cpu, GivesABurstACoreOfItsOwnWhileThereAreEnough) {
  EXPECT_THAT(ends_of(2, {{"A", 0, 4}, {"B", 1, 2}}), ElementsAre("3 B", "4 A"));
}

TEST(Cpu, RunsThoseWhoWaitInTheOrderOfTheirArrival) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 2}, {"B", 0.5, 4}, {"C", 1, 1}, {"D", 1, 1}}), ElementsAre("2 A", "6 B", "7 C", "8 D"));
}

TEST(Cpu, TheNextRunsOnTheCoreThatIsFreeFirst) {
  EXPECT_THAT(ends_of(2, {{"A", 0, 5}, {"B", 0, 1}, {"C", 0, 2}, {"D", 0, 3}}), ElementsAre("1 B", "3 C", "5 A", "6 D"));
}

TEST(Cpu, ATimeSliceEndsForWhomOthersWait) {
  // Slices of 2: A until 2, B until 3, C until 5, A its last second until 6, C its last until 7.
  EXPECT_THAT(ends_of(1, {{"A", 0, 3}, {"B", 1, 1}, {"C", 1.5, 3}}, 2), ElementsAre("3 B", "6 A", "7 C"));
}

TEST(Cpu, ATimeSliceChangesNothingForWhomNobodyWaits) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 7}, {"B", 8, 3}}, 2), ElementsAre("7 A", "11 B"));
}

TEST(Cpu, PromptWorkGoesBeforeWhatWaits) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 2}, {"B", 0, 2}, {"C", 1, 1, Cpu::Work::prompt}, {"D", 1, 1, Cpu::Work::prompt}}),
              ElementsAre("2 A", "3 C", "4 D", "6 B"));
}

// A goes on with a second burst at once, before B who waits; with a third when its time slice of 4 has ended, behind C.
TEST(Cpu, WhoHasNotSleptGoesOn) {
  const auto three_bursts = [](Cpu& cpu, Journal& journal) -> Process {
    co_await cpu.execute(Seconds{2});
    co_await cpu.execute(Seconds{2}, Cpu::Work::going_on);
    journal.note("A");
    co_await cpu.execute(Seconds{1}, Cpu::Work::going_on);
    journal.note("A again");
  };
  const auto ends = tests::journal_of([&](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, 1, Seconds{4});
    simulation.spawn("A", three_bursts(cpu, journal));
    for (const char* name : {"B", "C"}) simulation.spawn(name, run_burst(simulation, journal, cpu, {name, 1, 1}));
    simulation.run_until(tests::at(1000));
  });
  EXPECT_THAT(ends, ElementsAre("4 A", "5 B", "6 C", "7 A again"));
}

// Who has slept waits like anybody.
TEST(Cpu, WhoHasSleptDoesNotGoOn) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 2}, {"B", 1, 2}, {"C", 1.5, 1, Cpu::Work::going_on}}), ElementsAre("2 A", "4 B", "5 C"));
}

// A spins from 0 to 1 and from 3 to 5; B takes its core at once, and C waits for B alone.
TEST(Cpu, SpinningGivesWay) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 3, Cpu::Work::spinning}, {"B", 1, 1}, {"C", 1.5, 1}}), ElementsAre("2 B", "3 C", "5 A"));
}

TEST(Cpu, SpinningDoesNotGiveWayToSpinning) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 3, Cpu::Work::spinning}, {"B", 1, 1, Cpu::Work::spinning}}), ElementsAre("3 A", "4 B"));
}

TEST(Cpu, NoDemandTakesNoTime) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 1}, {"B", 0.5, 0}, {"C", 0.5, -1}}), ElementsAre("0.5 B", "0.5 C", "1 A"));
}

TEST(Cpu, StartsAfreshAfterBeingIdle) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 1}, {"B", 4, 1}, {"C", 4, 1}, {"D", 64, 0.5}}), ElementsAre("1 A", "5 B", "6 C", "64.5 D"));
}

TEST(Cpu, CountsWhatIsUsed) {
  const auto used = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Cpu cpu(simulation, 2, Seconds{1000});
    for (const Burst& burst : std::vector<Burst>{{"A", 0, 4}, {"B", 1, 2}, {"C", 1, 2}, {"late", 100, 1}}) {
      simulation.spawn(burst.name, run_burst(simulation, journal, cpu, burst));
    }
    Json found = Json::array();
    auto look = [&](double date) {
      simulation.run_until(tests::at(date));
      found.push_back({cpu.used().count(), cpu.running()});
    };
    look(1);     // A alone
    look(2.5);   // three on two cores
    cpu.reset_usage();
    look(2.5);
    look(3.25);  // A and C, since B has ended
    look(90);    // A, B and C have used up the rest of their 8 seconds
    return found;
  });
  EXPECT_EQ(used, Json({{1.0, 3}, {4.0, 3}, {0.0, 3}, {1.5, 2}, {4.0, 0}}));
}

// One core that has been idle for a second adds (1 - 1/e) of the cold start to A, which then ends at 1.5 + 0.632. B follows
// at once on the warm core.
TEST(Cpu, AColdCoreTakesLonger) {
  const auto ends = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, 1, Seconds{1000});
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1}});
    simulation.spawn("A", run_burst(simulation, journal, cpu, {"A", 1, 0.5, Cpu::Work::heavy}));
    simulation.spawn("B", run_burst(simulation, journal, cpu, {"B", 1.6, 0.5, Cpu::Work::heavy}));
    simulation.run_until(tests::at(100));
    journal.note(std::to_string(cpu.used().count()));
  });
  EXPECT_THAT(ends, ElementsAre("2.1321205588285577 A", "2.6321205588285577 B", "2.6321205588285577 1.632121"));
}

// A small burst neither pays for the cold core nor warms it up: the large one that follows pays for all the idle time:
// 1.25 s, of which 1 - exp(-1.25) is due.
TEST(Cpu, ASmallBurstLeavesTheCoreAsColdAsItWas) {
  const auto ends = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, 1, Seconds{1000});
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1}});
    simulation.spawn("small", run_burst(simulation, journal, cpu, {"small", 1, 0.5}));
    simulation.spawn("large", run_burst(simulation, journal, cpu, {"large", 1.75, 0.5, Cpu::Work::heavy}));
    simulation.run_until(tests::at(100));
  });
  EXPECT_THAT(ends, ElementsAre("1.5 small", "2.96349520313981 large"));
}

Process keep_warm(Simulation& simulation, Cpu& cpu, double when) {
  co_await simulation.delay(Seconds{when});
  cpu.keep_warm();
}

// With two cores the next burst goes to the core that was used last.
TEST(Cpu, PrefersTheWarmCore) {
  const auto ends = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, 2, Seconds{1000});
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1e-9}});
    simulation.spawn("A", run_burst(simulation, journal, cpu, {"A", 1, 1, Cpu::Work::heavy}));
    simulation.spawn("keeper", keep_warm(simulation, cpu, 3.5));
    simulation.spawn("B", run_burst(simulation, journal, cpu, {"B", 3.5, 1, Cpu::Work::heavy}));
    simulation.spawn("C", run_burst(simulation, journal, cpu, {"C", 3.5, 1, Cpu::Work::heavy}));
    simulation.run_until(tests::at(100));
  });
  // A starts cold and ends at 3. B gets its core, which was kept warm, C the other one, which is cold.
  EXPECT_THAT(ends, ElementsAre("3 A", "4.5 B", "5.5 C"));
}

std::vector<std::string> ends_beside_foreign_work(double waiting_share, const std::vector<Burst>& bursts) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    Cpu cpu(simulation, 1, Seconds{1000});
    cpu.set_foreign_rules({waiting_share, Seconds{4}, sim::RandomStream(1, 0, "who waits")});
    for (const Burst& burst : bursts) simulation.spawn(burst.name, run_burst(simulation, journal, cpu, burst));
    simulation.run_until(tests::at(1000));
  });
}

TEST(Cpu, WhoWakesUpTakesTheCoreFromForeignWork) {
  EXPECT_THAT(ends_beside_foreign_work(0, {{"foreign", 0, 10, Cpu::Work::foreign}, {"A", 1, 1}, {"B", 3, 1, Cpu::Work::prompt}}),
              ElementsAre("2 A", "4 B", "12 foreign"));
}

TEST(Cpu, WhoDoesNotWaitsForTheForeignTimeSlice) {
  EXPECT_THAT(ends_beside_foreign_work(1, {{"foreign", 0, 10, Cpu::Work::foreign}, {"A", 1, 1}}), ElementsAre("5 A", "11 foreign"));
}

// The foreign burst that was interrupted takes its turn behind B, who waited before it, and before D.
TEST(Cpu, ForeignWorkTakesItsTurn) {
  EXPECT_THAT(ends_beside_foreign_work(0, {{"foreign", 0, 2, Cpu::Work::foreign}, {"A", 1, 3}, {"B", 2, 1}}),
              ElementsAre("4 A", "5 foreign", "6 B"));
}

}  // namespace
