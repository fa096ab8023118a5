#include "models/version/variable_catalogue.hpp"

#include <algorithm>

namespace models {

const std::vector<Variable>& server_variables() {
  static const std::vector<Variable> all = [] {
    std::vector<Variable> rows = obeyed_variables();
    for (Variable& row : commit_variables()) rows.push_back(std::move(row));
    for (Variable& row : replication_variables()) rows.push_back(std::move(row));
    return rows;
  }();
  return all;
}

const Variable* find_variable(const std::string& name) {
  const auto& all = server_variables();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Variable& each) { return each.name == name || (each.older_name == name && !name.empty()); });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> variable_names() {
  std::vector<std::string> names;
  for (const Variable& each : server_variables()) {
    names.push_back(each.name);
    if (!each.older_name.empty()) names.push_back(each.older_name);
  }
  return names;
}

std::vector<std::string> variable_names(const Release& release) {
  std::vector<std::string> names;
  for (const Variable& each : server_variables()) {
    for (std::string& name : names_in(each, release)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace models
