// commitsim validate: what was measured on real servers beside what the simulator says.
#include <fmt/format.h>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/scenario/data_files.hpp"
#include "experiments/validation/refit.hpp"
#include "experiments/validation/run_validation.hpp"
#include "experiments/validation/scoreboard.hpp"
#include "experiments/validation/validation_report.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

constexpr std::size_t kManyNames = 1000;
constexpr int kManyJobs = 1024;

// All sets asked for; nothing after reporting what is wrong with them.
std::optional<std::vector<ValidationSet>> load(const std::vector<std::string>& names, sim::Diagnostics& diagnostics) {
  const std::vector<std::string> shipped = shipped_names("validation");
  std::vector<ValidationSet> sets;
  for (const std::string& name : names.empty() ? shipped : names) {
    if (std::find(shipped.begin(), shipped.end(), name) == shipped.end()) {
      diagnostics.error({"validate", 0, 0},
                        fmt::format("unknown set {}{}", sim::quote(name), sim::known_words(name, shipped)));
      continue;
    }
    auto set = load_validation_set(name, shipped_file("validation", name).string(), diagnostics);
    if (set) sets.push_back(std::move(*set));
  }
  if (!diagnostics.ok()) return std::nullopt;
  return sets;
}

// What is shown: the rows and what came of the claims; with --refit the fitted costs, and what they lead to.
struct Results {
  std::vector<calibration::Comparison> rows;
  std::vector<Finding> findings;
  std::vector<Refit> refits;

  void add(const std::vector<calibration::Comparison>& more_rows, const std::vector<Finding>& more_findings) {
    rows.insert(rows.end(), more_rows.begin(), more_rows.end());
    findings.insert(findings.end(), more_findings.begin(), more_findings.end());
  }
};

Results results_of(const std::vector<ValidationSet>& sets, int jobs) {
  const auto summaries = simulate_cases(sets, jobs);
  Results results;
  for (std::size_t i = 0; i < sets.size(); ++i)
    results.add(compare(sets[i], summaries[i]), find_claims(sets[i], summaries[i]));
  return results;
}

std::string shown(const Results& results, const std::string& format) {
  if (format != "json") {
    std::string text;
    for (const Refit& each : results.refits) text += refit_table(each) + "\n";
    const auto table = format == "scoreboard" ? scoreboard_table : validation_table;
    return text + table(results.rows, results.findings);
  }
  sim::Json document = validation_json(results.rows, results.findings);
  for (const Refit& each : results.refits) {
    for (auto& cost : refit_json(each)) document["costs"].push_back(std::move(cost));
  }
  return document.dump(2) + "\n";
}

// Nothing after reporting why a set cannot be fitted.
std::optional<Results> refitted(const std::vector<ValidationSet>& sets, int jobs, sim::Diagnostics& diagnostics) {
  Results results;
  for (const ValidationSet& set : sets) {
    auto result = refit(set, jobs, diagnostics);
    if (!result) return std::nullopt;
    results.add(result->rows, result->findings);
    results.refits.push_back(std::move(*result));
  }
  return results;
}

int validate(const std::vector<std::string>& words) {
  Arguments arguments(
      "validate", "validate [NAME]... [options]",
      "Compares what was measured on real servers with what the simulator says; without NAME, all shipped sets.");
  arguments.option("format", "table|scoreboard|json", "how to show the rows; scoreboard: one line per set and metric")
      .option("jobs", "N", "simulations at the same time; default: one per core");
  arguments.flag("refit", "fit the costs of each set's `fit` section to its fitted rows first; changes no file");
  arguments.positional(0, kManyNames, "NAME");
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  const std::string format = one_of(arguments, "format", {"table", "scoreboard", "json"}, diagnostics);
  const int jobs = jobs_of(arguments, diagnostics, kManyJobs);
  const auto sets = load(arguments.words(), diagnostics);
  try {
    std::optional<Results> results;
    if (sets && arguments.has("refit")) results = refitted(*sets, jobs, diagnostics);
    else if (sets) results = results_of(*sets, jobs);
    diagnostics.print(std::cerr);
    return results ? write_to_stdout(shown(*results, format)) : kBadInput;
  } catch (const sim::IsolatedRunError& error) {
    std::cerr << "commitsim validate: error: " << error.what() << "\n";
    return kRunFailed;
  }
}

const bool validate_registered =
    register_command({"validate", "measured against predicted, for every shipped measurement set", validate});

}  // namespace
}  // namespace experiments
