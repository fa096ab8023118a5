// slave_parallel_mode=aggressive: as optimistic, whatever waited for a row lock on the source.
#include "models/replication/applier_catalogue.hpp"
#include "models/replication/optimistic_applier.hpp"

namespace models {
namespace {

class AggressiveApplier final : public OptimisticApplier {
 public:
  AggressiveApplier(Server& source, Server& replica, ApplierProgress& progress) : OptimisticApplier(source, replica, progress, false) {}
};

const bool aggressive_registered = register_applier<AggressiveApplier>(
    "aggressive", "MariaDB: slave_parallel_threads, slave_parallel_mode=aggressive",
    "all at once; conflicts are rolled back and repeated",
    [](const Release& release, const ServerVariables& variables) {
      return has_mariadb_workers(release, variables, ParallelMode::aggressive);
    });

}  // namespace
}  // namespace models
