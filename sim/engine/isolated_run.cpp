#include "sim/engine/isolated_run.hpp"

#include <optional>

#include "sim/engine/isolated_pool.hpp"

namespace sim {
namespace {

constexpr std::chrono::hours kPatience{24};

}  // namespace

std::vector<std::string> run_isolated(const std::vector<std::function<std::string()>>& jobs, int parallel) {
  std::vector<std::string> results(jobs.size());
  std::vector<std::optional<std::string>> failures(jobs.size());
  IsolatedPool pool(parallel);
  std::size_t next = 0;
  try {
    while (next < jobs.size() || !pool.is_idle()) {
      for (; next < jobs.size() && pool.has_room(); ++next) pool.start(next, jobs[next]);
      auto outcome = pool.wait(kPatience);
      if (!outcome) continue;
      failures[outcome->id] = std::move(outcome->failure);
      results[outcome->id] = std::move(outcome->bytes);
    }
  } catch (const std::runtime_error& error) {
    throw IsolatedRunError(error.what());
  }
  for (const auto& failure : failures) {
    if (failure) throw IsolatedRunError(*failure);
  }
  return results;
}

std::string run_isolated(const std::function<std::string()>& job) { return run_isolated(std::vector{job}, 1).front(); }

}  // namespace sim
