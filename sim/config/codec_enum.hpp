// Enumerations. Their names are given once, beside the enum:
//
//   enum class WaitPoint { AfterSync, AfterCommit };
//   constexpr auto enum_names(WaitPoint) {
//     return std::to_array<sim::EnumName<WaitPoint>>(
//         {{"AFTER_SYNC", WaitPoint::AfterSync}, {"AFTER_COMMIT", WaitPoint::AfterCommit}});
//   }
//
// A value may have several names; the first one is written. Case does not matter when reading, as in the server.
#pragma once

#include <array>
#include <type_traits>

#include "sim/config/codec.hpp"

namespace sim {

template <class E>
struct EnumName {
  std::string_view name;
  E value;
};

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E value) {
  enum_names(value);
};

// The name under which a value is written; "" if it has none.
template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& entry : enum_names(value)) {
    if (entry.value == value) return entry.name;
  }
  return "";
}

// All names of the enum, in the order of its table.
template <NamedEnum E>
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const auto& entry : enum_names(E{})) names.emplace_back(entry.name);
  return names;
}

// The position of the name that equals the text, case aside; nothing after reporting an unknown value.
std::optional<std::size_t> read_name(const Node& node, const std::vector<std::string>& names, const Reader& reader);

template <NamedEnum E>
struct Codec<E> {
  static bool read(const Node& node, E& value, const Reader& reader) {
    const auto position = read_name(node, all_names<E>(), reader);
    if (position) value = enum_names(E{})[*position].value;
    return position.has_value();
  }
  static Json write(E value) { return std::string(name_of(value)); }
  static std::string type() { return "one of"; }
  static std::string unit() { return fmt::format("{}", fmt::join(all_names<E>(), ", ")); }
  static Json json_schema() { return {{"enum", all_names<E>()}}; }
};

}  // namespace sim
