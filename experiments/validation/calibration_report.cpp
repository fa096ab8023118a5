#include "experiments/validation/calibration_report.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/report/numbers.hpp"
#include "experiments/validation/validation_report.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using calibration::Advice;
using calibration::FittedParameter;

constexpr double kStrong = 0.9;  // a correlation to point out

std::string time(double seconds) { return std::isfinite(seconds) ? sim::format_time(sim::Seconds{seconds}) : "-"; }

// By curvature and by resampling.
std::string costs_table(const Calibration& calibration) {
  std::size_t width = 4;
  for (const FittedParameter& each : calibration.fit.parameters) width = std::max(width, each.name.size());
  std::string text = fmt::format("{:{}}  {:>10}  {:>10}  {:>22}\n", "cost", width, "value", "+-", "resampled runs, 90 %");
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    const FittedParameter& each = calibration.fit.parameters[i];
    std::string range = "-";
    if (i < calibration.spreads.size() && !each.is_at_bound)
      range = fmt::format("{} to {}", time(std::max(0.0, calibration.spreads[i].low)), time(calibration.spreads[i].high));
    text += fmt::format("{:{}}  {:>10}  {:>10}  {:>22}{}\n", each.name, width, time(each.value), time(each.standard_error), range,
                        each.is_at_bound ? "  at its bound" : "");
  }
  return text;
}

std::string correlations_text(const calibration::Fit& fit) {
  std::string text;
  for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double correlation = fit.correlations(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      if (!(std::abs(correlation) >= kStrong)) continue;
      text += fmt::format("{} and {} are hard to tell apart: correlation {:+.2f}\n", fit.parameters[j].name, fit.parameters[i].name,
                          correlation);
    }
  }
  for (const auto& group : fit.indistinct) {
    text += group.size() == 1 ? fmt::format("{} has no effect on the fitted runs\n", group.front())
                              : fmt::format("the fitted runs cannot tell apart: {}\n", fmt::join(group, ", "));
  }
  return text;
}

std::string advice_text(const std::vector<Advice>& advice) {
  std::string text;
  for (const Advice& each : advice) {
    text += fmt::format("{} is known within {:.0f} %", each.parameter, each.now * 100);
    if (each.candidate.empty()) text += "; none of the held-out cases would tell more\n";
    else text += fmt::format("; {} among the fitted runs would make that {:.0f} %\n", each.candidate, each.then * 100);
  }
  return text;
}

sim::Json costs_json(const Calibration& calibration) {
  auto costs = sim::Json::array();
  for (std::size_t i = 0; i < calibration.fit.parameters.size(); ++i) {
    const FittedParameter& each = calibration.fit.parameters[i];
    sim::Json cost{{"name", each.name},
                   {"value", each.value},
                   {"unit", "s"},
                   {"standard_error", json_number(each.standard_error)},
                   {"is_at_bound", each.is_at_bound}};
    if (i < calibration.spreads.size()) {
      const calibration::Spread& spread = calibration.spreads[i];
      cost["bootstrap"] = {{"standard_error", spread.standard_error}, {"low", spread.low}, {"high", spread.high}};
    }
    costs.push_back(std::move(cost));
  }
  return costs;
}

sim::Json correlations_json(const calibration::Fit& fit) {
  auto rows = sim::Json::array();
  for (Eigen::Index i = 0; i < fit.correlations.rows(); ++i) {
    auto row = sim::Json::array();
    for (Eigen::Index j = 0; j < fit.correlations.cols(); ++j) row.push_back(json_number(fit.correlations(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

bool is_measured(const CaseDocument& the_case) {
  return std::any_of(the_case.measured.begin(), the_case.measured.end(), [](const auto& each) { return !each.second.empty(); });
}

}  // namespace

std::string costs_summary(const Calibration& calibration) {
  const auto& fit = calibration.fit;
  const char* const how = fit.ending == calibration::Ending::converged ? "converged" : "did not converge";
  const std::string head = fmt::format("{} after {} steps and {} points: {}\n\n", how, fit.iterations, fit.evaluations, fit.reason);
  return head + costs_table(calibration) + correlations_text(fit) + advice_text(calibration.advice);
}

std::string calibration_table(const Calibration& calibration) {
  return costs_summary(calibration) + "\n" + validation_table(calibration.rows, {});
}

sim::Json calibration_json(const Calibration& calibration) {
  const sim::Json validation = validation_json(calibration.rows, {});
  sim::Json document{{"schema", "commitsim.calibration/1"},
                     {"converged", calibration.fit.ending == calibration::Ending::converged},
                     {"reason", calibration.fit.reason},
                     {"costs", costs_json(calibration)},
                     {"correlations", correlations_json(calibration.fit)},
                     {"indistinct", calibration.fit.indistinct},
                     {"advice", sim::Json::array()},
                     {"runs", validation["rows"]},
                     {"accuracy", validation["accuracy"]}};
  for (const Advice& each : calibration.advice) {
    document["advice"].push_back({{"cost", each.parameter},
                                  {"relative_error", each.now},
                                  {"measure", each.candidate.empty() ? sim::Json() : sim::Json(each.candidate)},
                                  {"relative_error_then", each.then}});
  }
  return document;
}

models::MeasuredRange measured_range(const ValidationSet& set) {
  models::MeasuredRange range;
  for (const ValidationCase& each : set.cases) {
    if (!is_measured(each.document)) continue;
    for (const auto& [name, server] : each.scenario.servers) {
      if (!server.load) continue;
      if (range.versions.empty()) range.fewest_threads = server.load->threads;
      range.fewest_threads = std::min(range.fewest_threads, server.load->threads);
      range.most_threads = std::max(range.most_threads, server.load->threads);
      if (std::find(range.versions.begin(), range.versions.end(), server.version) == range.versions.end())
        range.versions.push_back(server.version);
    }
  }
  return range;
}

}  // namespace experiments
