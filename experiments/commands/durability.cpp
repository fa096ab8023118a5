// commitsim durability: simulates a scenario and says what a crash at any moment would lose.
#include <iostream>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/report/durability_report.hpp"
#include "experiments/report/figures.hpp"
#include "experiments/report/json_layout.hpp"
#include "experiments/report/result_json.hpp"
#include "experiments/report/writer.hpp"
#include "models/durability/crash_moments.hpp"
#include "models/simulate.hpp"

namespace experiments {
namespace {

// Of the figures of the run, those that this is about.
std::string durability_csv(const Result& result) {
  std::vector<Figure> figures = figures_of(result);
  std::erase_if(figures, [](const Figure& each) { return !each.name.starts_with("durability.") && each.name != "throughput.tps"; });
  return csv_of(result, figures);
}

std::string write_durability(const Result& result, const std::string& format) {
  if (format == "json") {
    sim::Json json = result_json(result);
    json["schema"] = "commitsim.durability/1";
    json["rows"] = durability_rows(result.summary.durability);
    return laid_out(json) + "\n";
  }
  return format == "csv" ? durability_csv(result) : durability_answer(result);
}

int durability(const std::vector<std::string>& words) {
  Arguments arguments("durability", "durability SCENARIO.yaml [options]",
                      "Says for each kind of failure how many acknowledged transactions it would lose at random moments, and why.");
  add_scenario_options(arguments);
  add_crash_options(arguments);
  arguments.option("jobs", "N", "replicates that run at a time; by default as many as there are CPUs")
      .option("format", "NAME", "table (for people), json or csv")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const int jobs = jobs_of(arguments, diagnostics);
  const std::string format = one_of(arguments, "format", {"table", "json", "csv"}, diagnostics);
  const Output output(arguments.get("output"), diagnostics);
  auto loaded = load_scenario(arguments.words().front(), arguments, diagnostics);
  diagnostics.print(std::cerr);
  if (!loaded || !diagnostics.ok()) return kBadInput;

  models::Scenario& scenario = loaded->scenario;
  if (scenario.run.crash_moments == 0) scenario.run.crash_moments = models::kUsualMoments;
  Result result = begin_result(*loaded);
  for (const sim::Diagnostic& each : diagnostics.sorted()) result.warnings.push_back(to_string(each));
  result.summary = models::summarise(models::simulate_isolated(scenario, jobs));
  return output.write(write_durability(result, format));
}

const bool durability_registered = register_command({"durability", "say what a crash at any moment would lose", durability});

}  // namespace
}  // namespace experiments
