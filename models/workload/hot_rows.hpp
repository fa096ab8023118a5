// Rows that many transactions want: each is locked from the first change to the storage engine's commit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/transaction.hpp"
#include "models/workload/workload_profile.hpp"
#include "sim/core/random.hpp"

namespace models {

class Server;

class HotRows {
 public:
  HotRows(Server& server, const HotRowsSpec& spec);

  // Draws whether the transaction changes a hot row, and which; waits for its lock. Who has slept for it runs a wake-up later.
  sim::Task<> lock_one(Transaction& transaction, sim::RandomStream& stream);

  bool any() const { return !locks_.empty(); }

 private:
  Server& server_;
  double share_;
  std::vector<std::unique_ptr<sim::Lock>> locks_;
};

}  // namespace models
