// What a calibration found, for people and for programs.
#pragma once

#include <string>

#include "experiments/validation/calibration_run.hpp"
#include "models/calibration_record.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

// Costs with their errors and correlations, what cannot be told apart and what measurement would.
std::string costs_summary(const Calibration& calibration);

// The same with all rows, and how good they are.
std::string calibration_table(const Calibration& calibration);

// commitsim.calibration/1.
sim::Json calibration_json(const Calibration& calibration);

// Between which values the measured cases lie, fitted and held out.
models::MeasuredRange measured_range(const ValidationSet& set);

}  // namespace experiments
