// How much fitted parameters depend on which runs happened to be measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "calibration/least_squares.hpp"

namespace calibration {

struct Spread {
  double standard_error = 0;
  double low = 0;  // 5 % and 95 % of the resamples
  double high = 0;
};

// Draws as many runs as there are, with replacement, and fits again, `resamples` times. Each of these fits is one
// Gauss-Newton step from the end of `fit` (one-step bootstrap: Moulton and Zeger, Computational Statistics & Data Analysis 11, 1991),
// so nothing is simulated. `run_of_row` says which run each residual belongs to, counted from 0. Returns one spread per
// parameter, in its units; all zero for one at its bound, and of no width where a draw does not determine it. Throws
// std::invalid_argument when the rows are not as many as the residuals or the fit has no Jacobian.
std::vector<Spread> bootstrap(const Fit& fit, const std::vector<std::size_t>& run_of_row, int resamples, std::uint64_t seed);

}  // namespace calibration
