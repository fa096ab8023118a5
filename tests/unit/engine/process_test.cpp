#include "sim/engine/process.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>

#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Process;
using sim::Seconds;
using sim::Simulation;
using sim::Task;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

// Says when it is destroyed.
class Witness {
 public:
  Witness(Journal& journal, std::string name) : journal_(journal), name_(std::move(name)) {}
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  ~Witness() { journal_.note(name_ + " destroyed"); }

 private:
  Journal& journal_;
  std::string name_;
};

Task<int> twice(Simulation& simulation, int value) {
  co_await simulation.delay(Seconds{1});
  co_return 2 * value;
}

Task<int> four_times(Simulation& simulation, int value) {
  const int doubled = co_await twice(simulation, value);
  const int result = co_await twice(simulation, doubled);
  co_return result;
}

Task<int> at_once(int value) { co_return value; }

Task<std::unique_ptr<int>> movable() { co_return std::make_unique<int>(5); }

// Deep enough to overflow the stack if a finished task resumed its awaiter by a call.
Task<int> sum_one_by_one(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    const int one = co_await at_once(1);
    sum += one;
  }
  co_return sum;
}

Task<> fails(Simulation& simulation, double delay, std::string message) {
  co_await simulation.delay(Seconds{delay});
  throw std::runtime_error(message);
}

Task<> passes_on(Simulation& simulation, Journal& journal) {
  const Witness witness(journal, "inner");
  co_await fails(simulation, 1, "from the depths");
}

Process computes(Simulation& simulation, Journal& journal) {
  const int value = co_await four_times(simulation, 3);
  journal.note(fmt::format("value {}", value));
  const std::unique_ptr<int> moved = co_await movable();
  journal.note(fmt::format("moved {}", *moved));
}

Process sums(Journal& journal, int count) {
  const int sum = co_await sum_one_by_one(count);
  journal.note(fmt::format("sum {}", sum));
}

Process catches(Simulation& simulation, Journal& journal) {
  try {
    co_await passes_on(simulation, journal);
  } catch (const std::runtime_error& error) {
    journal.note(std::string("caught ") + error.what());
  }
  co_await simulation.delay(Seconds{1});
  journal.note("goes on");
}

Process does_not_catch(Simulation& simulation, Journal& journal, double delay, std::string message) {
  const Witness witness(journal, message);
  co_await fails(simulation, delay, message);
}

Process fails_itself(std::string message) {
  if (!message.empty()) throw std::runtime_error(message);
  co_return;
}

Process ticks(Simulation& simulation, Journal& journal) {
  for (int i = 1; i <= 10; ++i) {
    co_await simulation.delay(Seconds{1});
    journal.note("tick");
  }
}

void run_and_note_failure(Simulation& simulation, Journal& journal, double until) {
  try {
    simulation.run_until(tests::at(until));
    journal.note("no failure");
  } catch (const std::runtime_error& error) {
    journal.note(std::string("run_until threw ") + error.what());
  }
}

TEST(Task, ReturnsItsValue) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", computes(simulation, journal));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("2 value 12", "2 moved 5"));
}

#if !defined(COMMITSIM_SANITIZE) && defined(__OPTIMIZE__)  // elsewhere g++ makes the symmetric transfer a call
TEST(Task, HandsControlBackWithoutGrowingTheStack) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", sums(journal, 1'000'000));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("0 sum 1000000"));
}
#else
TEST(Task, FinishesAtOnce) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", sums(journal, 100));
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre("0 sum 100"));
}
#endif

TEST(Task, ItsExceptionReachesWhoeverAwaitsIt) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", catches(simulation, journal));
    run_and_note_failure(simulation, journal, 10);
  });
  EXPECT_THAT(lines, ElementsAre("1 inner destroyed", "1 caught from the depths", "2 goes on", "2 no failure"));
}

TEST(Process, ItsExceptionMakesRunUntilThrow) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", does_not_catch(simulation, journal, 1, "oh"));
    run_and_note_failure(simulation, journal, 10);
    run_and_note_failure(simulation, journal, 20);
  });
  EXPECT_THAT(lines, ElementsAre("1 oh destroyed", "1 run_until threw oh", "1 run_until threw oh"));
}

TEST(Process, NothingHappensAfterAFailure) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", does_not_catch(simulation, journal, 2, "first"));
    simulation.spawn("B", does_not_catch(simulation, journal, 2, "second"));
    simulation.spawn("C", ticks(simulation, journal));
    run_and_note_failure(simulation, journal, 10);
  });
  EXPECT_THAT(lines, ElementsAre("1 tick", "2 first destroyed", "2 run_until threw first"));
}

TEST(Process, MayFailBeforeTheClockMoves) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    simulation.spawn("A", fails_itself(""));
    simulation.spawn("B", fails_itself("early"));
    simulation.spawn("C", fails_itself("late"));
    run_and_note_failure(simulation, journal, 10);
  });
  EXPECT_THAT(lines, ElementsAre("0 run_until threw early"));
}

TEST(Process, ThatIsNeverSpawnedLeavesNothingBehind) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    { const Process unused = does_not_catch(simulation, journal, 1, "never"); }
    simulation.run_until(tests::at(10));
  });
  EXPECT_THAT(lines, ElementsAre());
}

sim::Task<int> one_at_once() { co_return 1; }

sim::Process sum_of_many(long& sum) {
  for (int i = 0; i < 1000000; ++i) sum += co_await one_at_once();
}

// A loop over tasks that do not wait needs no more stack than one of them, in a build without tail calls as well.
TEST(Process, ALoopOverTasksThatDoNotWaitNeedsNoStack) {
  const long found = tests::simulate([](sim::Simulation& simulation) {
                       long sum = 0;
                       simulation.spawn("sum", sum_of_many(sum));
                       simulation.run_until(tests::at(1));
                       return tests::Json(sum);
                     }).get<long>();
  EXPECT_EQ(found, 1000000);
}

}  // namespace
