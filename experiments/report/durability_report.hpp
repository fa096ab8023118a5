// What crashes would lose, as JSON and as a table for people.
#pragma once

#include <string>

#include "experiments/report/result.hpp"

namespace experiments {

// The key "durability" of a result: one mapping per failure that can happen in the scenario. result_metric.hpp says what is in it.
sim::Json durability_json(const models::DurabilitySummary& summary);

// A table: a row per failure with what may be lost, and under it a sentence that says why. "" where nobody asked.
std::string durability_text(const models::DurabilitySummary& summary);

// The answer of `commitsim durability` for people: head, table, legend.
std::string durability_answer(const Result& result);

}  // namespace experiments
