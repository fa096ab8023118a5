// How many things of a numbered sequence have happened without a gap, when they may happen out of order.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "sim/engine/sync.hpp"

namespace models {

class ContiguousPrefix {
 public:
  // `what` completes the sentence "process P waits for ...".
  ContiguousPrefix(sim::Simulation& simulation, std::string what) : waiters_(simulation, std::move(what)) {}

  // Number `place`, counted from 0, has happened.
  void note(std::int64_t place) {
    const auto ahead = static_cast<std::size_t>(place - length_);
    if (ahead > 0) {
      if (happened_.size() <= ahead) happened_.resize(ahead + 1);
      happened_[ahead] = true;
      return;
    }
    do {
      ++length_;
      if (!happened_.empty()) happened_.pop_front();
    } while (!happened_.empty() && happened_.front());
    if (!waiters_.empty()) waiters_.wake_up_to(length_);
  }

  std::int64_t length() const { return length_; }

  // Awaitable: the length rises to that. Must not be awaited when it has.
  auto rises_to(std::int64_t length) { return waiters_.wait_for(length); }

 private:
  std::int64_t length_ = 0;
  std::deque<bool> happened_;  // from there on; the first has not
  sim::PositionQueue waiters_;
};

}  // namespace models
