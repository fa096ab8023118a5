#include "models/version/variable_type.hpp"

#include "sim/config/codec_enum.hpp"
#include "sim/config/schema.hpp"

namespace models {
namespace {

using Kind = VariableType::Kind;

sim::Json written(std::int64_t limit, Kind kind) {
  if (kind == Kind::time) return sim::write_time(sim::Seconds{static_cast<double>(limit)});
  if (kind == Kind::size) return sim::write_size(sim::Bytes{limit});
  return limit;
}

// Reads a V that lies between the two.
template <class V>
std::optional<std::string> read_between(V low, V high, const sim::Node& node, const sim::Reader& reader) {
  V value{};
  if (!reader.read(node, value)) return std::nullopt;
  const sim::Rule<V> rule = sim::rule_for<V>(sim::between(low, high));
  if (const auto fault = rule.fault(value)) {
    sim::report_range(node, reader, *fault, rule.text);
    return std::nullopt;
  }
  return sim::shown(sim::Codec<V>::write(value));
}

std::optional<std::string> read_switch(const sim::Node& node, const sim::Reader& reader) {
  bool value = false;
  if (!reader.read(node, value)) return std::nullopt;
  return value ? "ON" : "OFF";
}

std::optional<std::string> read_choice(const sim::Node& node, const std::vector<std::string>& choices, const sim::Reader& reader) {
  const auto position = sim::read_name(node, choices, reader);
  return position ? std::optional(choices[*position]) : std::nullopt;
}

std::optional<std::string> read_text(const sim::Node& node, const sim::Reader& reader) {
  std::string value;
  return reader.read(node, value) ? std::optional(value) : std::nullopt;
}

sim::Seconds as_time(std::int64_t seconds) { return sim::Seconds{static_cast<double>(seconds)}; }

}  // namespace

std::string allowed(const VariableType& type) {
  switch (type.kind) {
    case Kind::text: return "";
    case Kind::toggle: return sim::Codec<bool>::unit();
    case Kind::choice: return sim::list_of(type.choices);
    default: return "from " + sim::shown(written(type.low, type.kind)) + " to " + sim::shown(written(type.high, type.kind));
  }
}

std::optional<std::string> read_value(const sim::Node& node, const VariableType& type, const sim::Reader& given) {
  const sim::Reader reader = given.without_provenance();
  switch (type.kind) {
    case Kind::toggle: return read_switch(node, reader);
    case Kind::number: return read_between(type.low, type.high, node, reader);
    case Kind::time: return read_between(as_time(type.low), as_time(type.high), node, reader);
    case Kind::size: return read_between(sim::Bytes{type.low}, sim::Bytes{type.high}, node, reader);
    case Kind::choice: return read_choice(node, type.choices, reader);
    case Kind::text: return read_text(node, reader);
  }
  return std::nullopt;
}

sim::Json json_schema(const VariableType& type) {
  switch (type.kind) {
    case Kind::toggle: return sim::Codec<bool>::json_schema();
    case Kind::number: return {{"type", "integer"}, {"minimum", type.low}, {"maximum", type.high}};
    case Kind::time: return sim::Codec<sim::Seconds>::json_schema();
    case Kind::size: return sim::Codec<sim::Bytes>::json_schema();
    case Kind::choice: return {{"enum", type.choices}};
    case Kind::text: return sim::Codec<std::string>::json_schema();
  }
  return {};
}

}  // namespace models
