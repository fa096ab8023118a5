#include "experiments/page/study_input.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/study/factor.hpp"
#include "experiments/study/recommendation.hpp"

namespace experiments {
namespace {

// Read once more from the document that the database keeps.
Questions questions_of(const sim::Json& document, const sim::Location& place, sim::Diagnostics& diagnostics) {
  Questions asked;
  for (const sim::Json& name : document.value("responses", sim::Json::array())) {
    if (const auto metric = metric_named(name.get<std::string>(), place, diagnostics)) asked.responses.push_back(*metric);
  }
  for (const sim::Json& text : document.value("constraints", sim::Json::array())) {
    if (auto constraint = read_criterion(text.get<std::string>(), place, diagnostics)) asked.constraints.push_back(std::move(*constraint));
  }
  if (const std::string text = document.value("objective", ""); !text.empty()) asked.objective = read_objective(text, place, diagnostics);
  return asked;
}

// The metrics that the points have, after those with * that are asked for. The terms of the bounds would only make the page heavy.
std::vector<std::string> metrics_of(const Questions& asked, const std::vector<StoredPoint>& points) {
  std::vector<std::string> names = asked.responses;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Criterion& constraint : asked.constraints) add(constraint.metric);
  if (asked.objective && asked.objective->metric != "cost") add(asked.objective->metric);
  add("replicas.*.lag_ms.p95");
  for (const StoredPoint& point : points) {
    for (const auto& figure : point.figures) {
      if (figure.first.rfind("bounds.", 0) != 0) add(figure.first);
    }
  }
  return names;
}

// As many digits as anyone looks at.
sim::Json short_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return sim::Json::parse(fmt::format("{:.6g}", value));
}

sim::Json point_json(const StoredPoint& point, const Questions& asked, const std::vector<std::string>& metrics) {
  sim::Json json = {{"levels", point.levels}, {"cost", point.cost},     {"seed", std::to_string(point.seed)}, {"version", point.version},
                    {"status", point.status}, {"error", point.error}};
  json["failed"] = sim::Json::array();
  json["values"] = sim::Json::array();
  json["half_widths"] = sim::Json::array();
  if (point.status != "done") return json;
  for (const Criterion& constraint : asked.constraints) {
    if (constraint.margin(point.figures) < 0) json["failed"].push_back(constraint.text);
  }
  for (const std::string& metric : metrics) {
    const FigureValue figure = figure_named(point.figures, metric);
    json["values"].push_back(short_number(figure.value));
    json["half_widths"].push_back(short_number(figure.half_width));
  }
  return json;
}

// The one that is recommended.
std::optional<std::size_t> best_of(const std::vector<StoredPoint>& points, const Questions& asked) {
  if (!asked.objective) return std::nullopt;
  const Recommendation found = recommend(asked, points);
  return found.feasible.empty() ? std::nullopt : std::optional(found.feasible.front().place);
}

// The factors in the order of the study, each with the levels that the points have: by number where all of them are numbers.
sim::Json factors_of(const sim::Json& document, const std::vector<StoredPoint>& points) {
  sim::Json factors = sim::Json::array();
  const sim::Json described = document.value("factors", sim::Json::object());
  for (const auto& factor : described.items()) {
    std::vector<Level> levels;
    for (const StoredPoint& point : points) {
      const std::string label = point.levels.value(factor.key(), "");
      const auto is_known = [&label](const Level& level) { return level.label == label; };
      if (std::any_of(levels.begin(), levels.end(), is_known)) continue;
      const auto quantity = quantity_of(label);
      levels.push_back({label, {}, 0, quantity ? std::optional(quantity->value) : std::nullopt});
    }
    const bool are_numbers = std::all_of(levels.begin(), levels.end(), [](const Level& level) { return level.number.has_value(); });
    if (are_numbers) std::stable_sort(levels.begin(), levels.end(), [](const Level& a, const Level& b) { return *a.number < *b.number; });
    sim::Json list = sim::Json::array();
    for (const Level& level : levels)
      list.push_back({{"label", level.label}, {"number", are_numbers ? sim::Json(*level.number) : sim::Json()}});
    factors.push_back({{"name", factor.key()}, {"levels", list}});
  }
  return factors;
}

sim::Json scenario_of_interest(const StudyDatabase& database, const std::vector<StoredPoint>& points, std::optional<std::size_t> best) {
  if (best) return database.scenario(points[*best].key);
  const auto done = std::find_if(points.begin(), points.end(), [](const StoredPoint& point) { return point.status == "done"; });
  return done == points.end() ? sim::Json() : database.scenario(done->key);
}

}  // namespace

sim::Json study_input(const StudyDatabase& database, const std::string& name, sim::Diagnostics& diagnostics) {
  const sim::Json study = database.study(name);
  const sim::Json& document = study["document"];
  const std::vector<StoredPoint> points = database.points(name);
  const Questions asked = questions_of(document, {name, 0, 0}, diagnostics);
  const std::vector<std::string> metrics = metrics_of(asked, points);
  const auto best = best_of(points, asked);

  sim::Json input = {{"name", name}, {"description", study["description"]}, {"study", document}, {"factors", factors_of(document, points)}};
  input["metrics"] = sim::Json::array();
  for (const std::string& metric : metrics) input["metrics"].push_back({{"name", metric}, {"unit", unit_of_metric(metric)}});
  input["responses"] = asked.responses;
  input["constraints"] = document.value("constraints", sim::Json::array());
  input["objective"] = nullptr;
  if (asked.objective) input["objective"] = {{"metric", asked.objective->metric}, {"is_maximised", asked.objective->is_maximised}};
  input["best"] = best ? sim::Json(*best) : sim::Json();
  input["points"] = sim::Json::array();
  for (const StoredPoint& point : points) input["points"].push_back(point_json(point, asked, metrics));
  input["scenario"] = scenario_of_interest(database, points, best);
  return input;
}

}  // namespace experiments
