// What a source writes into its binary log about which transactions depend on which: from it replicas know what to apply at once.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/transaction.hpp"
#include "sim/config/schema.hpp"

namespace models {

// binlog_transaction_dependency_tracking.
enum class DependencyTracking { commit_order, writeset, writeset_session };

constexpr auto enum_names(DependencyTracking) {
  return std::to_array<sim::EnumName<DependencyTracking>>({{"COMMIT_ORDER", DependencyTracking::commit_order},
                                                           {"WRITESET", DependencyTracking::writeset},
                                                           {"WRITESET_SESSION", DependencyTracking::writeset_session}});
}

// Each transaction gets a sequence_number and a last_committed in the flush stage; those after last_committed may be under way
// when a replica begins it.
//
//   COMMIT_ORDER       last_committed is the highest sequence number that had reached its commit in the storage engine when
//                      the transaction's last statement ended: both held all their locks at one time, so they do not conflict
//   WRITESET           the latest transaction in the history that changed one of its rows, or where the history begins, if that
//                      is less. A transaction for which the history has no room left is the last that is looked up; the history
//                      begins anew with it. One without known rows begins it anew as well and keeps the commit order.
//   WRITESET_SESSION   the same, but not before the last transaction of its session
//
// A new binary log file begins all numbers anew; here they go on, and replicas take the file's first transaction for a barrier.
// Sources: Commit_order_trx_dependency_tracker, Writeset_trx_dependency_tracker, Writeset_session_trx_dependency_tracker in
// sql/rpl_trx_tracking.cc of MySQL 8.0.30; binlog_prepare and ordered_commit in sql/binlog.cc of 5.7.18.
class DependencyTracker {
 public:
  // `history_size`: binlog_transaction_dependency_history_size, in rows.
  DependencyTracker(DependencyTracking tracking, std::int64_t history_size) : tracking_(tracking), history_size_(history_size) {}

  // The highest sequence number that has reached its engine commit: what a statement notes when it ends.
  std::int64_t max_committed() const { return max_committed_; }
  void note_committing(std::int64_t sequence_number) {
    if (sequence_number > max_committed_) max_committed_ = sequence_number;
  }

  // last_committed of the transaction with that sequence number; they come in order.
  std::int64_t last_committed(const Transaction& transaction, std::int64_t sequence_number);

  // A new binary log file begins behind this sequence number.
  void begin_file(std::int64_t sequence_number);

 private:
  std::int64_t by_writeset(const Transaction& transaction, std::int64_t sequence_number);

  DependencyTracking tracking_;
  std::int64_t history_size_;
  std::int64_t max_committed_ = 0;
  std::int64_t history_start_ = 0;
  std::unordered_map<std::uint64_t, std::int64_t> history_;   // by row, who changed it last
  std::unordered_map<std::int64_t, std::int64_t> sessions_;   // by session, its last transaction
};

}  // namespace models
