// What a study asks of its points: constraints and an objective over the figures of a result.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/diagnostics.hpp"

namespace experiments {

// The figures of a point by name (figures.hpp), in their units.
struct FigureValue {
  double value = 0;
  double half_width = 0;  // NaN where there is none
  std::string unit;
};
using FigureValues = std::map<std::string, FigureValue>;

// A name as users write it: a metric, one of the short names (tps, mean, p50, p95, p99, group_size, lag_p95, lag_p99), or with * for any
// server, replica or workload. Returns the metric's full name, or nothing after reporting an unknown one.
std::optional<std::string> metric_named(const std::string& name, const sim::Location& place, sim::Diagnostics& diagnostics);

// The unit of a metric's full name.
std::string unit_of_metric(const std::string& metric);

enum class Extreme { least, greatest };

// The figure of a metric, for one with * the least or greatest of those that match; NaN where it is not known.
FigureValue figure_named(const FigureValues& figures, const std::string& metric, Extreme extreme = Extreme::greatest);

// METRIC < BOUND, or with <=, > or >=.
struct Criterion {
  std::string text;
  std::string metric;
  bool is_upper = true;   // the bound is one from above
  double bound = 0;       // in the unit of the metric

  double value_in(const FigureValues& figures) const;

  // How far the point is from the bound, relative to it; negative where the constraint fails or the figure is not known.
  double margin(const FigureValues& figures) const;
};

// Nothing after reporting what is wrong.
std::optional<Criterion> read_criterion(const std::string& text, const sim::Location& place, sim::Diagnostics& diagnostics);

// "maximise METRIC", "minimise METRIC" or "minimise cost".
struct Objective {
  std::string metric;     // "cost": of the levels
  bool is_maximised = false;
};

std::optional<Objective> read_objective(const std::string& text, const sim::Location& place, sim::Diagnostics& diagnostics);

// All that a study asks.
struct Questions {
  std::vector<std::string> responses;   // full names
  std::vector<Criterion> constraints;
  std::optional<Objective> objective;
};

}  // namespace experiments
