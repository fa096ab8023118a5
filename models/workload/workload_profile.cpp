#include "models/workload/workload_profile.hpp"

#include <algorithm>

namespace models {
namespace {

// Without bytes there would be nothing to write, to sync or to send for a change.
void check_sizes(const Statement& statement, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const bool has_all = statement.redo.count > 0 && statement.binlog.count > 0 && statement.binlog_events > 0;
  if (statement.rows == 0 || has_all) return;
  diagnostics.error(node.location(), "a statement that changes rows needs redo, binlog and binlog_events; for one row such as "
                                     "redo: 500B, binlog: 475B, binlog_events: 2");
}

}  // namespace

sim::Schema<Statement> Statement::schema() {
  return sim::Schema<Statement>("statement", "one statement of a transaction, executed some times in a row")
      .field("statement", &Statement::kind, "its kind, which names its CPU cost in the cost profile", sim::not_empty()).required()
      .field("counts_as", &Statement::counts_as, "how sysbench counts it")
      .field("times", &Statement::times, "how often it runs in a row", sim::between(1, 10000))
      .field("rows", &Statement::rows, "rows that one execution changes", sim::between(0, 100000))
      .field("redo", &Statement::redo, "redo log of one execution")
      .field("binlog", &Statement::binlog, "binary log of one execution: its table map and row events")
      .field("binlog_events", &Statement::binlog_events, "events among them", sim::between(0, 100000))
      .check(check_sizes);
}

sim::Schema<WorkloadProfile> WorkloadProfile::schema() {
  using W = WorkloadProfile;
  return sim::Schema<W>("workload profile", "what one transaction does")
      .field("name", &W::name, "how scenarios call it")
      .field("description", &W::description, "where it comes from")
      .field("transaction", &W::transaction, "its statements in order", sim::not_empty()).required()
      .field("transaction_binlog", &W::transaction_binlog, "binary log that every writing transaction adds: GTID, BEGIN, Xid")
      .field("transaction_binlog_events", &W::transaction_binlog_events, "events among them", sim::between(0, 1000))
      .field("transaction_redo", &W::transaction_redo, "redo log that every writing transaction adds: undo header, prepare, commit");
}

Changes WorkloadProfile::changes_of(std::int64_t rows) const {
  Changes all = changes();
  if (!all.any()) return all;
  const auto times = static_cast<double>(rows) / all.rows;
  const auto scaled = [times](sim::Bytes size, sim::Bytes fixed) {
    return fixed + sim::Bytes{static_cast<std::int64_t>(static_cast<double>((size - fixed).count) * times)};
  };
  const auto fixed_events = static_cast<int>(transaction_binlog_events);
  all.redo = scaled(all.redo, transaction_redo);
  all.binlog = scaled(all.binlog, transaction_binlog);
  all.binlog_events = fixed_events + static_cast<int>((all.binlog_events - fixed_events) * times);
  all.rows = static_cast<int>(rows);
  return all;
}

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
  all.begins_with_insert = !transaction.empty() && transaction.front().kind == "insert";
  return all;
}

std::vector<sim::Bytes> WorkloadProfile::row_events() const {
  constexpr sim::Bytes kTableMap{60};  // of sysbench's table
  std::vector<sim::Bytes> sizes;
  for (const Statement& statement : transaction) {
    const std::int64_t row_events = statement.binlog_events - 1;
    if (row_events < 1 || statement.binlog <= kTableMap) continue;
    const sim::Bytes size{(statement.binlog - kTableMap).count / row_events};
    sizes.insert(sizes.end(), static_cast<std::size_t>(row_events * statement.times), size);
  }
  return sizes;
}

bool WorkloadProfile::reads_beside_writers(const Statement& statement) const {
  const auto writes = [](const Statement& each) { return each.rows > 0; };
  return statement.counts_as == StatementClass::read && std::any_of(transaction.begin(), transaction.end(), writes);
}

std::int64_t WorkloadProfile::statements(StatementClass counts_as) const {
  std::int64_t count = 0;
  for (const Statement& statement : transaction) {
    if (statement.counts_as == counts_as) count += statement.times;
  }
  return count;
}

}  // namespace models
