// commitsim describe: what can be simulated, what can be set, and what comes out.
#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/report/json_layout.hpp"
#include "experiments/report/topics.hpp"
#include "experiments/scenario/scenario_document.hpp"

namespace experiments {
namespace {

const std::string kSchema = "schema";

Description all_topics() {
  DescriptionSection section{"", "", {"topic", "what it describes"}, {}};
  for (const Topic& topic : topics()) section.rows.push_back({topic.name, topic.summary});
  section.rows.push_back({kSchema, "JSON Schema of a scenario, for editors"});
  return {"topics", {section}};
}

int print_schema() { return write_to_stdout(laid_out(sim::schema_of<ScenarioDocument>().json_schema()) + "\n"); }

// The description that the words ask for.
Description describe_words(const std::vector<std::string>& words, sim::Diagnostics& diagnostics) {
  if (words.empty()) return all_topics();
  std::vector<std::string> known{kSchema};
  for (const Topic& topic : topics()) {
    known.push_back(topic.name);
    if (topic.name != words.front()) continue;
    const bool has_item = words.size() > 1;
    if (has_item && !topic.has_items)
      diagnostics.error({"describe " + topic.name, 0, 0}, "too much: " + sim::quote(words[1]));
    return topic.describe(has_item ? std::optional(words[1]) : std::nullopt, diagnostics);
  }
  diagnostics.error({"describe", 0, 0},
                    "unknown topic " + sim::quote(words.front()) + sim::known_words(words.front(), known));
  return {};
}

int describe(const std::vector<std::string>& words) {
  Arguments arguments(
      "describe", "describe [TOPIC [NAME]] [--format table|json]",
      "Describes what can be simulated. Topics: versions, variables, appliers, profiles, workloads, devices, metrics,\n"
      "scenario, study, and schema, the JSON Schema of a scenario.");
  arguments.option("format", "NAME", "table (for people) or json").positional(0, 2, "TOPIC");
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  const std::string format = one_of(arguments, "format", {"table", "json"}, diagnostics);
  const bool wants_schema = arguments.words() == std::vector{kSchema};
  const Description description = wants_schema ? Description{} : describe_words(arguments.words(), diagnostics);
  for (const sim::Diagnostic& each : diagnostics.sorted()) std::cerr << to_string(each) << '\n';
  if (!diagnostics.ok()) return kBadInput;
  if (wants_schema) return print_schema();
  return write_to_stdout(format == "json" ? laid_out(description_json(description)) + "\n"
                                          : description_text(description));
}

const bool describe_registered =
    register_command({"describe", "what can be simulated, what can be set, what comes out", describe});

}  // namespace
}  // namespace experiments
