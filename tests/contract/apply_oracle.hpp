// What every applier promises, checked as it happens.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/observer.hpp"

namespace tests {

// Of one source and one replica. Transactions conflict when they change the same row.
class ApplyOracle final : public models::Observer {
 public:
  using Server = models::Server;
  using Transaction = models::Transaction;

  // When a transaction may begin, with respect to those before it that it conflicts with.
  enum class Begins {
    after_commit,        // when they are committed
    after_commit_began,  // when they have begun to commit, and hold all their locks
    at_once,             // it waits for locks, is rolled back, begins again
  };
  struct Promises {
    Begins begins = Begins::after_commit;
    bool keeps_order = false;    // transactions of one domain commit as on the source
  };
  explicit ApplyOracle(Promises promises) : promises_(promises) {}

  // A session of the source is about to commit a transaction that changes that row.
  void changes_row(const Transaction& transaction, std::uint64_t row) { row_of_[&transaction] = row; }

  void logged(const Server& server, const Transaction& transaction) override;
  void apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) override;
  void commit_began(const Server& server, const Transaction& transaction) override;
  void committed(const Server& server, const Transaction& transaction) override;
  void applied(const Server& replica, std::int64_t entry) override;

  // At the end of a run in which everything had the time to be applied.
  const std::vector<std::string>& check_the_end();

  std::int64_t most_at_once() const { return most_at_once_; }

 private:
  struct Entry {
    std::uint64_t row = 0;
    std::int64_t domain = 0;
    int begun = 0, commits_begun = 0, committed = 0, applied = 0;
  };

  void fault(const Server& server, std::int64_t entry, const std::string& text);
  bool is_source(const Server& server) const { return server_of_sources_log_ == &server; }

  Promises promises_;
  const Server* server_of_sources_log_ = nullptr;  // who logged first
  std::map<const Transaction*, std::uint64_t> row_of_;
  std::map<const Transaction*, std::int64_t> under_way_;  // on the replica
  std::vector<Entry> entries_;
  std::map<std::int64_t, std::int64_t> last_committed_of_domain_;
  std::int64_t most_at_once_ = 0;
  std::vector<std::string> faults_;
};

}  // namespace tests
