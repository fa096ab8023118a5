#include "models/workload/workload_profile.hpp"

namespace models {

Changes WorkloadProfile::changes() const {
  Changes all;
  for (const Statement& statement : transaction) {
    all.rows += static_cast<int>(statement.rows * statement.times);
    all.redo += statement.redo * statement.times;
    all.binlog += statement.binlog * statement.times;
    all.binlog_events += static_cast<int>(statement.binlog_events * statement.times);
  }
  if (!all.any()) return all;
  all.redo += transaction_redo;
  all.binlog += transaction_binlog;
  all.binlog_events += static_cast<int>(transaction_binlog_events);
  return all;
}

std::int64_t WorkloadProfile::statements(StatementClass counts_as) const {
  std::int64_t count = 0;
  for (const Statement& statement : transaction) {
    if (statement.counts_as == counts_as) count += statement.times;
  }
  return count;
}

}  // namespace models
