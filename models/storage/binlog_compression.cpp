#include "models/storage/binlog_compression.hpp"

namespace models {
namespace {

constexpr sim::Bytes kGtidEvent{65};
// Event header, checksum, and the fields that say algorithm and sizes. Source: Transaction_payload_event.
constexpr sim::Bytes kPayloadHeader{36};

CompressedChanges compress_transaction(const Changes& changes, const CompressionCosts& zstd) {
  const sim::Bytes raw = changes.binlog - kGtidEvent;
  const sim::Bytes payload = zstd.compressed(raw) + kPayloadHeader;
  CompressedChanges compressed{changes, zstd.compress(raw)};
  if (payload >= raw) return compressed;
  compressed.changes.binlog = kGtidEvent + payload;
  compressed.changes.binlog_events = 2;
  compressed.changes.compressed_from = raw;
  compressed.changes.saved_bytes = raw - payload;
  compressed.changes.saved_events = changes.binlog_events - 2;
  return compressed;
}

CompressedChanges compress_events(const Changes& changes, const CompressionCosts& zlib, sim::Bytes shortest) {
  CompressedChanges compressed{changes, {}};
  if (changes.row_events == nullptr) return compressed;
  for (const sim::Bytes event : *changes.row_events) {
    if (event < shortest) continue;
    const sim::Bytes saved = event - zlib.compressed(event);
    compressed.cpu += zlib.compress(event);
    compressed.changes.binlog = compressed.changes.binlog - saved;
    compressed.changes.saved_bytes += saved;
    compressed.changes.compressed_from += event;
  }
  return compressed;
}

}  // namespace

CompressedChanges compress_for_binlog(const Changes& changes, const ServerVariables& variables, const CostProfile& costs) {
  if (variables.binlog_transaction_compression && changes.binlog > kGtidEvent) return compress_transaction(changes, costs.zstd);
  if (variables.log_bin_compress) return compress_events(changes, costs.zlib, variables.log_bin_compress_min_len);
  return {changes, {}};
}

Changes decompressed(const Changes& changes) {
  Changes raw = changes;
  raw.binlog += changes.saved_bytes;
  raw.binlog_events += changes.saved_events;
  raw.saved_bytes = raw.compressed_from = {};
  raw.saved_events = 0;
  return raw;
}

}  // namespace models
