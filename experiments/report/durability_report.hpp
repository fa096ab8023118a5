// What crashes would lose, as JSON and as a table for people.
#pragma once

#include <string>

#include "experiments/report/result.hpp"

namespace experiments {

// The key "durability" of a result: one mapping per failure that can happen in the scenario. result_metric.hpp says what is in it.
sim::Json durability_json(const models::DurabilitySummary& summary);

// The key "rows" of what `commitsim durability` answers: one per failure, under the names mysqld_crash, os_crash, power_loss (of the
// source's machine: the same) and host_lost where it is one of these.
sim::Json durability_rows(const models::DurabilitySummary& summary);

// A table: a row per failure with what may be lost, and under it a sentence that says why. "" where nobody asked.
std::string durability_text(const models::DurabilitySummary& summary);

// The answer of `commitsim durability` for people: head, table, legend.
std::string durability_answer(const Result& result);

}  // namespace experiments
