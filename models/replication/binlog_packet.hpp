// What goes from a dump thread to a receiver in one go, and on to the applier.
#pragma once

#include <cstdint>

#include "sim/core/units.hpp"

namespace models {

// Binary log entries [first, last) on their way to a replica; events travel as in the log.
struct BinlogPacket {
  std::int64_t first = 0;
  std::int64_t last = 0;
  sim::Bytes end{};           // position behind the last one
  int events = 0;
  bool ack_wanted = false;
  sim::Bytes size{};          // before compression on the way
  sim::Bytes compressed_from{};  // what the source compressed in its binary log was so long before
};

}  // namespace models
