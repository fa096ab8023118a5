// Starts a worker, hands it a request and waits for its answer, for so long and no longer.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

namespace experiments {

struct WorkerOutcome {
  std::string answer;                  // what it wrote
  std::optional<std::string> failure;  // why there is no answer
};

// Starts this program again as `serve --worker`: threads forbid a mere fork. It and what it starts is killed when the time is over, when
// it writes too much, and as soon as `stop` is true.
WorkerOutcome run_worker(const std::string& request, std::chrono::milliseconds limit, const std::atomic<bool>& stop);

}  // namespace experiments
