#include "experiments/commands/scenario_options.hpp"

#include <array>
#include <utility>

#include "models/network_choice.hpp"

namespace experiments {
namespace {

// An option and what it assigns to.
struct Shorthand {
  const char* option;
  const char* value;
  const char* path;
  const char* doc;
};

constexpr std::array<Shorthand, 5> kShorthands{{
    {"seed", "N", "run.seed", "root of all random streams"},
    {"duration", "TIME", "run.duration", "simulated time that is measured, such as 60s"},
    {"warm-up", "TIME|auto", "run.warm_up",
     "simulated time that is thrown away first; auto: until throughput is steady"},
    {"replicates", "R", "run.replicates", "independent runs; half-widths then come from their differences"},
    {"precision", "SHARE", "run.precision", "go on until throughput and mean response are known to this, such as 1%"},
}};

constexpr std::array<Shorthand, 2> kCrashShorthands{{
    {"moments", "N", "run.crash_moments",
     "random moments per replicate at which crashes are looked at; 1000 where the scenario says nothing"},
    {"promote", "NAME", "run.promote", "the replica that takes over when the source is lost; by default most_advanced"},
}};

template <std::size_t N>
void apply(const std::array<Shorthand, N>& shorthands, const Arguments& arguments, sim::Node& root, sim::Diagnostics& diagnostics) {
  for (const Shorthand& each : shorthands) {
    if (!arguments.has(each.option)) continue;
    const std::string assignment = std::string(each.path) + "=" + *arguments.get(each.option);
    sim::apply_override(root, assignment, diagnostics, "--" + std::string(each.option));
  }
}

}  // namespace

void add_scenario_options(Arguments& arguments) {
  arguments.repeatable("set", "PATH=VALUE",
                       "change a value of the scenario, such as servers.source.variables.sync_binlog=0");
  for (const Shorthand& each : kShorthands) arguments.option(each.option, each.value, each.doc);
}

void add_crash_options(Arguments& arguments) {
  for (const Shorthand& each : kCrashShorthands) arguments.option(each.option, each.value, each.doc);
}

std::optional<LoadedScenario> load_scenario(const std::string& file, const Arguments& arguments, sim::Diagnostics& diagnostics,
                                            Sets sets) {
  auto root = sim::read_document(file, diagnostics);
  if (!root) return std::nullopt;
  const auto assignments = sets == Sets::applied ? arguments.all("set") : std::vector<std::string>{};
  for (const std::string& assignment : assignments) sim::apply_override(*root, assignment, diagnostics);
  apply(kShorthands, arguments, *root, diagnostics);
  apply(kCrashShorthands, arguments, *root, diagnostics);
  return load_scenario(std::move(*root), file, {}, diagnostics);
}

Result begin_result(LoadedScenario& loaded) {
  Result result;
  result.scenario_file = loaded.scenario.file;
  result.scenario = std::move(loaded.resolved);
  result.origins = std::move(loaded.provenance);
  result.network_model = sim::name_of(models::network_model_of(loaded.scenario));
  result.bounds = models::bounds_of(loaded.scenario);
  return result;
}

}  // namespace experiments
