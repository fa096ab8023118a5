#include "experiments/serve/run_service.hpp"

#include <algorithm>
#include <exception>

#include "experiments/serve/run_request.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

using sim::Json;

Answer error_answer(int status, const std::string& what, const std::vector<std::string>& faults) {
  Json body{{"error", what}};
  if (!faults.empty()) body["faults"] = faults;
  return {status, body.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Answer RunService::answer(const std::string& body) {
  const ParsedRequest parsed = parse_run_request(body);
  if (!parsed.request) return error_answer(400, "the request cannot be understood", parsed.faults);
  std::unique_lock lock(mutex_);
  if (const Answer* known = find(parsed.canonical)) return *known;
  if (!take_place(lock)) return error_answer(503, "too many runs are asked for; try again in a moment");
  const Answer* known_by_now = find(parsed.canonical);
  Answer answer;
  if (known_by_now != nullptr) {
    answer = *known_by_now;
  } else {
    lock.unlock();
    answer = run(parsed.canonical);
    lock.lock();
    if (answer.status == 200) keep(parsed.canonical, answer);
  }
  --running_;
  place_is_free_.notify_one();
  return answer;
}

bool RunService::take_place(std::unique_lock<std::mutex>& lock) {
  if (running_ >= limits_.at_a_time) {
    if (waiting_ >= limits_.waiting) return false;
    ++waiting_;
    const bool is_free = place_is_free_.wait_for(lock, limits_.patience, [&] { return running_ < limits_.at_a_time; });
    --waiting_;
    if (!is_free) return false;
  }
  ++running_;
  return true;
}

const Answer* RunService::find(const std::string& request) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const auto& each) { return each.first == request; });
  if (found == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, found);
  return &found->second;
}

void RunService::keep(const std::string& request, const Answer& answer) {
  kept_.emplace_front(request, answer);
  if (kept_.size() > limits_.kept) kept_.pop_back();
}

Answer RunService::run(const std::string& request) {
  try {
    WorkerOutcome outcome = run_(request);
    if (outcome.failure) return error_answer(422, *outcome.failure + ": simulate less, by run.duration or workload.threads");
    const Json answer = Json::parse(outcome.answer, nullptr, false);
    if (!answer.is_object()) return error_answer(422, "the run gave no answer");
    return {answer.contains("error") ? 422 : 200, std::move(outcome.answer)};
  } catch (const std::exception& error) {
    return error_answer(503, error.what());
  }
}

}  // namespace experiments
