// A result as a flat list of figures: what CSV, comparisons and studies share.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "experiments/report/result.hpp"

namespace experiments {

struct Figure {
  std::string name;   // of result_metric.hpp; an item of a list goes by its name: servers.source.cpu_utilisation
  double value = std::numeric_limits<double>::quiet_NaN();       // NaN: not known
  double half_width = std::numeric_limits<double>::quiet_NaN();  // of a 95 % interval; NaN: the figure has none
  std::string unit;   // "" where there is none
};

// All figures of the run as a whole, in the order of the JSON; those of its intervals and settings are left out.
std::vector<Figure> figures_of(const Result& result);

}  // namespace experiments
