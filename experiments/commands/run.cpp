// commitsim run: simulates a scenario and writes what came out.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/report/writer.hpp"
#include "experiments/trace/trace.hpp"
#include "models/simulate.hpp"

namespace experiments {
namespace {

const Writer& writer_for(const std::string& format) {
  return *std::find_if(writers().begin(), writers().end(),
                       [&](const Writer& writer) { return writer.format == format; });
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

// What --trace and --trace-window ask for.
struct TraceOptions {
  std::optional<Output> output;
  TraceFormat format{};
  models::TimelineWindow window{};
};

// Without --trace-window: enough for a few hundred groups.
constexpr models::TimelineWindow kTraceWindow{sim::Seconds{0}, sim::Seconds{0.1}};

TraceOptions trace_options(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  TraceOptions options;
  const auto file = arguments.get("trace");
  const auto window = arguments.get("trace-window");
  if (!file) {
    if (window) diagnostics.error({"--trace-window", 0, 0}, "is of use with --trace FILE only");
    return options;
  }
  options.output.emplace(file, diagnostics, "--trace");
  options.format = trace_format_of(*file);
  options.window = kTraceWindow;
  if (file == arguments.get("output")) diagnostics.error({"--trace", 0, 0}, "names the same file as --output");
  if (!window) return options;
  const auto parsed = parse_trace_window(*window);
  if (parsed) options.window = *parsed;
  else diagnostics.error({"--trace-window", 0, 0}, sim::quote(*window) + " is not of the form FROM..UNTIL, such as 10s..10.2s");
  return options;
}

// A window that begins after the run shows nothing.
void check_window(const TraceOptions& options, const models::RunSpec& run, sim::Diagnostics& diagnostics) {
  if (!options.output || run.precision || options.window.from < run.duration) return;
  diagnostics.error({"--trace-window", 0, 0}, fmt::format("begins at {:g} s, when the run is over: it measures {:g} s",
                                                          options.window.from.count(), run.duration.count()));
}

models::Summary simulate(const models::Scenario& scenario, int jobs, const TraceOptions& trace, std::string& trace_file) {
  const Progress progress(scenario.run);
  if (!trace.output) return models::summarise(models::simulate_isolated(scenario, jobs));
  const auto write = [&](const models::Timeline& timeline) { return trace_text(trace.format, timeline); };
  models::TracedRun traced = models::simulate_isolated(scenario, jobs, trace.window, write);
  trace_file = std::move(traced.trace);
  return models::summarise(traced.records);
}

int run(const std::vector<std::string>& words) {
  Arguments arguments("run", "run SCENARIO.yaml [options]",
                      "Simulates a scenario and writes throughput, response times, lag and what limits them.");
  add_scenario_options(arguments);
  arguments.option("jobs", "N", "replicates that run at a time; by default as many as there are CPUs")
      .option("format", "NAME", "table (for people), json, csv, sysbench, pt-heartbeat or openmetrics")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .option("trace", "FILE", "write a timeline of the first replicate as well, for Perfetto's viewer; as CSV if FILE ends in .csv")
      .option("trace-window", "A..B", "what part of it, from the beginning of the measurement; 0s..100ms by default")
      .positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const int jobs = jobs_of(arguments, diagnostics);
  const Writer& writer = writer_for(one_of(arguments, "format", format_names(), diagnostics));
  const Output output(arguments.get("output"), diagnostics);
  const TraceOptions trace = trace_options(arguments, diagnostics);
  auto loaded = load_scenario(arguments.words().front(), arguments, diagnostics);
  if (loaded && writer.needs_clients && !loaded->scenario.has_clients()) {
    diagnostics.error({"--format", 0, 0}, "the scenario has no clients, of whom " + writer.format + " would report");
  }
  if (loaded && writer.needs_replicas && !has_replicas(loaded->scenario)) {
    diagnostics.error({"--format", 0, 0}, "the scenario has no replica that applies, of whose lag " + writer.format + " would report");
  }
  if (loaded) check_window(trace, loaded->scenario.run, diagnostics);
  diagnostics.print(std::cerr);
  if (!loaded || !diagnostics.ok()) return kBadInput;

  Result result = begin_result(*loaded);
  result.wanted_precision = loaded->scenario.run.precision;
  for (const sim::Diagnostic& each : diagnostics.sorted()) result.warnings.push_back(to_string(each));
  std::string trace_file;
  result.summary = simulate(loaded->scenario, jobs, trace, trace_file);
  const int status = trace.output ? trace.output->write(trace_file) : kDone;
  return status == kDone ? output.write(writer.write(result)) : status;
}

const bool run_registered = register_command({"run", "simulate a scenario", run});

}  // namespace
}  // namespace experiments
