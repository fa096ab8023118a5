#include "sim/engine/processor_sharing_cpu.hpp"

#include <gmock/gmock.h>

#include <map>

#include "sim/core/random.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Cpu;
using sim::ProcessorSharingCpu;
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
};

Process run_burst(Simulation& simulation, Journal& journal, Cpu& cpu, Burst burst) {
  co_await simulation.delay(Seconds{burst.arrival});
  co_await cpu.execute(Seconds{burst.demand});
  journal.note(burst.name);
}

std::vector<std::string> ends_of(int cores, const std::vector<Burst>& bursts) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    ProcessorSharingCpu cpu(simulation, cores);
    for (const Burst& burst : bursts) simulation.spawn(burst.name, run_burst(simulation, journal, cpu, burst));
    simulation.run_until(tests::at(1000));
  });
}

TEST(Cpu, GivesABurstACoreOfItsOwnWhileThereAreEnough) {
  EXPECT_THAT(ends_of(2, {{"A", 0, 4}, {"B", 1, 2}}), ElementsAre("3 B", "4 A"));
}

TEST(Cpu, TwoBurstsOnOneCoreRunAtHalfSpeed) {
  // Both at 1/2 until A has its 1 second at 2; B has then run 1 of its 3 seconds and goes on alone.
  EXPECT_THAT(ends_of(1, {{"A", 0, 1}, {"B", 0, 3}}), ElementsAre("2 A", "4 B"));
}

TEST(Cpu, ThreeBurstsOnTwoCoresRunAtTwoThirds) {
  // At 2/3 until A has its 1 second at 1.5; then B and C have a core each.
  EXPECT_THAT(ends_of(2, {{"A", 0, 1}, {"B", 0, 2}, {"C", 0, 3}}), ElementsAre("1.5 A", "2.5 B", "3.5 C"));
}

TEST(Cpu, ArrivalsInTheMiddleSlowTheOthersDown) {
  // A alone until 1 (1 done), with B until 2 (1.5 and 0.5 done), with B and C at 1/3. B has its 1.5 after 3 more seconds at
  // 5, when A has 2.5 and C has 1. A and C at 1/2: A has its 3 at 6, C 1.5; C goes on alone and has its 2 at 6.5.
  EXPECT_THAT(ends_of(1, {{"A", 0, 3}, {"B", 1, 1.5}, {"C", 2, 2}}), ElementsAre("5 B", "6 A", "6.5 C"));
}

TEST(Cpu, AShortBurstThatComesLateEndsFirst) {
  // The timer for A's end must give way to an earlier one for B, and be set again.
  EXPECT_THAT(ends_of(1, {{"A", 0, 100}, {"B", 10, 0.5}, {"C", 20, 0.25}}), ElementsAre("11 B", "20.5 C", "100.75 A"));
}

TEST(Cpu, EqualBurstsEndTogetherInOrderOfArrival) {
  EXPECT_THAT(ends_of(2, {{"B", 0, 2}, {"A", 0, 2}, {"D", 0, 2}, {"C", 0, 2}}), ElementsAre("4 B", "4 A", "4 D", "4 C"));
}

TEST(Cpu, NoDemandTakesNoTime) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 1}, {"B", 0.5, 0}, {"C", 0.5, -1}}), ElementsAre("0.5 B", "0.5 C", "1 A"));
}

TEST(Cpu, StartsAfreshAfterBeingIdle) {
  EXPECT_THAT(ends_of(1, {{"A", 0, 1}, {"B", 4, 1}, {"C", 4, 1}, {"D", 64, 0.5}}), ElementsAre("1 A", "6 B", "6 C", "64.5 D"));
}

TEST(Cpu, CountsWhatIsUsed) {
  const auto used = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    ProcessorSharingCpu cpu(simulation, 2);
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
    look(3.25);  // the same three
    look(90);    // A, B and C have used up the rest of their 8 seconds
    return found;
  });
  EXPECT_EQ(used, Json({{1.0, 3}, {4.0, 3}, {0.0, 3}, {1.5, 3}, {4.0, 0}}));
}

// Against a direct computation of egalitarian processor sharing, with many arrivals and departures.
Process shared_burst(Simulation& simulation, Cpu& cpu, Json& ends, std::size_t index, double arrival, double demand) {
  co_await simulation.delay(Seconds{arrival});
  co_await cpu.execute(Seconds{demand});
  ends[index] = tests::seconds(simulation.now());
}

