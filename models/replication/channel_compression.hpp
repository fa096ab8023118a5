// Compression on the way from a source to one replica.
#pragma once

#include <array>
#include <cstdint>

#include "models/compression.hpp"
#include "sim/config/codec_enum.hpp"

namespace models {

class Server;

// What source and replica agree on. zstd: MySQL from 8.0.18 on, where CHANGE REPLICATION SOURCE (or MASTER) names it.
enum class ChannelAlgorithm { uncompressed, zlib, zstd };

constexpr auto enum_names(ChannelAlgorithm) {
  return std::to_array<sim::EnumName<ChannelAlgorithm>>({{"uncompressed", ChannelAlgorithm::uncompressed},
                                                         {"zlib", ChannelAlgorithm::zlib},
                                                         {"zstd", ChannelAlgorithm::zstd}});
}

// The dump thread compresses each of its writes to the network, and the receiver takes it apart: only the way is shorter, and
// neither log. Writes of less than 50 bytes, such as ACKs, stay as they are and get 7 bytes of header more.
// Source: my_net_write, net_write_packet and compress_packet in sql-common/net_serv.cc (MIN_COMPRESS_LENGTH in my_compress.h).
class ChannelCompression {
 public:
  // `asked`: what the channel says; replica_compressed_protocol on the replica asks for zlib.
  ChannelCompression(Server& source, Server& replica, ChannelAlgorithm asked);

  bool is_on() const { return at_source_ != nullptr; }

  // The size of a write of `raw` bytes on the wire.
  sim::Bytes on_wire(sim::Bytes raw) const { return is_on() ? at_source_->compressed(raw) + kHeader : raw; }
  sim::Bytes ack_on_wire(sim::Bytes ack) const { return is_on() ? ack + kHeader : ack; }

  // CPU for it at both ends.
  sim::Seconds compress(sim::Bytes raw) const { return is_on() ? at_source_->compress(raw) : sim::Seconds{}; }
  sim::Seconds decompress(sim::Bytes raw) const { return is_on() ? at_replica_->decompress(raw) : sim::Seconds{}; }

 private:
  static constexpr sim::Bytes kHeader{7};

  const CompressionCosts* at_source_ = nullptr;
  const CompressionCosts* at_replica_ = nullptr;
};

}  // namespace models
