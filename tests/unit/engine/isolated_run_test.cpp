#include "sim/engine/isolated_run.hpp"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "sim/engine/simulation.hpp"
#include "tests/support/simulate.hpp"

namespace {

using Jobs = std::vector<std::function<std::string()>>;
using sim::run_isolated;
using testing::ElementsAre;

std::string failure_of(const Jobs& jobs, int parallel = 1) {
  try {
    run_isolated(jobs, parallel);
  } catch (const sim::IsolatedRunError& error) {
    return error.what();
  }
  return "no failure";
}

Jobs numbered_jobs(int count) {
  Jobs jobs;
  for (int i = 0; i < count; ++i) jobs.emplace_back([i] { return fmt::format("job {}", i); });
  return jobs;
}

// A counter that parent and children share.
class SharedCounter {
 public:
  SharedCounter()
      : value_(new(::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                   std::atomic<int>(0)) {}
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;
  ~SharedCounter() { ::munmap(value_, sizeof(std::atomic<int>)); }

  std::atomic<int>& operator*() const { return *value_; }

 private:
  std::atomic<int>* value_;
};

TEST(IsolatedRun, ReturnsWhatTheJobReturned) {
  EXPECT_EQ(run_isolated([] { return std::string("text with\0zero", 14); }), std::string("text with\0zero", 14));
  EXPECT_EQ(run_isolated([] { return std::string(); }), "");
}

TEST(IsolatedRun, ReturnsResultsInTheOrderOfTheJobs) {
  for (const int parallel : {0, 1, 4, 100}) {
    const auto results = run_isolated(numbered_jobs(10), parallel);
    ASSERT_EQ(results.size(), 10U);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], fmt::format("job {}", i)) << parallel;
  }
  EXPECT_TRUE(run_isolated(Jobs{}, 4).empty());
}

// The first job ends only once the last one, of four at a time, has run.
TEST(IsolatedRun, RunsSeveralAtATimeAndKeepsTheOrderWhateverEndsFirst) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  Jobs jobs = numbered_jobs(4);
  jobs[0] = [&ends] {
    pollfd pipe{ends[0], POLLIN, 0};
    return std::string(::poll(&pipe, 1, 20'000) == 1 ? "first" : "waited in vain");
  };
  jobs[3] = [&ends] {
    return std::string(::write(ends[1], "x", 1) == 1 ? "last" : "could not write");
  };
  EXPECT_THAT(run_isolated(jobs, 4), ElementsAre("first", "job 1", "job 2", "last"));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(IsolatedRun, RunsNoMoreAtATimeThanAsked) {
  SharedCounter running;
  SharedCounter most;
  Jobs jobs;
  for (int i = 0; i < 8; ++i) {
    jobs.emplace_back([&running, &most] {
      const int now = ++*running;
      for (int seen = *most; now > seen && !(*most).compare_exchange_weak(seen, now);) {
      }
      ::usleep(2000);
      --*running;
      return std::string();
    });
  }
  run_isolated(jobs, 2);
  EXPECT_LE(*most, 2);
  EXPECT_EQ(*running, 0);
}

TEST(IsolatedRun, BringsBackTheTextOfAnException) {
  EXPECT_EQ(failure_of({[]() -> std::string { throw std::runtime_error("no such variable"); }}), "no such variable");
  EXPECT_EQ(failure_of({[]() -> std::string { throw std::runtime_error(""); }}), "");
  EXPECT_EQ(failure_of({[]() -> std::string { throw 42; }}), "the simulation threw something that is not a std::exception");
}

TEST(IsolatedRun, NamesTheSignalThatKilledAJob) {
  EXPECT_EQ(failure_of({[]() -> std::string {
              std::raise(SIGKILL);
              return "survived";
            }}),
            "the simulation was killed by signal 9 (Killed)");
}

TEST(IsolatedRun, TellsTheStatusOfAJobThatLeft) {
  EXPECT_EQ(failure_of({[]() -> std::string { ::_exit(5); }}), "the simulation left with status 5");
  EXPECT_EQ(failure_of({[]() -> std::string { ::_exit(0); }}), "the simulation returned nothing");
}

TEST(IsolatedRun, ReportsTheFirstFailureByOrderAfterAllHaveEnded) {
  SharedCounter ended;
  Jobs jobs;
  for (int i = 0; i < 6; ++i) {
    jobs.emplace_back([i, &ended]() -> std::string {
      ++*ended;
      if (i == 2 || i == 4) throw std::runtime_error(fmt::format("failure of {}", i));
      return "fine";
    });
  }
  for (const int parallel : {1, 3}) {
    *ended = 0;
    EXPECT_EQ(failure_of(jobs, parallel), "failure of 2");
    EXPECT_EQ(*ended, 6);
  }
}

TEST(IsolatedRun, TakesResultsLargerThanAPipeHolds) {
  Jobs jobs;
  for (int i = 0; i < 3; ++i) jobs.emplace_back([i] { return std::string(5'000'000, static_cast<char>('a' + i)) + "end"; });
  const auto results = run_isolated(jobs, 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(results[static_cast<std::size_t>(i)], std::string(5'000'000, static_cast<char>('a' + i)) + "end");
  }
}

// What stood in the parent's buffers before the fork must not come out of the children too.
TEST(IsolatedRun, WritesNothingTwice) {
  testing::internal::CaptureStdout();
  std::printf("printed before ");
  std::cout << "streamed before ";
  run_isolated(Jobs(3,
                    [] {
                      std::cout << "inside ";
                      return std::string();
                    }),
               1);
  std::printf("after");
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "printed before streamed before inside inside inside after");
}

TEST(IsolatedRun, LeavesTheCallerUntouched) {
  int value = 1;
  run_isolated([&value] {
    value = 2;
    return std::string();
  });
  EXPECT_EQ(value, 1);
}

sim::Process sleeper(sim::Simulation& simulation, double span) { co_await simulation.delay(sim::Seconds{span}); }

TEST(IsolatedRun, EverySimulationBeginsAtZero) {
  Jobs jobs(3, [] {
    sim::Simulation simulation;
    const double start = tests::seconds(simulation.now());
    simulation.spawn("A", sleeper(simulation, 4));
    simulation.run_until(tests::at(10));
    return fmt::format("{} to {}", start, tests::seconds(simulation.now()));
  });
  EXPECT_THAT(run_isolated(jobs, 2), ElementsAre("0 to 4", "0 to 4", "0 to 4"));
}

sim::Process fails(sim::Simulation& simulation) {
  co_await simulation.delay(sim::Seconds{1});
  throw std::runtime_error("a process failed");
}

TEST(IsolatedRun, BringsBackTheFailureOfAProcess) {
  EXPECT_EQ(failure_of({[] {
              sim::Simulation simulation;
              simulation.spawn("A", fails(simulation));
              simulation.run_until(tests::at(10));
              return std::string("fine");
            }}),
            "a process failed");
}

}  // namespace