std::vector<double> ends_by_hand(int cores, const std::vector<Burst>& bursts) {
  std::vector<double> ends(bursts.size());
  std::map<std::size_t, double> left;
  double now = 0;
  std::size_t next = 0;
  while (next < bursts.size() || !left.empty()) {
    const double speed = left.empty() ? 1 : std::min(1.0, cores / static_cast<double>(left.size()));
    double date = next < bursts.size() ? bursts[next].arrival : 1e300;
    std::size_t first = bursts.size();
    for (const auto& [index, demand] : left) {
      if (now + demand / speed < date) {
        date = now + demand / speed;
        first = index;
      }
    }
    for (auto& [index, demand] : left) demand -= (date - now) * speed;
    now = date;
    if (first < bursts.size()) {
      ends[first] = now;
      left.erase(first);
    } else {
      left.emplace(next, bursts[next].demand);
      ++next;
    }
  }
  return ends;
}

void expect_sharing_as_by_hand(int cores, double offset) {
  std::vector<Burst> bursts;
  sim::RandomStream stream(7, 0, "bursts");
  double arrival = offset;
  for (int i = 0; i < 400; ++i) {
    arrival += stream.next();
    bursts.push_back({"", arrival, 1.9 * cores * stream.next() * stream.next() + 1e-7});
  }
  const auto ends = tests::simulate([&](Simulation& simulation) {
    ProcessorSharingCpu cpu(simulation, cores);
    Json found = Json::array();
    for (std::size_t i = 0; i < bursts.size(); ++i) {
      found.push_back(nullptr);
      simulation.spawn("burst", shared_burst(simulation, cpu, found, i, bursts[i].arrival, bursts[i].demand));
    }
    simulation.run_until(tests::at(offset + 1e5));
    return found;
  });
  const std::vector<double> expected = ends_by_hand(cores, bursts);
  for (std::size_t i = 0; i < bursts.size(); ++i) EXPECT_NEAR(ends[i].get<double>(), expected[i], 1e-9 + offset * 1e-12) << i;
}

TEST(Cpu, AgreesWithSharingComputedByHand) {
  for (const int cores : {1, 2, 5}) expect_sharing_as_by_hand(cores, 0);
}

// At 1e7 s the clock shows steps of 2e-9 s only: a burst with less than that left must end all the same.
TEST(Cpu, EndsBurstsLateInALongRun) { expect_sharing_as_by_hand(2, 1e7); }

Process run_large_burst(Simulation& simulation, Journal& journal, Cpu& cpu, Burst burst) {
  co_await simulation.delay(Seconds{burst.arrival});
  co_await cpu.execute(Seconds{burst.demand}, Cpu::Work::heavy);
  journal.note(burst.name);
}

// One core that has been idle for a second adds (1 - 1/e) of the cold start to A, which then ends at 1.5 + 0.632. B follows
// at once on the warm core.
TEST(Cpu, AColdCoreTakesLonger) {
  const auto ends = tests::journal_of([](Simulation& simulation, Journal& journal) {
    ProcessorSharingCpu cpu(simulation, 1);
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1}});
    simulation.spawn("A", run_large_burst(simulation, journal, cpu, {"A", 1, 0.5}));
    simulation.spawn("B", run_large_burst(simulation, journal, cpu, {"B", 1.6, 0.5}));
    simulation.run_until(tests::at(100));
    journal.note(std::to_string(cpu.used().count()));
  });
  // A has 1.132 to do and shares the core with B from 1.6 on: 0.6 alone, 1.064 together; B has its 0.5 after 1 second at 2.6.
  EXPECT_THAT(ends, ElementsAre("2.6 B", "2.6321205588285577 A", "2.6321205588285577 1.632121"));
}

// A small burst neither pays for the cold core nor warms it up: the large one that follows pays for all the idle time:
// 1.25 s, of which 1 - exp(-1.25) is due.
TEST(Cpu, ASmallBurstLeavesTheCoreAsColdAsItWas) {
  const auto ends = tests::journal_of([](Simulation& simulation, Journal& journal) {
    ProcessorSharingCpu cpu(simulation, 1);
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1}});
    simulation.spawn("small", run_burst(simulation, journal, cpu, {"small", 1, 0.5}));
    simulation.spawn("large", run_large_burst(simulation, journal, cpu, {"large", 1.75, 0.5}));
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
    ProcessorSharingCpu cpu(simulation, 2);
    cpu.set_cold_start({.work = Seconds{1}, .after = Seconds{1e-9}});
    simulation.spawn("A", run_large_burst(simulation, journal, cpu, {"A", 1, 1}));
    simulation.spawn("keeper", keep_warm(simulation, cpu, 3.5));
    simulation.spawn("B", run_large_burst(simulation, journal, cpu, {"B", 3.5, 1}));
    simulation.spawn("C", run_large_burst(simulation, journal, cpu, {"C", 3.5, 1}));
    simulation.run_until(tests::at(100));
  });
  // A starts cold and ends at 3. B gets its core, which was kept warm, C the other one, which is cold.
  EXPECT_THAT(ends, ElementsAre("3 A", "4.5 B", "5.5 C"));
}

}  // namespace
