// Named random streams: the only source of chance in a simulation.
//
// A stream is counter-based (Philox4x64-10; Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2,
// 3", SC'11): draw i is a pure function of (seed, replicate, name, index, i). Hence the order in which streams are
// created does not matter, a new stream disturbs no other one, and two alternatives under comparison see the same
// draws.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sim {

// A 64-bit hash of a stream's name, the same on every compiler and machine: FNV-1a, then the SplitMix64 finaliser,
// which spreads short names over all bits (Fowler, Noll and Vo; Steele, Lea and Flood 2014).
constexpr std::uint64_t hash_stream_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : name) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 0x100000001b3U;
  }
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

// A sequence of uniform numbers in the open interval (0, 1); none is ever 0 or 1, so every quantile of them is finite.
// Each is an odd multiple of 2^-53, and 1 - u is exact. Copying a stream copies its place in the sequence.
class RandomStream {
 public:
  // `name` says what is drawn ("source/disk/fsync"), `index` tells equal owners apart (the client's number).
  RandomStream(std::uint64_t seed, std::uint64_t replicate, std::string_view name, std::uint64_t index = 0);

  // The next number of the sequence.
  double next() {
    if (used_ == kBlock) refill();
    return buffer_[used_++];
  }

  // Number `draw` of the sequence (the first next() returns at(0)); the place of next() does not change.
  double at(std::uint64_t draw) const;

  // How many numbers next() has returned.
  std::uint64_t drawn() const { return next_block_ * kBlock - (kBlock - used_); }

 private:
  static constexpr std::uint32_t kBlock = 4;
  using Block = std::array<double, kBlock>;

  Block block(std::uint64_t number) const;
  void refill();

  std::uint64_t seed_;
  std::uint64_t name_hash_;
  std::uint64_t replicate_;
  std::uint64_t index_;
  std::uint64_t next_block_ = 0;
  Block buffer_{};
  std::uint32_t used_ = kBlock;
};

}  // namespace sim
