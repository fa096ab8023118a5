// What may be given to a server variable that no model reads: enough to tell a right value from a wrong one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/codec.hpp"
#include "sim/core/units.hpp"

namespace models {

struct VariableType {
  enum class Kind { toggle, number, time, size, choice, text };

  Kind kind = Kind::text;
  std::int64_t low = 0;  // both limits included; times in whole seconds, sizes in bytes
  std::int64_t high = 0;
  std::vector<std::string> choices;

  static VariableType toggle() { return {Kind::toggle, 0, 0, {}}; }
  static VariableType number(std::int64_t low, std::int64_t high) { return {Kind::number, low, high, {}}; }
  static VariableType seconds(std::int64_t low, std::int64_t high) { return {Kind::time, low, high, {}}; }
  static VariableType bytes(std::int64_t low, std::int64_t high) { return {Kind::size, low, high, {}}; }
  static VariableType one_of(std::vector<std::string> choices) { return {Kind::choice, 0, 0, std::move(choices)}; }
  static VariableType text() { return {}; }
};

// "from 0 to 2", "ON, OFF", "fsync, O_DSYNC"; "" where everything is.
std::string allowed(const VariableType& type);

// The value in its usual spelling; nothing after reporting what is wrong with it.
std::optional<std::string> read_value(const sim::Node& node, const VariableType& type, const sim::Reader& reader);

// For editors.
sim::Json json_schema(const VariableType& type);

}  // namespace models
