#include "tests/contract/apply_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/server.hpp"

namespace tests {

void ApplyOracle::fault(const Server& server, std::int64_t entry, const std::string& text) {
  constexpr std::size_t kEnough = 5;
  if (faults_.size() >= kEnough) return;
  faults_.push_back(fmt::format("{:.6f} ms {}: transaction {} {}", sim::in_milliseconds(server.now().time_since_epoch()), server.name(),
                                entry, text));
}

void ApplyOracle::logged(const Server& server, const Transaction& transaction) {
  if (server_of_sources_log_ == nullptr) server_of_sources_log_ = &server;
  if (is_source(server)) entries_.push_back({row_of_.at(&transaction), transaction.domain});
}

void ApplyOracle::apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) {
  Entry& mine = entries_.at(static_cast<std::size_t>(entry));
  if (++mine.begun > 1) fault(replica, entry, "begins twice");
  under_way_[&transaction] = entry;
  most_at_once_ = std::max(most_at_once_, static_cast<std::int64_t>(under_way_.size()));
  if (promises_.begins == Begins::at_once) return;
  for (std::int64_t i = 0; i < entry; ++i) {
    const Entry& earlier = entries_[static_cast<std::size_t>(i)];
    if (earlier.row != mine.row) continue;
    const int due = promises_.begins == Begins::after_commit ? earlier.committed : earlier.commits_begun;
    if (due == 0) fault(replica, entry, fmt::format("begins too early for {}, whose row it has", i));
  }
}

void ApplyOracle::commit_began(const Server&, const Transaction& transaction) {
  const auto found = under_way_.find(&transaction);
  if (found != under_way_.end()) ++entries_[static_cast<std::size_t>(found->second)].commits_begun;
}

void ApplyOracle::committed(const Server& server, const Transaction& transaction) {
  const auto found = under_way_.find(&transaction);
  if (found == under_way_.end()) return;  // on the source
  const std::int64_t entry = found->second;
  under_way_.erase(found);
  Entry& mine = entries_[static_cast<std::size_t>(entry)];
  if (++mine.committed > 1) fault(server, entry, "is committed twice");
  for (std::int64_t i = 0; i < entry; ++i) {
    const Entry& earlier = entries_[static_cast<std::size_t>(i)];
    if (earlier.row == mine.row && earlier.committed == 0) fault(server, entry, fmt::format("is committed before {}, whose row it has", i));
  }
  const auto place = last_committed_of_domain_.try_emplace(mine.domain, entry).first;
  if (promises_.keeps_order && entry < place->second) fault(server, entry, fmt::format("is committed after {}", place->second));
  place->second = entry;
}

void ApplyOracle::applied(const Server& replica, std::int64_t entry) {
  Entry& mine = entries_[static_cast<std::size_t>(entry)];
  if (mine.committed == 0) fault(replica, entry, "counts as applied and is not committed");
  if (++mine.applied > 1) fault(replica, entry, "counts twice as applied");
}

const std::vector<std::string>& ApplyOracle::check_the_end() {
  const auto is_missing = [](const Entry& entry) { return entry.applied == 0; };
  const auto missing = std::count_if(entries_.begin(), entries_.end(), is_missing);
  if (missing > 0) faults_.push_back(fmt::format("end: {} of {} transactions are not applied", missing, entries_.size()));
  if (entries_.empty()) faults_.push_back("end: nothing was logged");
  return faults_;
}

}  // namespace tests
