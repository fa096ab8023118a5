#include "models/replication/applier_position.hpp"

#include "models/server.hpp"

namespace models {
namespace {

// Redo log of the update of one row of mysql.slave_relay_log_info, whose strings change; about what a sysbench row takes.
constexpr sim::Bytes kPositionRedo{300};

}  // namespace

ApplierPosition::ApplierPosition(Server& replica)
    : replica_(replica), fsync_(replica.streams().draws(replica.costs().relay_log_fsync.time, replica.name() + "/position_fsync")) {}

bool ApplierPosition::is_in_file() const { return replica_.variables().relay_log_info_repository == PositionStore::file; }

sim::Seconds ApplierPosition::table_cpu() const { return is_in_file() ? sim::Seconds{} : replica_.costs().position_table_cpu.mean(); }

void ApplierPosition::store_in_table(Transaction& transaction) const {
  if (!is_in_file()) transaction.changes.redo += kPositionRedo;
}

sim::Task<> ApplierPosition::store_in_file() {
  co_await replica_.execute(replica_.costs().position_file_cpu.mean());
  const std::int64_t every = replica_.variables().sync_relay_log_info;
  if (every == 0 || ++since_sync_ < every) co_return;
  since_sync_ = 0;
  const sim::Seconds service_time = fsync_.next();
  co_await replica_.relay_log_device().sync(service_time);
}

}  // namespace models
