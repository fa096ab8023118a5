#include "experiments/scenario/load_scenario.hpp"

#include "experiments/scenario/option_files.hpp"
#include "experiments/scenario/scenario_resolver.hpp"
#include "experiments/scenario/variable_resolver.hpp"

namespace experiments {

std::optional<LoadedScenario> load_scenario(const std::string& file, const std::vector<std::string>& overrides,
                                            sim::Diagnostics& diagnostics) {
  auto root = sim::read_document(file, diagnostics);
  if (!root) return std::nullopt;
  return load_scenario(std::move(*root), file, overrides, diagnostics);
}

std::optional<LoadedScenario> load_scenario(sim::Node root, const std::string& file,
                                            const std::vector<std::string>& overrides, sim::Diagnostics& diagnostics) {
  for (const std::string& assignment : overrides) sim::apply_override(root, assignment, diagnostics);
  LoadedScenario loaded;
  ScenarioDocument document;
  const bool bound = sim::schema_of<ScenarioDocument>().bind(root, document, diagnostics, &loaded.provenance);
  apply_option_files(document, file, root, diagnostics);
  resolve_variables(document, loaded.provenance, diagnostics);
  ScenarioResolver resolver(root, document, file, diagnostics);
  loaded.scenario = resolver.resolve();
  if (!bound || !diagnostics.ok()) return std::nullopt;
  loaded.resolved = sim::schema_of<ScenarioDocument>().write(document);
  return loaded;
}

}  // namespace experiments
