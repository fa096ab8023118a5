// What a codec needs beside the node: where it stands, and where faults go.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/diagnostics.hpp"
#include "sim/config/node.hpp"
#include "sim/config/provenance.hpp"

namespace sim {

template <class V>
struct Codec;

// Passed down the tree while it is bound; cheap to copy. The diagnostics and the provenance outlive it.
class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics, Provenance* provenance = nullptr)
      : diagnostics_(&diagnostics), provenance_(provenance) {}

  // The path from the root of the document; empty at the root itself.
  const std::string& path() const { return path_; }
  Diagnostics& diagnostics() const { return *diagnostics_; }

  // The reader for a mapping's value, and for a sequence's item. A note applies to the value and all below it.
  Reader at_key(std::string_view key) const;
  Reader at_item(std::size_t index) const;
  Reader with_note(std::string note) const;

  // For codecs that read a mapping as one value.
  Reader without_provenance() const;

  // Reports a fault of the value at hand as "key: message (note)". Returns false, for use in a return statement.
  bool error(const Node& node, std::string_view message) const;

  // Reports a fault at another place, such as a key, without the prefix.
  bool error_at(Location place, std::string message) const;

  // The scalar's text, or nullptr after reporting that `wanted` was expected (such as "a time such as '5ms'").
  const std::string* scalar(const Node& node, std::string_view wanted) const;

  // Reports that the node has the wrong kind. Returns false.
  bool wrong_kind(const Node& node, std::string_view wanted) const;

  // Reads the node into the value through Codec<V> and records where the value came from. Returns whether it was right;
  // if not, the faults have been reported and the value is unspecified.
  template <class V>
  bool read(const Node& node, V& value) const;

  void record_default() const;

 private:
  std::size_t recorded() const { return provenance_ == nullptr ? 0 : provenance_->size(); }
  void record(const Node& node, std::size_t recorded_before) const;

  Diagnostics* diagnostics_;
  Provenance* provenance_;
  std::string path_;
  std::string note_;
};

template <class V>
bool Reader::read(const Node& node, V& value) const {
  const auto before = recorded();
  const bool right = Codec<V>::read(node, value, *this);
  record(node, before);
  return right;
}

}  // namespace sim
