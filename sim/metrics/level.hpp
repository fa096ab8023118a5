// A quantity that holds its value until it changes: queue length, busy servers, replication lag.
#pragma once

#include "sim/core/units.hpp"

namespace sim {

// Time-weighted average and maximum of a level. Instants must not go back: std::invalid_argument otherwise.
class Level {
 public:
  // The level is `value` from `start` on.
  explicit Level(Instant start = Instant{}, double value = 0)
      : start_(start), since_(start), value_(value), max_(value) {}

  // The level is `value` from `now` on.
  void set(Instant now, double value) {
    accumulate(now);
    value_ = value;
    if (value > max_) max_ = value;
  }

  // The level rises by `step` (falls when negative) at `now`.
  void change(Instant now, double step) { set(now, value_ + step); }

  // Present level.
  double value() const { return value_; }

  // Highest level since the start or the last reset, the level held then included.
  double max() const { return max_; }

  // Integral of the level from the start or the last reset to `now`, in level x seconds.
  double area(Instant now) const;

  // Average over time from the start or the last reset to `now`; the present level when no time has passed.
  double time_average(Instant now) const;

  // Begins the statistics anew at `now` (end of warm-up); the level itself stays.
  void reset(Instant now);

 private:
  [[noreturn]] static void refuse(Instant now, Instant since);
  void accumulate(Instant now) {
    if (!(now >= since_)) refuse(now, since_);
    area_ += value_ * in_seconds(now - since_);
    since_ = now;
  }

  Instant start_;
  Instant since_;
  double value_;
  double max_;
  double area_ = 0;
};

}  // namespace sim
