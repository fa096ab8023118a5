// A stage of ordered commit: a queue whose first arrival leads, and a mutex that admits one leader at a time.
#pragma once

#include <string>
#include <utility>

#include "models/observer.hpp"
#include "models/transaction.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Whoever finds the queue empty is the leader and waits for the mutex; anybody else, a whole group with its leader
// included, follows. So groups merge from stage to stage and never split.
// Source: MySQL 5.7 sql/binlog.cc, Stage_manager::enroll_for.
class StageQueue {
 public:
  StageQueue(sim::Simulation& simulation, std::string name, const std::string& mutex, Probe probe = {})
      : name_(std::move(name)), mutex_(simulation, mutex), probe_(probe) {}

  const std::string& name() const { return name_; }

  // Appends the group in one step; true when its first transaction leads.
  bool enrol(Group group) {
    const bool leads = queue_.empty();
    probe_(&Observer::enrolled, *this, group, leads);
    queue_.append(group);
    return leads;
  }

  // The whole queue, which is empty afterwards: the next arrival leads the next group.
  Group take_queue() {
    probe_(&Observer::took_queue, *this, queue_);
    return std::exchange(queue_, Group{});
  }

  // The first of the queue alone; who comes while others are left follows. Those that are taken so one after the other make
  // a group in the end: took_one_by_one() tells whoever watches.
  Group take_first() {
    const Group first = queue_.take_first();
    probe_(&Observer::took_first, *this, first);
    return first;
  }
  void took_one_by_one(Group group) { probe_(&Observer::took_queue, *this, group); }

  std::size_t size() const { return queue_.size(); }

  // Those in the queue, who stay there.
  const Group& waiting() const { return queue_; }

  sim::Lock& mutex() { return mutex_; }
  const sim::Lock& mutex() const { return mutex_; }

 private:
  std::string name_;
  Group queue_;
  sim::Lock mutex_;
  Probe probe_;
};

}  // namespace models
