#include "sim/config/provenance.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sim {

void Provenance::given(std::string path, const Location& place) {
  auto origin = place.line == 0 ? place.file : fmt::format("{}:{}", place.file, place.line);
  entries_.emplace_back(std::move(path), std::move(origin));
}

void Provenance::defaulted(std::string path) { entries_.emplace_back(std::move(path), "default"); }

void Provenance::expand(std::string_view path, const Provenance& below) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == path; });
  const auto place = found == entries_.end() ? found : entries_.erase(found);
  entries_.insert(place, below.entries_.begin(), below.entries_.end());
}

std::string Provenance::origin_of(std::string_view path) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == path; });
  return found == entries_.end() ? "" : found->second;
}

}  // namespace sim
