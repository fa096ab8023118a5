// Hands out the random streams of one replicate, by name.
#pragma once

#include <cstdint>
#include <string>

#include "models/sampled_cost.hpp"
#include "sim/core/random.hpp"

namespace models {

class RandomStreams {
 public:
  RandomStreams(std::uint64_t seed, std::uint64_t replicate) : seed_(seed), replicate_(replicate) {}

  sim::RandomStream stream(const std::string& name, std::uint64_t index = 0) const {
    return {seed_, replicate_, name, index};
  }

  // Draws of a cost under a name such as "source/redo_fsync".
  SampledCost draws(const sim::Distribution& time, const std::string& name, std::uint64_t index = 0) const {
    return {time, stream(name, index)};
  }

 private:
  std::uint64_t seed_;
  std::uint64_t replicate_;
};

}  // namespace models
