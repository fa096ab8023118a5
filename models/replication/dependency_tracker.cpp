#include "models/replication/dependency_tracker.hpp"

#include <algorithm>

namespace models {

std::int64_t DependencyTracker::last_committed(const Transaction& transaction, std::int64_t sequence_number) {
  if (tracking_ == DependencyTracking::commit_order) return transaction.last_committed;
  std::int64_t parent = by_writeset(transaction, sequence_number);
  if (tracking_ == DependencyTracking::writeset_session) {
    std::int64_t& last_of_session = sessions_[transaction.session()];
    parent = std::max(parent, last_of_session);
    last_of_session = sequence_number;
  }
  return parent;
}

std::int64_t DependencyTracker::by_writeset(const Transaction& transaction, std::int64_t sequence_number) {
  const std::vector<std::uint64_t>& rows = transaction.rows;
  const bool has_room = static_cast<std::int64_t>(history_.size() + rows.size()) <= history_size_;
  std::int64_t parent = history_start_;
  for (const std::uint64_t row : rows) {
    const auto known = history_.find(row);
    if (known != history_.end()) {
      if (known->second < sequence_number) parent = std::max(parent, known->second);
      known->second = sequence_number;
    } else if (has_room) {
      history_.emplace(row, sequence_number);
    }
  }
  if (rows.empty()) parent = transaction.last_committed;
  if (rows.empty() || !has_room) {
    history_.clear();
    history_start_ = sequence_number;
  }
  return std::min(parent, transaction.last_committed);
}

void DependencyTracker::begin_file(std::int64_t sequence_number) {
  history_.clear();
  history_start_ = sequence_number;
}

}  // namespace models
