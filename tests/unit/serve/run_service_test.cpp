// Runs that many ask for: few at a time, few waiting, none twice.
#include "experiments/serve/run_service.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

namespace {

using experiments::Answer;
using experiments::RunLimits;
using experiments::RunService;
using experiments::WorkerOutcome;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::string request_of(int threads) { return R"({"parameters": {"threads": )" + std::to_string(threads) + "}}"; }

TEST(RunServiceTest, RunsEqualRequestsOnceAndForgetsTheOldest) {
  int runs = 0;
  RunLimits limits;
  limits.kept = 2;
  RunService service(limits, [&](const std::string&) { return WorkerOutcome{"{\"run\": " + std::to_string(++runs) + "}", {}}; });
  EXPECT_EQ(service.answer(request_of(1)).body, "{\"run\": 1}");
  EXPECT_EQ(service.answer(request_of(2)).body, "{\"run\": 2}");
  EXPECT_EQ(service.answer(request_of(1)).body, "{\"run\": 1}");  // and is the latest used now
  EXPECT_EQ(service.answer(request_of(3)).body, "{\"run\": 3}");
  EXPECT_EQ(service.answer(request_of(1)).body, "{\"run\": 1}");
  EXPECT_EQ(service.answer(request_of(2)).body, "{\"run\": 4}");
}

TEST(RunServiceTest, RefusesWithoutARun) {
  RunService service({}, [](const std::string&) -> WorkerOutcome { throw std::logic_error("was run"); });
  const Answer answer = service.answer("{");
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.body, R"({"error":"the request cannot be understood","faults":["the request is no JSON"]})");
}

TEST(RunServiceTest, TellsWhyARunHasFailedAndKeepsNoFailure) {
  int runs = 0;
  RunService service({}, [&](const std::string&) -> WorkerOutcome {
    switch (++runs) {
      case 1: return {"", "the run took longer than 10 s and was stopped"};
      case 2: return {R"({"error": "the scenario is at fault"})", {}};
      case 3: return {"{\"cut", {}};
      case 4: throw std::runtime_error("a worker cannot be started");
      default: return {"{}", {}};
    }
  });
  const std::vector<int> statuses{422, 422, 422, 503, 200};
  for (const int status : statuses) EXPECT_EQ(service.answer(request_of(1)).status, status) << runs;
}

// One run that lasts until it is let go, one that waits, and no more.
TEST(RunServiceTest, BoundsWhatRunsAndWhatWaits) {
  std::mutex mutex;
  std::condition_variable changed;
  int running = 0;
  bool is_let_go = false;
  RunLimits limits;
  limits.at_a_time = 1;
  limits.waiting = 1;
  limits.patience = 60s;
  RunService service(limits, [&](const std::string&) -> WorkerOutcome {
    std::unique_lock lock(mutex);
    ++running;
    changed.notify_all();
    changed.wait(lock, [&] { return is_let_go; });
    return {"{}", {}};
  });
  std::array<std::atomic<int>, 2> statuses{};
  std::thread first([&] { statuses[0] = service.answer(request_of(1)).status; });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return running == 1; });
  }
  std::atomic<bool> asks{false};
  std::thread second([&] {
    asks = true;
    statuses[1] = service.answer(request_of(2)).status;
  });
  // Two more at once: whichever of the three comes last finds no room, and with two here one of these does.
  std::array<std::atomic<int>, 2> more{};
  std::thread third([&] { more[0] = service.answer(request_of(3)).status; });
  std::thread fourth([&] { more[1] = service.answer(request_of(4)).status; });
  while (!asks) std::this_thread::yield();
  for (int i = 0; i < 1000 && more[0] + more[1] + statuses[1] < 2 * 503; ++i) std::this_thread::sleep_for(5ms);
  {
    const std::lock_guard lock(mutex);
    is_let_go = true;
  }
  changed.notify_all();
  for (std::thread* each : {&first, &second, &third, &fourth}) each->join();
  std::vector<int> all{statuses[1].load(), more[0].load(), more[1].load()};
  std::sort(all.begin(), all.end());
  EXPECT_EQ(statuses[0], 200);
  EXPECT_THAT(all, testing::ElementsAre(200, 503, 503));
  EXPECT_EQ(running, 2);
}

TEST(RunServiceTest, WaitsNoLongerThanItsPatience) {
  RunLimits limits;
  limits.at_a_time = 0;
  limits.patience = 1ms;
  RunService service(limits, [](const std::string&) { return WorkerOutcome{"{}", {}}; });
  EXPECT_EQ(service.answer(request_of(1)).status, 503);
  EXPECT_THAT(service.answer(request_of(1)).body, HasSubstr("too many runs"));
}

}  // namespace
