// commitsim explain: draws the life of a few commit groups in the terminal.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/explain/drawing.hpp"
#include "experiments/explain/sentences.hpp"
#include "experiments/explain/stepper.hpp"
#include "experiments/report/text_table.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/timeline/watch_groups.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr int kMostGroups = 1000;
constexpr int kMostColumns = 1000;

// "1,3,5-8": numbers from 1. Nothing where it is not of that form.
std::optional<std::set<std::int64_t>> parse_numbers(const std::string& text) {
  constexpr std::size_t kMost = 10000;
  std::set<std::int64_t> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dash = part.find('-');
    const auto first = sim::parse_integer(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : sim::parse_integer(part.substr(dash + 1));
    if (!first.value || !last.value || *first.value < 1 || *last.value < *first.value) return std::nullopt;
    if (static_cast<std::size_t>(*last.value - *first.value) > kMost) return std::nullopt;
    for (std::int64_t number = *first.value; number <= *last.value; ++number) numbers.insert(number);
  }
  return numbers.empty() ? std::nullopt : std::optional(numbers);
}

struct ExplainOptions {
  models::GroupsToWatch wanted;
  std::set<std::int64_t> clients;
  Look look;
};

ExplainOptions explain_options(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  ExplainOptions options;
  const auto groups = whole_number(arguments, "groups", 1, kMostGroups, diagnostics);
  if (groups) options.wanted.groups = *groups;
  if (const auto from = arguments.get("from")) {
    const auto time = sim::parse_time(*from);
    if (time) options.wanted.from = *time.value;
    else diagnostics.error({"--from", 0, 0}, time.error);
  }
  if (const auto clients = arguments.get("clients")) {
    const auto numbers = parse_numbers(*clients);
    if (numbers) options.clients = *numbers;
    else diagnostics.error({"--clients", 0, 0}, sim::quote(*clients) + " is no list of numbers such as 1,3,5-8");
  }
  const auto width = whole_number(arguments, "width", 40, kMostColumns, diagnostics);
  options.look = look_of(width, one_of(arguments, "color", {"auto", "always", "never"}, diagnostics));
  return options;
}

std::string heading(const Story& story, const models::Scenario& scenario, const ExplainOptions& options) {
  const models::ServerSpec* const spec = scenario.find_server(story.server());
  const std::string pipeline = spec->variables.log_bin ? models::find_commit_pipeline(spec->version)->summary : "no binary log: one phase";
  const sim::Seconds begin = story.begin() - story.timeline().measured_from;
  const auto width = static_cast<std::size_t>(options.look.width);
  const std::int64_t clients = spec->load->threads;
  return coloured(options.look, Colour::bold, wrapped(fmt::format("{}: {}", spec->version, pipeline), width, 0, 0)) +
         coloured(options.look, Colour::dim,
                  wrapped(fmt::format("{} client{}; {:.4g} ms, which begin {:.3f} ms after the warm-up", clients, clients == 1 ? "" : "s",
                                      (story.end() - story.begin()).count() * 1e3, begin.count() * 1e3), width, 0, 0));
}

int explain(const std::vector<std::string>& words) {
  Arguments arguments("explain", "explain SCENARIO.yaml [options]",
                      "Draws the life of a few commit groups: a row per client, stage, device, replica and ACK; time goes across.");
  add_scenario_options(arguments);
  arguments.option("groups", "N", "how many commit groups; by default 3, or as many as 6 transactions need")
      .option("from", "TIME", "since the end of the warm-up; 0s by default")
      .option("clients", "LIST", "whose rows are drawn, such as 1,3,5-8; by default those in the groups, up to a dozen")
      .flag("sentences", "tell every event in a sentence as well")
      .flag("step", "go through it event by event, forwards and back")
      .option("width", "N", "columns; by default those of the terminal, or COLUMNS")
      .option("color", "WHEN", "auto (on a terminal, unless NO_COLOR is set), always or never")
      .positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const ExplainOptions options = explain_options(arguments, diagnostics);
  const auto loaded = load_scenario(arguments.words().front(), arguments, diagnostics);
  if (loaded && !loaded->scenario.has_clients()) {
    diagnostics.error({arguments.words().front(), 0, 0}, "the scenario has no clients, whose commits could be explained");
  }
  diagnostics.print(std::cerr);
  if (!loaded || !diagnostics.ok()) return kBadInput;

  const models::WatchedGroups watched = models::watch_groups(loaded->scenario, options.wanted);
  const Story story(watched, loaded->scenario, options.clients);
  if (story.end() <= story.begin()) {
    std::cerr << "commitsim: error: no transaction has ended within a minute of simulated time\n";
    return kRunFailed;
  }
  const bool steps = arguments.has("step");
  if (steps && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) {
    step_with_keys(story, options.look);
    return kDone;
  }
  std::string text = heading(story, loaded->scenario, options) + draw(story, options.look);
  if (arguments.has("sentences") && !steps) {
    text += '\n';
    for (const Sentence& sentence : sentences(story)) text += told(story, sentence, options.look.width);
  }
  const int status = write_to_stdout(text);
  if (steps && status == kDone) step_with_lines(story, options.look, std::cin, std::cout);
  return status;
}

const bool explain_registered = register_command({"explain", "draw the life of a few commit groups", explain});

}  // namespace
}  // namespace experiments
