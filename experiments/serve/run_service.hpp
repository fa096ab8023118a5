// Runs for many who ask: few at a time, few waiting, and none twice.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>

#include "experiments/serve/worker_process.hpp"

namespace experiments {

// What goes back over HTTP; the body is JSON.
struct Answer {
  int status = 200;
  std::string body;
};

// {"error": what, "faults": [...]} with the status.
Answer error_answer(int status, const std::string& what, const std::vector<std::string>& faults = {});

struct RunLimits {
  std::chrono::milliseconds time{10'000};     // of a run
  std::chrono::milliseconds patience{10'000};  // of whoever waits for a place
  std::size_t at_a_time = 2;
  std::size_t waiting = 8;
  std::size_t kept = 64;                       // answers
};

class RunService {
 public:
  using Run = std::function<WorkerOutcome(const std::string& request)>;

  RunService(RunLimits limits, Run run) : limits_(limits), run_(std::move(run)) {}

  // The answer to the body of a request: 200, 400 where it cannot be understood, 422 where it cannot be simulated, 503 where too many are
  // asked for. Called from many threads.
  Answer answer(const std::string& body);

 private:
  // Whether there is a place to run at, which is then the caller's.
  bool take_place(std::unique_lock<std::mutex>& lock);
  const Answer* find(const std::string& request);
  void keep(const std::string& request, const Answer& answer);
  Answer run(const std::string& request);

  RunLimits limits_;
  Run run_;
  std::mutex mutex_;
  std::condition_variable place_is_free_;
  std::size_t running_ = 0;
  std::size_t waiting_ = 0;
  std::list<std::pair<std::string, Answer>> kept_;  // the latest used first
};

}  // namespace experiments
