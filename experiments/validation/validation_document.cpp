#include "experiments/validation/validation_document.hpp"

#include <algorithm>

#include "experiments/validation/lab_files.hpp"
#include "experiments/validation/metrics.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

bool has_case(const ValidationDocument& document, const std::string& name) {
  return std::any_of(document.cases.begin(), document.cases.end(),
                     [&](const auto& each) { return each.first == name; });
}

void check_metrics(const CaseDocument& the_case, const sim::Node& node, sim::Diagnostics& diagnostics) {
  for (const auto& [name, values] : the_case.measured) {
    const std::string path = "measured." + name;
    if (find_metric(name) == nullptr) {
      diagnostics.error(node.location_of(path),
                        fmt::format("unknown metric {}{}", sim::quote(name), sim::known_words(name, metric_names())));
    }
    if (name == kGapMetric && the_case.against.empty()) {
      diagnostics.error(node.location_of(path), "gap_pct: say with `against` which case it compares with");
    }
  }
}

void check_is_measured(const CaseDocument& the_case, const sim::Node& node, sim::Diagnostics& diagnostics) {
  if (node.find("measured") != nullptr || !the_case.sysbench.empty() || !the_case.lab.empty()) return;
  diagnostics.error(node.location(), "missing required key 'measured' (by metric, one value per repetition), 'sysbench' (logs) or 'lab' "
                                     "(records)");
}

void check_conditions(const CaseDocument& the_case, const sim::Node& node, sim::Diagnostics& diagnostics) {
  if (!the_case.conditions) return;
  for (std::size_t i = 0; i < the_case.conditions->size(); ++i) {
    const std::string& name = (*the_case.conditions)[i];
    if (std::find(kLabConditions.begin(), kLabConditions.end(), name) != kLabConditions.end()) continue;
    diagnostics.error(node.location_of(sim::item_path("conditions", i)),
                      fmt::format("unknown condition {}{}", sim::quote(name), sim::known_words(name, kLabConditions)));
  }
}

void check_fitted(const CaseDocument& the_case, const sim::Node& node, sim::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < the_case.fitted.size(); ++i) {
    const std::string& name = the_case.fitted[i];
    const auto is_measured = [&](const auto& each) { return each.first == name && !each.second.empty(); };
    const bool has_files = !the_case.sysbench.empty() || !the_case.lab.empty();
    if (has_files || std::any_of(the_case.measured.begin(), the_case.measured.end(), is_measured)) continue;
    diagnostics.error(node.location_of(sim::item_path("fitted", i)),
                      fmt::format("fitted: {} is not measured in this case", sim::quote(name)));
  }
}

void check_classes(const HistogramDocument& histogram, const sim::Node& node, sim::Diagnostics& diagnostics) {
  double total = 0;
  sim::Seconds end{};
  for (std::size_t i = 0; i < histogram.classes.size(); ++i) {
    const HistogramClassDocument& each = histogram.classes[i];
    constexpr double kRounding = 1e-9;
    if (each.from < end - histogram.class_width * kRounding) {
      diagnostics.error(node.location_of(sim::item_path("classes", i)),
                        fmt::format("from: {} lies in the class before, which ends at {}", sim::write_time(each.from),
                                    sim::write_time(end)));
    }
    end = each.from + histogram.class_width;
    total += each.count;
  }
  if (total == 0) diagnostics.error(node.location_of("classes"), "classes: all of them are empty");
}

void check_histogram(const CaseDocument& the_case, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const auto is_distance = [](const auto& each) { return each.first == kLagDistanceMetric; };
  const auto wanted = std::find_if(the_case.measured.begin(), the_case.measured.end(), is_distance);
  if (wanted == the_case.measured.end() || !the_case.lag_histogram.classes.empty()) return;
  diagnostics.error(node.location_of(fmt::format("measured.{}", kLagDistanceMetric)),
                    fmt::format("{}: give the lag_histogram that it compares with", kLagDistanceMetric));
}

void check_cases(const ValidationDocument& document, const sim::Node& node, sim::Diagnostics& diagnostics) {
  for (const auto& [name, the_case] : document.cases) {
    const std::string path = sim::key_path("cases", name);
    if (the_case.scenario.empty() && document.scenario.empty()) {
      diagnostics.error(node.location_of(path),
                        fmt::format("no scenario for case {}: neither it nor the set names one", sim::quote(name)));
    }
    if (!the_case.against.empty() && !has_case(document, the_case.against)) {
      std::vector<std::string> known;
      for (const auto& each : document.cases) known.push_back(each.first);
      diagnostics.error(node.location_of(path + ".against"),
                        fmt::format("against: unknown case {}{}", sim::quote(the_case.against),
                                    sim::known_words(the_case.against, known)));
    }
  }
}

