// Throughput and response time per report interval, as sysbench's interval lines show them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/units.hpp"
#include "sim/metrics/histogram.hpp"

namespace models {

// What the clients are at: transactions that wait for a free thread, and threads that serve one.
struct ClientState {
  std::uint64_t queued = 0;
  std::uint64_t busy = 0;
};

// One complete interval. Times in seconds.
struct Interval {
  double end = 0;  // since the start of the measurement
  std::uint64_t transactions = 0;
  double mean_response = 0;
  double p95_response = 0;
  std::uint64_t queued = 0;  // at its end
  std::uint64_t busy = 0;
};

class IntervalSeries {
 public:
  explicit IntervalSeries(sim::Seconds width) : width_(width) {}

  // `now` must not go back. `state` is that before the answer: between the end of an interval and the first answer after
  // it, it can only have changed by a few arrivals.
  void note(sim::Instant now, double response, ClientState state = {}) {
    close_until(now, state);
    current_.record(response);
  }

  // Completes the intervals that end at or before `now`.
  void close_until(sim::Instant now, ClientState state = {}) {
    while (now >= start_ + width_ * (1 + kRounding)) close(state);
  }

  // Completes what is left at the end of the measurement: an interval that ends just now, by rounding a little later.
  void close_last(sim::Instant now, ClientState state = {}) {
    close_until(now, state);
    if (now >= start_ + width_ * (1 - kRounding)) close(state);
  }

  void reset(sim::Instant now) {
    start_ = origin_ = now;
    current_.reset();
    complete_.clear();
  }

  const std::vector<Interval>& complete() const { return complete_; }
  sim::Seconds width() const { return width_; }

 private:
  static constexpr double kRounding = 1e-9;

  void close(ClientState state) {
    start_ += width_;
    const bool idle = current_.is_empty();
    complete_.push_back({(start_ - origin_).count(), current_.count(), idle ? 0 : current_.mean(),
                         idle ? 0 : current_.percentile(95), state.queued, state.busy});
    current_.reset();
  }

  sim::Seconds width_;
  sim::Instant origin_{};
  sim::Instant start_{};
  sim::Histogram current_;
  std::vector<Interval> complete_;
};

}  // namespace models
