// Suspended coroutines in order of arrival, each with its process and the instant at which it began to wait.
// The one place where processes wait for one another; locks, gates and queues are built on it.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <string>

#include "sim/engine/ring.hpp"
#include "sim/engine/simulation.hpp"

namespace sim {

class WaitList {
 public:
  // `what` completes the sentence "process P waits for ..." in reports.
  WaitList(Simulation& simulation, std::string what);
  ~WaitList();
  WaitList(const WaitList&) = delete;
  WaitList& operator=(const WaitList&) = delete;

  bool empty() const { return waiters_.empty(); }
  std::size_t size() const { return waiters_.size(); }
  const std::string& what() const { return what_; }
  Simulation& simulation() const { return simulation_; }

  // `position` is for wake_up_to(); lists that do not use it leave it at 0.
  template <class Promise>
  void add(std::coroutine_handle<Promise> handle, std::int64_t position = 0) {
    add_since(handle, position, simulation_.now());
  }

  // The same for one who has been waiting since then, and was woken for nothing.
  template <class Promise>
  void add_since(std::coroutine_handle<Promise> handle, std::int64_t position, Instant since) {
    waiters_.push({handle, identity_of(handle), since, position});
  }

  // When the one began to wait who has waited longest. There must be one.
  Instant oldest_since() const {
    Instant oldest = waiters_.front().since;
    for (const Waiter& waiter : waiters_) oldest = std::min(oldest, waiter.since);
    return oldest;
  }

  // Of the first waiter. There must be one.
  std::int64_t first_position() const { return waiters_.front().position; }

  // Lets the first waiter go on, after everything that is ready already. There must be one.
  void wake_first() {
    simulation_.make_ready(waiters_.pop().handle);
  }

  void wake_all() {
    while (!empty()) wake_first();
  }

  // Lets all go on whose position is at most `position`; the others keep their order.
  void wake_up_to(std::int64_t position) {
    for (std::size_t left = waiters_.size(); left > 0; --left) {
      Waiter waiter = waiters_.pop();
      if (waiter.position <= position) simulation_.make_ready(waiter.handle);
      else waiters_.push(waiter);
    }
  }

 private:
  friend class Simulation;

  struct Waiter {
    std::coroutine_handle<> handle;
    ProcessIdentity* identity;
    Instant since;
    std::int64_t position;
  };

  Simulation& simulation_;
  std::string what_;
  Ring<Waiter> waiters_;
};

}  // namespace sim
