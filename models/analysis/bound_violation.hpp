// Whether a result keeps to the bounds of queueing analysis.
#pragma once

#include <string>
#include <vector>

#include "models/analysis/bounds.hpp"
#include "models/summary.hpp"

namespace models {

// A mean that is outside its bound by more than chance explains: the model is at fault.
struct BoundViolation {
  enum class Of { throughput, response };
  Of of = Of::throughput;
  double found = 0;  // per second, or milliseconds
  double bound = 0;
  std::string law;
  std::string resource;
};

// Those of the first load. None where it is not known how exact a mean is, and where semi-sync has been off.
std::vector<BoundViolation> violations(const Bounds& bounds, const Summary& summary);

}  // namespace models
