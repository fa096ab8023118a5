// A cost drawn anew each time it is paid.
#pragma once

#include "sim/core/distribution.hpp"
#include "sim/core/random.hpp"

namespace models {

class SampledCost {
 public:
  SampledCost(sim::Distribution time, sim::RandomStream stream) : time_(std::move(time)), stream_(stream) {}

  sim::Seconds mean() const { return sim::Seconds{time_.mean()}; }
  sim::Seconds next() { return time_.sample_time(stream_); }

 private:
  sim::Distribution time_;
  sim::RandomStream stream_;
};

}  // namespace models
