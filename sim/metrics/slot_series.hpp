// Observations over time in constant memory: throughput and response time curves, and the raw material of batch means.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/core/units.hpp"
#include "sim/metrics/histogram.hpp"

namespace sim {

// Cuts time into slots of equal width. When more than max_slots would be needed, neighbouring pairs are merged and the
// width doubles, so a run of any length keeps between max_slots / 2 and max_slots of them.
class SlotSeries {
 public:
  static constexpr std::size_t kMaxSlots = 1024;

  struct Slot {
    std::uint64_t count = 0;
    double sum = 0;
    std::optional<Histogram> histogram;  // present in a series with histograms once the slot has an observation

    // Mean of the slot's observations; NaN when it has none.
    double mean() const;
  };

  struct Options {
    std::size_t max_slots = kMaxSlots;  // even, at least 2
    bool with_histograms = false;       // about 10 KiB a slot where values span three decades
  };

  // Slots begin at `origin`; `width` > 0. Throws std::invalid_argument on a bad width or a bad number of slots.
  explicit SlotSeries(Seconds width, Instant origin = Instant{}) : SlotSeries(width, origin, Options{}) {}
  SlotSeries(Seconds width, Instant origin, Options options);

  // Records `value` in the slot of `instant`. Instants need not come in order. Throws std::invalid_argument when
  // instant lies before the origin or is not finite.
  void add(Instant instant, double value);

  // Lets time pass without an observation, so that idle slots at the end count as idle.
  void extend_to(Instant instant);

  // Forgets all observations and starts anew at `origin`, with the present width.
  void reset(Instant origin);

  Instant origin() const { return origin_; }
  Seconds width() const { return width_; }
  Instant slot_start(std::size_t slot) const { return origin_ + width_ * static_cast<double>(slot); }

  // All slots so far; the last one may still be filling.
  const std::vector<Slot>& slots() const { return slots_; }

  // How many slots had passed wholly at the latest instant given to add or extend_to.
  std::size_t complete_slots() const;

  // Observations per second in each complete slot.
  std::vector<double> rates() const;

  // Mean observation of each complete slot that has one (empty slots are left out).
  std::vector<double> means() const;

  // Histograms of the complete slots that have one (for percentile half-widths).
  std::vector<Histogram> histograms() const;

 private:
  void check(Instant instant) const;
  std::size_t slot_at(Instant instant);
  void halve();

  Instant origin_;
  Seconds width_;
  Options options_;
  Instant latest_;
  std::vector<Slot> slots_;
};

}  // namespace sim
