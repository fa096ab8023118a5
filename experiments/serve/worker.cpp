#include "experiments/serve/worker.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iostream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/report/numbers.hpp"
#include "experiments/report/result_json.hpp"
#include "experiments/scenario/data_files.hpp"
#include "experiments/serve/run_request.hpp"
#include "experiments/serve/timeline_json.hpp"
#include "models/run_record.hpp"
#include "models/simulate.hpp"
#include "models/timeline/watch_groups.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

using sim::Json;

constexpr rlim_t kMostMemory = rlim_t{1} << 30;  // bytes, of each process
constexpr rlim_t kMostCpuTime = 8;               // seconds, of each process
constexpr int kParallel = 2;

void limit(int what, rlim_t most) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(what), &now);
  now.rlim_cur = now.rlim_max = std::min(most, now.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource_t>(what), &now);
}

void limit_resources() {
#ifndef COMMITSIM_SANITIZE  // the address sanitizer needs terabytes of addresses
  limit(RLIMIT_AS, kMostMemory);
#endif
  limit(RLIMIT_CPU, kMostCpuTime);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

// The scenario is at fault.
struct BadScenario {
  std::vector<std::string> faults;
};

LoadedScenario load(const std::string& yaml, const std::vector<std::string>& overrides) {
  sim::Diagnostics diagnostics;
  auto root = sim::read_document_text(yaml, "scenario", diagnostics);
  std::optional<LoadedScenario> loaded;
  if (root) loaded = load_scenario(std::move(*root), "scenario", overrides, diagnostics);
  if (loaded && diagnostics.ok()) return std::move(*loaded);
  BadScenario bad;
  for (const sim::Diagnostic& each : diagnostics.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) bad.faults.push_back(to_string(each));
  }
  throw bad;
}

// How long to measure: so many transactions, by the closed form.
sim::Seconds time_for(const models::Scenario& scenario, double transactions) {
  constexpr double kLongest = 30;  // seconds
  const auto bounds = models::bounds_of(scenario);
  const double tps = bounds && bounds->estimate ? bounds->estimate->throughput.value : 1000;
  const double tens = transactions / std::max(tps, 1.0) * 10;
  return sim::Seconds{std::clamp(std::ceil(tens) / 10, 1.0, kLongest)};
}

TeachingScenario scenario_of(const RunRequest& request) {
  constexpr double kTransactions = 6000;
  if (!request.parameters) return {request.scenario, {}};
  const std::string draft = teaching_scenario(*request.parameters, sim::Seconds{1}).yaml;
  return teaching_scenario(*request.parameters, time_for(load(draft, {}).scenario, kTransactions));
}

// The scenario with other threads.
LoadedScenario with_threads(const RunRequest& request, std::int64_t threads) {
  constexpr double kTransactions = 2500;
  if (!request.parameters) return load(request.scenario, {"workload.threads=" + std::to_string(threads)});
  TeachingParameters parameters = *request.parameters;
  parameters.threads = threads;
  LoadedScenario loaded = load(teaching_scenario(parameters, sim::Seconds{1}).yaml, {});
  loaded.scenario.run.duration = time_for(loaded.scenario, kTransactions);
  loaded.scenario.run.warm_up = loaded.scenario.run.duration / 5;
  return loaded;
}

std::string simulated(const models::Scenario& scenario) { return to_bytes(models::simulate(scenario, 0)); }

// A timeline is of use where there are clients that commit.
std::string watched(const models::Scenario& scenario) {
  if (!scenario.has_clients()) return "null";
  return timeline_json(models::watch_groups(scenario, {}), scenario).dump();
}

Json run(const RunRequest& request) {
  const TeachingScenario scenario = scenario_of(request);
  LoadedScenario loaded = load(scenario.yaml, {});
  std::vector<std::function<std::string()>> jobs{[&] { return simulated(loaded.scenario); }};
  if (request.want == RunRequest::Want::run) jobs.emplace_back([&] { return watched(loaded.scenario); });
  const auto outcomes = sim::run_isolated(jobs, kParallel);
  Result result = begin_result(loaded);
  result.summary = models::summarise({models::run_record_from_bytes(outcomes.front())});
  Json answer{{"yaml", scenario.yaml}, {"notes", scenario.notes}, {"result", result_json(result)}};
  answer["result"].erase("origins");
  answer["result"].erase("series");
  answer["timeline"] = outcomes.size() > 1 ? Json::parse(outcomes[1]) : Json();
  return answer;
}

Json estimate(const sim::Estimate& value) { return {{"mean", json_number(value.mean)}, {"half_width", json_number(value.half_width)}}; }

// A point of the curves: what was simulated, and what queueing analysis says.
Json sweep_point(std::int64_t threads, const models::Scenario& scenario, const models::Summary& summary) {
  const auto bounds = models::bounds_of(scenario);
  const models::LoadSummary load = summary.loads.empty() ? models::LoadSummary{} : summary.loads.front();
  Json point{{"threads", threads},
             {"tps", estimate(load.tps)},
             {"mean_ms", estimate(load.response.mean_ms)},
             {"p95_ms", estimate(load.response.p95_ms)}};
  if (!bounds) return point;
  point["bound_tps"] = json_number(bounds->throughput.front().throughput.value);
  point["bound"] = bounds->throughput.front().law + ": " + bounds->throughput.front().resource;
  point["least_ms"] = json_number(sim::in_milliseconds(bounds->response_least));
  if (!bounds->estimate) return point;
  point["estimate_tps"] = json_number(bounds->estimate->throughput.value);
  point["estimate_ms"] = json_number(sim::in_milliseconds(bounds->estimate->response));
  return point;
}

Json sweep(const RunRequest& request) {
  const std::vector<std::int64_t> threads{1, 2, 4, 8, 16, 32, 64, 128};
  std::vector<LoadedScenario> points;
  for (const std::int64_t each : threads) points.push_back(with_threads(request, each));
  std::vector<std::function<std::string()>> jobs;
  for (const LoadedScenario& point : points) jobs.emplace_back([&point] { return simulated(point.scenario); });
  const auto outcomes = sim::run_isolated(jobs, kParallel);
  Json answer{{"points", Json::array()}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const models::Summary summary = models::summarise({models::run_record_from_bytes(outcomes[i])});
    answer["points"].push_back(sweep_point(threads[i], points[i].scenario, summary));
  }
  return answer;
}

Json answer_to(const std::string& text) {
  const ParsedRequest parsed = parse_run_request(text);
  if (!parsed.request) return {{"error", "the request cannot be understood"}, {"faults", parsed.faults}};
  try {
    return parsed.request->want == RunRequest::Want::sweep ? sweep(*parsed.request) : run(*parsed.request);
  } catch (const BadScenario& bad) {
    return {{"error", "the scenario is at fault"}, {"faults", bad.faults}};
  } catch (const std::bad_alloc&) {
    return {{"error", "the scenario needs more memory than a run may have"}};
  } catch (const std::exception& error) {
    return {{"error", sim::printable(error.what())}};
  }
}

}  // namespace

int serve_worker() {
  limit_resources();
  refuse_user_files();
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  return write_to_stdout(answer_to(request).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace experiments
