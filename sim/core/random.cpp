#include "sim/core/random.hpp"

#include <Random123/philox.h>

namespace sim {

namespace {

// The upper 52 bits of `word`, centred in their cell: (k + 1/2) / 2^52 is exact and never 0 or 1.
double to_open_interval(std::uint64_t word) {
  constexpr double kCell = 1.0 / 4503599627370496.0;  // 2^-52
  return (static_cast<double>(word >> 12U) + 0.5) * kCell;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t replicate, std::string_view name, std::uint64_t index)
    : seed_(seed), name_hash_(hash_stream_name(name)), replicate_(replicate), index_(index) {}

RandomStream::Block RandomStream::block(std::uint64_t number) const {
  using Philox = r123::Philox4x64;
  const Philox::ctr_type counter{{number, replicate_, index_, 0}};
  const Philox::key_type key{{seed_, name_hash_}};
  const Philox::ctr_type words = Philox{}(counter, key);
  Block numbers{};
  for (std::size_t i = 0; i < kBlock; ++i) numbers[i] = to_open_interval(words[i]);
  return numbers;
}

double RandomStream::at(std::uint64_t draw) const { return block(draw / kBlock)[draw % kBlock]; }

void RandomStream::refill() {
  buffer_ = block(next_block_++);
  used_ = 0;
}

}  // namespace sim
