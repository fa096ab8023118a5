// Whether the results of a validation set have the shapes that were claimed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/validation/claim_document.hpp"
#include "experiments/validation/validation_set.hpp"
#include "models/summary.hpp"

namespace experiments {

// What came of one shape of a claim.
struct Finding {
  std::string set;
  std::string claim;  // its name
  std::string says;
  std::string leans_on;
  calibration::Role role = calibration::Role::predicted;
  std::string expected;  // such as "ratio of tps 1.2 to 1.5"
  std::string found;     // such as "1.31 to 1.36"
  bool holds = false;
};

// The value of a metric in a case, by its name.
using ValueOf = std::function<double(const std::string& the_case)>;

// Looks at one shape: `expected`, `found` and `holds`. A value that is not known (NaN) holds nothing.
Finding find_shape(const ShapeDocument& shape, const ValueOf& value_of);

// All shapes of all claims of the set, with the summaries of its cases in their order.
std::vector<Finding> find_claims(const ValidationSet& set, const std::vector<models::Summary>& summaries);

}  // namespace experiments