void check_claims_of(const ValidationDocument& document, const sim::Node& node, sim::Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const auto& each : document.cases) names.push_back(each.first);
  check_claims(document.claims, names, node, diagnostics);
}

void check_bounds(const FitDocument& fit, const sim::Node& node, sim::Diagnostics& diagnostics) {
  if (fit.low < fit.high) return;
  diagnostics.error(node.location_of("high"),
                    fmt::format("high: {} is not above low, {}", sim::write_time(fit.high), sim::write_time(fit.low)));
}

}  // namespace

sim::Schema<HistogramClassDocument> HistogramClassDocument::schema() {
  using C = HistogramClassDocument;
  return sim::Schema<C>("class of a histogram", "so many values from here to the end of the class")
      .field("from", &C::from, "its lower end", sim::at_least(sim::Seconds{0}))
      .required()
      .field("count", &C::count, "values in it", sim::at_least(0.0))
      .required();
}

sim::Schema<HistogramDocument> HistogramDocument::schema() {
  using H = HistogramDocument;
  return sim::Schema<H>("histogram", "a distribution as it was measured")
      .field("class_width", &H::class_width, "width of every class", sim::more_than(sim::Seconds{0}))
      .required()
      .field("classes", &H::classes, "those that hold values, in rising order", sim::not_empty())
      .required()
      .check(check_classes);
}

calibration::MeasuredHistogram HistogramDocument::measured() const {
  calibration::MeasuredHistogram histogram{class_width, {}};
  for (const HistogramClassDocument& each : classes) histogram.classes.push_back({each.from, each.count});
  return histogram;
}

sim::Schema<CaseDocument> CaseDocument::schema() {
  using C = CaseDocument;
  return sim::Schema<C>("case", "one condition that was measured")
      .field("scenario", &C::scenario,
             "the scenario that predicts it: a path relative to this file; otherwise the set's")
      .field("set", &C::set, "what differs from the scenario, as with --set")
      .field("role", &C::role, "whether the costs were fitted to this case")
      .field("fitted", &C::fitted, "metrics that the costs were fitted to, in a case that is otherwise predicted")
      .field("against", &C::against, "the case that gap_pct compares with")
      .field("sysbench", &C::sysbench, "logs of sysbench that measured it: paths relative to this file, one per repetition or all in one")
      .field("lab", &C::lab, "records of the lab that measured it (calibration/lab), their logs beside them: paths relative to this file")
      .field("conditions", &C::conditions,
             "what of those records is a condition of the scenario: machine (cores, load of other programs), lateness (of messages), "
             "fsync_times; without: all, but fsync_times only where they were chosen and not a real disk's")
      .field("measured", &C::measured, "by metric, one value per repetition; an empty list: predicted only",
             sim::more_than(0.0))
      .field("lag_histogram", &C::lag_histogram, "lag of the first replica as it was measured; for lag_ks")
      .check(check_is_measured)
      .check(check_metrics)
      .check(check_histogram)
      .check(check_conditions)
      .check(check_fitted);
}

sim::Schema<FitDocument> FitDocument::schema() {
  using F = FitDocument;
  return sim::Schema<F>("fitted cost", "a cost that --refit fits")
      .field("cost", &F::cost, "its path in the scenario, such as costs.binlog_fsync.mean", sim::not_empty())
      .required()
      .field("low", &F::low, "the least it may be", sim::more_than(sim::Seconds{0}))
      .required()
      .field("high", &F::high, "the most it may be")
      .required()
      .check(check_bounds);
}

sim::Schema<ValidationDocument> ValidationDocument::schema() {
  using V = ValidationDocument;
  return sim::Schema<V>("validation set", "measurements beside what the simulator says")
      .field("description", &V::description, "what was measured")
      .field("scenario", &V::scenario, "the scenario of the cases that name none: a path relative to this file")
      .field("cases", &V::cases, "the cases, by name", sim::not_empty())
      .required()
      .field("fit", &V::fit, "the costs that --refit fits to the fitted rows")
      .field("claims", &V::claims, "what was found without figures, by name")
      .check(check_cases)
      .check(check_claims_of);
}

}  // namespace experiments
