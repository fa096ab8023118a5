#include "experiments/study/study.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "experiments/scenario/data_files.hpp"
#include "models/durability/crash_moments.hpp"
#include "sim/config/document.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

constexpr double kShortest = 1.0 / 32;  // of the scenario's duration, where a precision says when to stop
constexpr const char* kDuration = "run.duration";

const std::vector<std::string> kUsualResponses = {"throughput.tps", "response_ms.mean", "response_ms.p95", "response_ms.p99"};

void apply(sim::Node& root, const std::vector<std::string>& assignments, sim::Diagnostics& diagnostics) {
  for (const std::string& each : assignments) sim::apply_override(root, each, diagnostics);
}

bool sets_duration(const std::vector<std::string>& assignments) {
  return std::any_of(assignments.begin(), assignments.end(), [](const std::string& each) { return each.starts_with(kDuration); });
}

// A run goes on until it is precise, so it begins short.
void shorten(Study& study, const models::Scenario& base, sim::Diagnostics& diagnostics) {
  if (!study.document.precision) return;
  std::vector<std::string> assignments = {"run.precision=" + sim::write_fraction(*study.document.precision)};
  const sim::Seconds shortest = std::max(base.run.duration * kShortest, std::min(base.run.duration, base.run.report_interval));
  if (!sets_duration(study.document.set)) assignments.push_back(fmt::format("{}={}", kDuration, sim::write_time(shortest)));
  apply(study.scenario, assignments, diagnostics);
}

void read_questions(Study& study, const sim::Node& root, sim::Diagnostics& diagnostics) {
  const StudyDocument& document = study.document;
  for (std::size_t i = 0; i < document.responses.size(); ++i) {
    const auto metric = metric_named(document.responses[i], root.location_of(sim::item_path("responses", i)), diagnostics);
    if (metric) study.asked.responses.push_back(*metric);
  }
  if (document.responses.empty()) study.asked.responses = kUsualResponses;
  for (std::size_t i = 0; i < document.constraints.size(); ++i) {
    const auto criterion = read_criterion(document.constraints[i], root.location_of(sim::item_path("constraints", i)), diagnostics);
    if (criterion) study.asked.constraints.push_back(*criterion);
  }
  if (!document.objective.empty()) study.asked.objective = read_objective(document.objective, root.location_of("objective"), diagnostics);
}

// Crashes are looked at only where a question is about them.
bool asks_about_crashes(const Questions& asked) {
  const auto is_about = [](const std::string& metric) { return metric.starts_with("durability."); };
  return std::any_of(asked.responses.begin(), asked.responses.end(), is_about) ||
         std::any_of(asked.constraints.begin(), asked.constraints.end(), [&](const Criterion& each) { return is_about(each.metric); }) ||
         (asked.objective && is_about(asked.objective->metric));
}

void look_at_crashes(Study& study, const models::Scenario& base, sim::Diagnostics& diagnostics) {
  if (!asks_about_crashes(study.asked) || base.run.crash_moments > 0) return;
  apply(study.scenario, {"run.crash_moments=" + std::to_string(models::kUsualMoments)}, diagnostics);
}

// What the faults of a point's scenario say, with the point; those of the base alone are told once, without.
void tell_at(const std::string& point, const sim::Diagnostics& found, sim::Diagnostics& diagnostics) {
  for (const sim::Diagnostic& each : found.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) diagnostics.error(each.place, fmt::format("at {}: {}", point, each.message));
  }
}

}  // namespace

std::vector<std::string> StudyPoint::set() const {
  std::vector<std::string> all;
  for (const Level& level : levels) all.insert(all.end(), level.set.begin(), level.set.end());
  return all;
}

double StudyPoint::cost() const {
  double sum = 0;
  for (const Level& level : levels) sum += level.cost;
  return sum;
}

std::string Study::label_of(const StudyPoint& point) const {
  std::string label;
  for (std::size_t i = 0; i < factors.size(); ++i)
    label += fmt::format("{}{}={}", i == 0 ? "" : ", ", factors[i].name(), sim::printable(point.levels[i].label));
  return label;
}

sim::Json Study::levels_of(const StudyPoint& point) const {
  sim::Json levels = sim::Json::object();
  for (std::size_t i = 0; i < factors.size(); ++i) levels[factors[i].name()] = point.levels[i].label;
  return levels;
}

std::optional<Study> load_study(const std::string& file, sim::Diagnostics& diagnostics) {
  const auto root = sim::read_document(file, diagnostics);
  if (!root) return std::nullopt;
  Study study;
  study.file = file;
  study.name = std::filesystem::path(file).stem().string();
  if (!sim::schema_of<StudyDocument>().bind(*root, study.document, diagnostics) || !diagnostics.ok()) return std::nullopt;
  for (const auto& [name, factor] : study.document.factors)
    study.factors.emplace_back(name, factor, root->location_of(sim::key_path("factors", name)), diagnostics);
  read_questions(study, *root, diagnostics);
  study.scenario_file = relative_to(file, study.document.scenario).string();
  auto scenario = sim::read_document(study.scenario_file, diagnostics);
  if (!scenario) return std::nullopt;
  study.scenario = std::move(*scenario);
  apply(study.scenario, study.document.set, diagnostics);
  const auto base = load_scenario(study.scenario, study.scenario_file, {}, diagnostics);
  if (!base || !diagnostics.ok()) return std::nullopt;
  shorten(study, base->scenario, diagnostics);
  look_at_crashes(study, base->scenario, diagnostics);
  return diagnostics.ok() ? std::optional(std::move(study)) : std::nullopt;
}

std::optional<LoadedScenario> scenario_of(const Study& study, const StudyPoint& point, sim::Diagnostics& diagnostics) {
  sim::Diagnostics found;
  auto loaded = load_scenario(study.scenario, study.scenario_file, point.set(), found);
  if (found.ok() && loaded) return loaded;
  tell_at(study.label_of(point), found, diagnostics);
  return std::nullopt;
}

}  // namespace experiments
