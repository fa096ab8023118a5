// Events by date; those of one date in the order in which their places were taken.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sim/core/units.hpp"
#include "sim/engine/event.hpp"

namespace sim {

// A heap of four children per node: half as deep as one of two, and the children of a node lie side by side. It holds as many
// events as processes wait for time, a few hundred at most, so that all of it stays in the nearest cache.
class EventQueue {
 public:
  // An event at its date. Dates are not negative, so their bits order them as whole numbers, which are compared without a branch:
  // which of two events comes first is nothing that a processor could guess.
  class Entry {
   public:
    Entry(Instant date, std::uint64_t order, Event what)
        : bits_(std::bit_cast<std::uint64_t>(date.time_since_epoch().count() + 0.0)), order_(order), event_(what) {}

    Instant date() const { return Instant{Seconds{std::bit_cast<double>(bits_)}}; }
    std::uint64_t order() const { return order_; }  // among those of one date
    const Event& event() const { return event_; }

    bool operator<(const Entry& other) const {
      return ((bits_ < other.bits_) | ((bits_ == other.bits_) & (order_ < other.order_))) != 0;
    }

   private:
    std::uint64_t bits_;
    std::uint64_t order_;
    Event event_;
  };

  bool empty() const { return entries_.empty(); }
  const Entry& next() const { return entries_.front(); }

  void push(const Entry& entry) {
    std::size_t at = entries_.size();
    entries_.push_back(entry);
    while (at > 0) {
      const std::size_t parent = (at - 1) / kChildren;
      if (!(entry < entries_[parent])) break;
      entries_[at] = entries_[parent];
      at = parent;
    }
    entries_[at] = entry;
  }

  // Removes and returns the next entry. There must be one.
  Entry pop() {
    const Entry first = entries_.front();
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(last);
    return first;
  }

 private:
  static constexpr std::size_t kChildren = 4;

  // Puts the entry where the first one was, or below.
  void sink(const Entry& entry) {
    const std::size_t size = entries_.size();
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = kChildren * at + 1) {
      const std::size_t end = child + kChildren < size ? child + kChildren : size;
      std::size_t least = child;
      for (std::size_t other = child + 1; other < end; ++other) least = entries_[other] < entries_[least] ? other : least;
      if (!(entries_[least] < entry)) break;
      entries_[at] = entries_[least];
      at = least;
    }
    entries_[at] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace sim
