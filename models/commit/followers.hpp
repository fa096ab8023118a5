// The sessions that sleep in ordered commit until a leader has committed their transactions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "models/transaction.hpp"
#include "sim/core/units.hpp"
#include "sim/engine/process.hpp"

namespace models {

class Server;

// There is one condition variable for the followers of all groups. Who finishes a group broadcasts on it: everybody wakes up,
// takes the condition's mutex and looks whether his own transaction is done; the others sleep again. So groups in earlier stages
// are woken for nothing, and each such wake-up takes CPU like any other. Who is still about to look is not woken once more.
// Source: MySQL 5.7 sql/binlog.cc, Stage_manager::signal_done, enroll_for.
class Followers {
 public:
  explicit Followers(Server& server);

  // Returns when the transaction's group has finished and its session runs again.
  sim::Task<> follow(Transaction& transaction);

  // Its leader has finished the group: wakes all that sleep.
  void finish(Group group);

 private:
  // How often who sleeps since broadcast number `first` has been woken.
  std::int64_t wake_ups_since(std::int64_t first) const;
  void use_cpu_for_nothing();
  static sim::Process look_and_sleep(Server& server, sim::Seconds demand);

  // A session sleeps through hardly more than a few broadcasts; of one that does, these are counted.
  static constexpr std::int64_t kRemembered = 256;

  Server& server_;
  std::string woken_for_nothing_;
  sim::Seconds until_asleep_;  // from the broadcast to sleeping again
  std::array<sim::Instant, std::size_t{kRemembered}> broadcast_at_{};  // the last ones, by their number modulo the size
  std::int64_t broadcasts_ = 0;
  std::int64_t for_nothing_ = 0;  // wake-ups that no CPU has been used for yet
};

}  // namespace models
