#include "models/compression.hpp"

#include <algorithm>
#include <cmath>

namespace models {

sim::Bytes CompressionCosts::compressed(sim::Bytes raw) const {
  const sim::Bytes smaller{static_cast<std::int64_t>(std::llround(ratio.value * static_cast<double>(raw.count)))};
  return std::min(raw, block_overhead + smaller);
}

sim::Seconds CompressionCosts::compress(sim::Bytes raw) const {
  if (raw.count <= 0) return {};
  return compress_cpu.mean() + compress_cpu_per_kib.mean() * sim::in_kib(raw);
}

sim::Seconds CompressionCosts::decompress(sim::Bytes raw) const {
  if (raw.count <= 0) return {};
  return decompress_cpu.mean() + decompress_cpu_per_kib.mean() * sim::in_kib(raw);
}

sim::Schema<CompressionCosts> CompressionCosts::schema() {
  using C = CompressionCosts;
  return sim::Schema<C>("compression", "what an algorithm makes of binary log events, and what it costs")
      .field("compress_cpu", &C::compress_cpu, "CPU per block: a write to the network, a transaction, an event")
      .field("compress_cpu_per_kib", &C::compress_cpu_per_kib, "CPU per KiB of it")
      .field("decompress_cpu", &C::decompress_cpu, "CPU to get a block back")
      .field("decompress_cpu_per_kib", &C::decompress_cpu_per_kib, "CPU per KiB of it")
      .field("ratio", &C::ratio, "share of its bytes that a long block keeps", sim::between(sim::Fraction{0.01}, sim::Fraction{1}))
      .field("block_overhead", &C::block_overhead, "bytes that every block has beside that: headers, tables, first occurrences");
}

}  // namespace models
