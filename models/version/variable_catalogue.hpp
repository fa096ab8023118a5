// All server variables that touch commit or replication, whether or not a model obeys them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/version/variable.hpp"

namespace models {

const std::vector<Variable>& server_variables();

// The variable that any release calls so; null when none does.
const Variable* find_variable(const std::string& name);

// Every name that some release knows; with a release, those that it knows.
std::vector<std::string> variable_names();
std::vector<std::string> variable_names(const Release& release);

// Sizes that the tables write ranges in.
inline constexpr std::int64_t kKiB = 1024;
inline constexpr std::int64_t kMiB = 1024 * kKiB;
inline constexpr std::int64_t kGiB = 1024 * kMiB;

// The tables, one per file.
std::vector<Variable> obeyed_variables();
std::vector<Variable> commit_variables();
std::vector<Variable> replication_variables();

}  // namespace models
