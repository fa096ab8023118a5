// A stage of ordered commit: a queue whose first arrival leads, and a mutex that admits one leader at a time.
#pragma once

#include <string>
#include <utility>

#include "models/transaction.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Whoever finds the queue empty is the leader and waits for the mutex; anybody else, a whole group with its leader
// included, follows. So groups merge from stage to stage and never split.
// Source: MySQL 5.7 sql/binlog.cc, Stage_manager::enroll_for.
class StageQueue {
 public:
  StageQueue(sim::Simulation& simulation, const std::string& mutex) : mutex_(simulation, mutex) {}

  // Appends the group in one step; true when its first transaction leads.
  bool enrol(Group group) {
    const bool leads = queue_.empty();
    queue_.append(group);
    return leads;
  }

  // The whole queue, which is empty afterwards: the next arrival leads the next group.
  Group take_queue() { return std::exchange(queue_, Group{}); }

  std::size_t size() const { return queue_.size(); }

  sim::Lock& mutex() { return mutex_; }

 private:
  Group queue_;
  sim::Lock mutex_;
};

}  // namespace models
