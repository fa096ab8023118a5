// What one transaction of a workload does: statements in order, and what they write.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/transaction.hpp"
#include "sim/config/schema.hpp"

namespace models {

// How sysbench counts a statement.
enum class StatementClass { read, write, other };

constexpr auto enum_names(StatementClass) {
  return std::to_array<sim::EnumName<StatementClass>>(
      {{"read", StatementClass::read}, {"write", StatementClass::write}, {"other", StatementClass::other}});
}

struct Statement {
  std::string kind;           // names its CPU cost in the cost profile
  StatementClass counts_as = StatementClass::read;
  std::int64_t times = 1;
  std::int64_t rows = 0;      // rows changed by one execution
  sim::Bytes redo{};          // redo log of one execution
  sim::Bytes binlog{};        // binary log events of one execution, ROW format with full images
  std::int64_t binlog_events = 0;

  static sim::Schema<Statement> schema();
};

// A share of the transactions that write changes one of so many hot rows; 0 rows for none.
struct HotRowsSpec {
  std::int64_t rows = 0;
  double share = 0;
};

// Now and then a transaction changes many rows.
struct BigTransactions {
  double share = 0;           // of all
  std::int64_t rows = 0;      // that one changes, in the same way as the others do
};

struct WorkloadProfile {
  std::string name;
  std::string description;
  std::vector<Statement> transaction;

  // What every transaction that changes something adds to the logs: GTID, BEGIN and Xid events; commit records.
  sim::Bytes transaction_binlog{};
  std::int64_t transaction_binlog_events = 0;
  sim::Bytes transaction_redo{};

  // Beside the profile itself. Clients are spread over schemas and replication domains (gtid_domain_id of MariaDB) evenly; rows
  // are chosen uniformly.
  std::int64_t table_rows = 10000;
  std::int64_t schemas = 1;
  std::int64_t domains = 1;
  BigTransactions big_transactions{};

  // All that one transaction writes.
  Changes changes() const;

  // The same of a transaction that changes so many rows in the same way.
  Changes changes_of(std::int64_t rows) const;
  // The sizes of the row events of one transaction: each statement's events beside their table maps.
  std::vector<sim::Bytes> row_events() const;

  // Whether one statement is the whole transaction, and commits by itself.
  bool is_autocommit() const { return transaction.size() == 1 && transaction.front().times == 1; }

  // Whether the statement reads while transactions of this workload write.
  bool reads_beside_writers(const Statement& statement) const;

  // Statements of one class per transaction.
  std::int64_t statements(StatementClass counts_as) const;

  static sim::Schema<WorkloadProfile> schema();
};

}  // namespace models
