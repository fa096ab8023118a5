// commitsim run: simulates a scenario and writes what came out.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/report/writer.hpp"
#include "models/simulate.hpp"

namespace experiments {
namespace {

const Writer& writer_for(const std::string& format) {
  return *std::find_if(writers().begin(), writers().end(),
                       [&](const Writer& writer) { return writer.format == format; });
}

bool has_clients(const models::Scenario& scenario) {
  return std::any_of(scenario.servers.begin(), scenario.servers.end(),
                     [](const auto& server) { return server.second.load.has_value(); });
}

bool has_replicas(const models::Scenario& scenario) {
  return std::any_of(scenario.servers.begin(), scenario.servers.end(),
                     [](const auto& server) { return !server.second.replicates_from.empty() && server.second.applies; });
}

// A line on the terminal while the simulation runs; nothing where stderr is not one.
class Progress {
 public:
  explicit Progress(const models::RunSpec& run) {
    if (!is_shown_) return;
    std::cerr << fmt::format("simulating {:g} s x {} ...", run.duration.count(), run.replicates) << std::flush;
  }
  ~Progress() {
    if (is_shown_) std::cerr << "\r\x1b[K" << std::flush;
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  bool is_shown_ = ::isatty(STDERR_FILENO) == 1;
};

models::Summary simulate(const models::Scenario& scenario, int jobs) {
  const Progress progress(scenario.run);
  return models::summarise(models::simulate_isolated(scenario, jobs));
}

int run(const std::vector<std::string>& words) {
  Arguments arguments("run", "run SCENARIO.yaml [options]",
                      "Simulates a scenario and writes throughput, response times, lag and what limits them.");
  add_scenario_options(arguments);
  arguments.option("jobs", "N", "replicates that run at a time; by default as many as there are CPUs")
      .option("format", "NAME", "table (for people), json, csv, sysbench, pt-heartbeat or openmetrics")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const int jobs = jobs_of(arguments, diagnostics);
  const Writer& writer = writer_for(one_of(arguments, "format", format_names(), diagnostics));
  const Output output(arguments.get("output"), diagnostics);
  auto loaded = load_scenario(arguments.words().front(), arguments, diagnostics);
  if (loaded && writer.needs_clients && !has_clients(loaded->scenario)) {
    diagnostics.error({"--format", 0, 0}, "the scenario has no clients, of whom " + writer.format + " would report");
  }
  if (loaded && writer.needs_replicas && !has_replicas(loaded->scenario)) {
    diagnostics.error({"--format", 0, 0}, "the scenario has no replica that applies, of whose lag " + writer.format + " would report");
  }
  diagnostics.print(std::cerr);
  if (!loaded || !diagnostics.ok()) return kBadInput;

  Result result = begin_result(*loaded);
  result.wanted_precision = loaded->scenario.run.precision;
  for (const sim::Diagnostic& each : diagnostics.sorted()) result.warnings.push_back(to_string(each));
  result.summary = simulate(loaded->scenario, jobs);
  return output.write(writer.write(result));
}

const bool run_registered = register_command({"run", "simulate a scenario", run});

}  // namespace
}  // namespace experiments
