// The cases of a set with other costs.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "experiments/validation/validation_set.hpp"

namespace experiments {

// The case's scenario as it is written, with what the case sets; it may name another profile.
std::optional<sim::Node> document_of(const ValidationCase& the_case, sim::Diagnostics& diagnostics);

// The set with these costs, in seconds, in the order of its `fit` section. What a case itself sets goes over them. Costs that a
// scenario cannot have are reported at "--set PATH", and nothing is returned.
std::optional<ValidationSet> with_costs(const ValidationSet& set, const Eigen::VectorXd& values, sim::Diagnostics& diagnostics);

// The same where faults have been looked for already; throws std::runtime_error for one.
ValidationSet with_valid_costs(const ValidationSet& set, const Eigen::VectorXd& values);

// The value in the scenario of this case, or the (geometric) middle of the bounds where it has none within them.
sim::Seconds present_cost(const FitDocument& fit, const ValidationCase& first);

}  // namespace experiments
