#include "calibration/readers/named_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace calibration {

void NamedValues::set(std::string_view name, double value, sim::Location place) {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) { return each.name == name; });
  if (known == entries_.end()) entries_.push_back({std::string(name), value, std::move(place)});
  else *known = {std::string(name), value, std::move(place)};
}

const NamedValues::Entry* NamedValues::find(std::string_view name) const {
  for (const Entry& each : entries_) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

std::optional<double> NamedValues::get(std::string_view name) const {
  const Entry* entry = find(name);
  return entry == nullptr ? std::nullopt : std::optional(entry->value);
}

void NamedValues::add_to(sim::Json& object) const {
  sim::Json places = object.value("places", sim::Json::object());
  for (const Entry& each : entries_) {
    object[each.name] = json_number(each.value);
    if (each.place.line > 0) places[each.name] = to_string(each.place);
  }
  object["places"] = std::move(places);
}

sim::Json json_number(double value) {
  constexpr double kExact = 9e15;
  if (std::abs(value) < kExact && value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace calibration
