// Names of server options beyond those of variable_catalogue.hpp.
#pragma once

#include <string>
#include <vector>

namespace models {

// Sorted, with underscores. Of any release: which one has them is not known.
const std::vector<std::string>& other_options();

bool is_other_option(const std::string& name);

}  // namespace models
