// The appliers. A file registers its own with one line; nothing else has to change.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/replication/applier.hpp"
#include "models/server_variables.hpp"
#include "models/version/release.hpp"

namespace models {

struct ApplierAlternative {
  std::string name;     // by the value of the variable that asks for it: "LOGICAL_CLOCK"
  std::string asked_for_by;  // the settings that is_asked_for looks at, in words
  std::string summary;  // what it does
  std::function<bool(const Release&, const ServerVariables&)> is_asked_for;
  std::function<std::unique_ptr<Applier>(Server& source, Server& replica, ApplierProgress&)> make;
};

// All registered alternatives, by name.
const std::vector<ApplierAlternative>& appliers();

// The one that a replica of that release with those variables has. Throws std::logic_error unless it is exactly one.
const ApplierAlternative& find_applier(const Release& release, const ServerVariables& variables);

// Adds an alternative. Returns true, for static initialisers.
bool register_applier(ApplierAlternative alternative);

template <class A>
bool register_applier(std::string name, std::string asked_for_by, std::string summary,
                      std::function<bool(const Release&, const ServerVariables&)> is_asked_for) {
  return register_applier({std::move(name), std::move(asked_for_by), std::move(summary), std::move(is_asked_for),
                           [](Server& source, Server& replica, ApplierProgress& progress) {
                             return std::make_unique<A>(source, replica, progress);
                           }});
}

// What the two families ask for workers with.
inline bool has_mysql_workers(const Release& release, const ServerVariables& variables) {
  return !release.is("mariadb") && variables.replica_parallel_workers > 0;
}
inline bool has_mariadb_workers(const Release& release, const ServerVariables& variables, ParallelMode mode) {
  return release.is("mariadb") && variables.slave_parallel_threads > 0 && variables.slave_parallel_mode == mode;
}

}  // namespace models
