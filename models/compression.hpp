// What a compression algorithm makes of binary log events, and what it costs.
#pragma once

#include "models/cost.hpp"

namespace models {

// Of one algorithm. A block is what is compressed in one go: a write to the network, a transaction, an event. Its size is that of
// headers, tables and everything's first occurrence (`block_overhead`) and of a share of its bytes (`ratio`): short blocks compress
// worse. How well depends on the data as well.
struct CompressionCosts {
  Cost compress_cpu;              // per block
  Cost compress_cpu_per_kib;      // per KiB before compression
  Cost decompress_cpu;            // per block
  Cost decompress_cpu_per_kib;    // per KiB after decompression
  sim::Fraction ratio{1};
  sim::Bytes block_overhead{};

  // The size of a block of `raw` bytes; who compresses keeps what does not get smaller as it is.
  sim::Bytes compressed(sim::Bytes raw) const;

  sim::Seconds compress(sim::Bytes raw) const;
  sim::Seconds decompress(sim::Bytes raw) const;

  static sim::Schema<CompressionCosts> schema();
};

}  // namespace models
