#include "experiments/study/study_document.hpp"

#include <algorithm>

#include "sim/config/path.hpp"

namespace experiments {
namespace {

bool is_range(const FactorDocument& factor) { return !factor.from.text.empty() || !factor.to.text.empty(); }

void check_kind(const FactorDocument& factor, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const bool has_levels = !factor.levels.empty();
  const int kinds = static_cast<int>(!factor.values.empty()) + static_cast<int>(is_range(factor)) + static_cast<int>(has_levels);
  if (kinds != 1) {
    diagnostics.error(node.location(), "a factor has one of: values (a list), from and to (a range), levels (by name)");
    return;
  }
  if (!has_levels && factor.path.empty())
    diagnostics.error(node.location(), "missing required key 'path' (what the factor changes in the scenario)");
  if (has_levels && !factor.path.empty()) diagnostics.error(node.location_of("path"), "path: each level says by itself what it sets");
  if (is_range(factor) && (factor.from.text.empty() || factor.to.text.empty()))
    diagnostics.error(node.location(), "a range needs both from and to");
}

void check_levels(const LevelDocument& level, const sim::Node& node, sim::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < level.set.size(); ++i) {
    if (level.set[i].find('=') != std::string::npos) continue;
    diagnostics.error(node.location_of(sim::item_path("set", i)), "set: expected PATH=VALUE, found " + sim::quote(level.set[i]));
  }
}

bool has_factor(const StudyDocument& study, const std::string& name) {
  return std::any_of(study.factors.begin(), study.factors.end(), [&](const auto& each) { return each.first == name; });
}

// Only a grid has steps for its ranges; the others choose values themselves, and so many that the user has to say how many.
void check_design(const StudyDocument& study, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const DesignDocument& design = study.design;
  if (design.kind != DesignKind::grid && design.points == 0)
    diagnostics.error(node.location_of("design"), "design: say how many points");
  if (design.kind == DesignKind::refine && !has_factor(study, design.along)) {
    std::vector<std::string> known;
    for (const auto& each : study.factors) known.push_back(each.first);
    diagnostics.error(node.location_of("design"), fmt::format("design: along: {} is no factor{}", sim::quote(design.along),
                                                              sim::known_words(design.along, known)));
  }
  if (design.kind == DesignKind::refine && design.around == RefineAround::constraints && study.constraints.empty())
    diagnostics.error(node.location_of("design"), "design: there are no constraints to refine around");
}

void check_steps(const StudyDocument& study, const sim::Node& node, sim::Diagnostics& diagnostics) {
  for (const auto& [name, factor] : study.factors) {
    const bool is_chosen = study.design.kind == DesignKind::latin_hypercube ||
                           (study.design.kind == DesignKind::refine && study.design.along == name);
    if (is_range(factor) && factor.steps == 0 && !is_chosen)
      diagnostics.error(node.location_of(sim::key_path("factors", name)),
                        "a range in a grid needs steps: how many values, both ends included");
    if (!is_range(factor) && study.design.kind == DesignKind::refine && study.design.along == name)
      diagnostics.error(node.location_of(sim::key_path("factors", name)), "what is refined along is a range: from and to");
  }
}

}  // namespace

sim::Schema<LevelDocument> LevelDocument::schema() {
  using L = LevelDocument;
  return sim::Schema<L>("level", "one setting of a factor")
      .field("set", &L::set, "what it changes in the scenario: PATH=VALUE, as --set has them; several values are linked so")
      .field("cost", &L::cost, "what it costs, in any unit that all levels share; for `objective: minimise cost`", sim::at_least(0.0))
      .check(check_levels);
}

sim::Schema<FactorDocument> FactorDocument::schema() {
  using F = FactorDocument;
  return sim::Schema<F>("factor", "something that is varied")
      .field("path", &F::path, "what it changes in the scenario, such as workload.threads or servers")
      .field("values", &F::values, "its values; whole sub-trees as well")
      .field("from", &F::from, "of a range: the least value, with its unit")
      .field("to", &F::to, "of a range: the greatest value")
      .field("steps", &F::steps, "of a range: how many values, both ends included", sim::between(2, 100000))
      .field("spacing", &F::spacing, "of a range: equal differences or equal ratios")
      .field("levels", &F::levels, "named settings that change several values together")
      .check(check_kind);
}

sim::Schema<DesignDocument> DesignDocument::schema() {
  using D = DesignDocument;
  return sim::Schema<D>("design", "which points are simulated")
      .field("kind", &D::kind,
             "grid: every combination; latin_hypercube: every factor in as many layers as there are points; refine: "
             "more points where throughput bends, or where constraints begin to fail")
      .field("points", &D::points, "of a hypercube in all; of a refinement for each setting of the other factors", sim::between(3, 1000000))
      .field("seed", &D::seed, "of a hypercube", sim::at_least(0))
      .field("along", &D::along, "of a refinement: the factor, a range")
      .field("around", &D::around, "of a refinement: what it looks for");
}

sim::Schema<StudyDocument> StudyDocument::schema() {
  using S = StudyDocument;
  return sim::Schema<S>("study", "a question put to many variants of a scenario")
      .field("description", &S::description, "the question")
      .field("scenario", &S::scenario, "the base scenario: a path relative to this file", sim::not_empty())
      .required()
      .field("set", &S::set, "what differs from it in all points, as with --set")
      .field("precision", &S::precision,
             "each point is simulated until throughput and mean response are known to this; otherwise as the scenario says")
      .field("factors", &S::factors, "what is varied, by name", sim::not_empty())
      .required()
      .field("design", &S::design, "which combinations are simulated")
      .field("responses", &S::responses, "the metrics that tables show; `commitsim describe metrics` lists them")
      .field("constraints", &S::constraints, "what must hold, such as p99 < 10ms")
      .field("objective", &S::objective,
             "what is best among the points that meet the constraints: maximise METRIC, minimise METRIC or minimise cost")
      .check(check_design)
      .check(check_steps);
}

}  // namespace experiments
