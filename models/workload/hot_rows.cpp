#include "models/workload/hot_rows.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "models/server.hpp"

namespace models {

HotRows::HotRows(Server& server, const HotRowsSpec& spec) : server_(server), share_(spec.share) {
  if (spec.share <= 0) return;
  for (std::int64_t row = 1; row <= spec.rows; ++row) {
    locks_.push_back(std::make_unique<sim::Lock>(server.simulation(), fmt::format("{}: lock of hot row {}", server.name(), row)));
  }
}

sim::Task<> HotRows::lock_one(Transaction& transaction, sim::RandomStream& stream) {
  const double drawn = stream.next();
  if (drawn >= share_) co_return;
  const auto row = static_cast<std::size_t>(drawn / share_ * static_cast<double>(locks_.size()));
  sim::Lock& lock = *locks_[std::min(row, locks_.size() - 1)];
  co_await server_.lock_row(lock, transaction);
  transaction.row_lock = &lock;
  if (server_.names_rows()) transaction.rows.push_back(std::min(row, locks_.size() - 1));
  transaction.spend(Part::lock_wait, server_.now());
}

}  // namespace models
