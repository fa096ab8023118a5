// Where each value of a resolved configuration came from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/config/diagnostics.hpp"

namespace sim {

// For every leaf of a configuration its path and its origin: "default", "file:line" or "--set PATH".
class Provenance {
 public:
  void given(std::string path, const Location& place);
  void defaulted(std::string path);

  // Puts what became of the value at the path in its place: the values below it, or none.
  void expand(std::string_view path, const Provenance& below);

  // The origin of the value at the path; "" if the path names no leaf.
  std::string origin_of(std::string_view path) const;

  // All entries, in the order of the schema.
  const std::vector<std::pair<std::string, std::string>>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

}  // namespace sim
