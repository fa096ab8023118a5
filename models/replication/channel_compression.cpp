#include "models/replication/channel_compression.hpp"

#include "models/server.hpp"

namespace models {

ChannelCompression::ChannelCompression(Server& source, Server& replica, ChannelAlgorithm asked) {
  const bool is_zlib = asked == ChannelAlgorithm::zlib || replica.variables().replica_compressed_protocol;
  if (!is_zlib && asked == ChannelAlgorithm::uncompressed) return;
  at_source_ = is_zlib ? &source.costs().zlib : &source.costs().zstd;
  at_replica_ = is_zlib ? &replica.costs().zlib : &replica.costs().zstd;
}

}  // namespace models
