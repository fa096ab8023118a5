// commitsim compare: two scenarios in pairs on common random numbers.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/comparison/comparison_report.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

constexpr std::int64_t kPairs = 10;

struct Pair {
  std::string name_a, name_b;
  LoadedScenario a, b;
};

void add_compare_options(Arguments& arguments) {
  add_scenario_options(arguments);
  arguments.option("jobs", "N", "simulations at the same time; default: one per core")
      .option("format", "table|json", "how to show the differences")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .flag("all", "show all metrics, not those that matter most")
      .positional(1, 2, "A.yaml B.yaml, or A.yaml with --set");
}

// With one file the --set make B; with two they go over both.
std::optional<Pair> load_pair(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  const auto& files = arguments.words();
  const bool is_one = files.size() == 1;
  if (is_one && !arguments.has("set")) {
    diagnostics.error({"compare", 0, 0}, "one scenario alone: what is B? Give a second file, or what changes with --set PATH=VALUE");
    return std::nullopt;
  }
  auto a = load_scenario(files.front(), arguments, diagnostics, is_one ? Sets::left_out : Sets::applied);
  auto b = load_scenario(files.back(), arguments, diagnostics);
  if (!a || !b) return std::nullopt;
  std::string name_b = files.back();
  if (is_one) name_b += fmt::format(" with {}", fmt::join(arguments.all("set"), ", "));
  return Pair{files.front(), name_b, std::move(*a), std::move(*b)};
}

bool has_stops(const models::Scenario& scenario) {
  const auto stops = [](const auto& each) { return !each.stops.empty(); };
  const auto server_stops = [](const auto& server) { return !server.second.stops.empty(); };
  return std::any_of(scenario.links.begin(), scenario.links.end(), stops) ||
         std::any_of(scenario.servers.begin(), scenario.servers.end(), server_stops);
}

// Both run as A does. The time that A is to run is shared out among the pairs, unless it was asked for or something happens in it.
void share_out(Pair& pair, std::int64_t pairs, bool is_duration_asked) {
  models::RunSpec& run = pair.a.scenario.run;
  const bool is_timeline = has_stops(pair.a.scenario) || has_stops(pair.b.scenario);
  if (!is_duration_asked && !is_timeline)
    run.duration = std::max(run.duration / static_cast<double>(pairs), std::min(run.duration, run.report_interval));
  pair.b.scenario.run = run;
}

ScenarioComparison compare_pair(Pair pair, PairOptions options, bool is_duration_asked) {
  const models::RunSpec& run = pair.a.scenario.run;
  options.pairs = run.replicates > 1 ? run.replicates : kPairs;
  options.precision = run.precision;
  share_out(pair, options.pairs, is_duration_asked);
  const PairedRuns runs = run_pairs(pair.a.scenario, pair.b.scenario, options);
  ScenarioComparison comparison = compare_runs(begin_result(pair.a), begin_result(pair.b), runs);
  comparison.name_a = pair.name_a;
  comparison.name_b = pair.name_b;
  if (!runs.is_precise) comparison.precision = options.precision;
  return comparison;
}

int compare_command(const std::vector<std::string>& words) {
  Arguments arguments("compare", "compare A.yaml [B.yaml] [options]",
                      "Simulates two scenarios on common random numbers and says what differs, how surely, and why. "
                      "With one file, --set say what is different in B.");
  add_compare_options(arguments);
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  PairOptions options;
  options.jobs = jobs_of(arguments, diagnostics);
  const std::string format = one_of(arguments, "format", {"table", "json"}, diagnostics);
  const Output output(arguments.get("output"), diagnostics);
  auto pair = load_pair(arguments, diagnostics);
  diagnostics.print(std::cerr);
  if (!pair || !diagnostics.ok()) return kBadInput;
  try {
    const ScenarioComparison found = compare_pair(std::move(*pair), options, arguments.has("duration"));
    return output.write(format == "json" ? comparison_json(found).dump(2) + "\n" : comparison_table(found, arguments.has("all")));
  } catch (const sim::IsolatedRunError& error) {
    std::cerr << "commitsim compare: error: " << error.what() << "\n";
    return kRunFailed;
  }
}

const bool compare_registered =
    register_command({"compare", "what differs between two scenarios, how surely, and why", compare_command});

}  // namespace
}  // namespace experiments
