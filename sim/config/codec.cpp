#include "sim/config/codec.hpp"

#include <limits>

namespace sim {
namespace {

// Reads a scalar with one of the parsers of quantities.
template <class V, class Parse>
bool read_scalar(const Node& node, V& value, const Reader& reader, std::string_view wanted, const Parse& parse) {
  const auto* text = reader.scalar(node, wanted);
  if (text == nullptr) return false;
  const auto parsed = parse(*text);
  if (!parsed) return reader.error(node, parsed.error);
  value = *parsed.value;
  return true;
}

Json text_pattern(std::string_view units) {
  static constexpr std::string_view kNumber = "([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?";
  return {{"type", "string"}, {"pattern", fmt::format("^\\s*{}\\s*({})\\s*$", kNumber, units)}};
}

}  // namespace

std::string shown(const Json& value) {
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool Codec<bool>::read(const Node& node, bool& value, const Reader& reader) {
  return read_scalar(node, value, reader, "ON or OFF", parse_switch);
}

Json Codec<bool>::json_schema() {
  return {{"enum", {"ON", "OFF", true, false, 1, 0, "on", "off", "yes", "no", "true", "false"}}};
}

bool Codec<std::int64_t>::read(const Node& node, std::int64_t& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a whole number", parse_integer);
}

bool Codec<int>::read(const Node& node, int& value, const Reader& reader) {
  std::int64_t wide = 0;
  if (!Codec<std::int64_t>::read(node, wide, reader)) return false;
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
    return reader.error(node, fmt::format("number {} is out of range", quote(node.text())));
  }
  value = static_cast<int>(wide);
  return true;
}

bool Codec<double>::read(const Node& node, double& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a number", parse_number);
}

bool Codec<std::string>::read(const Node& node, std::string& value, const Reader& reader) {
  const auto* text = reader.scalar(node, "text");
  if (text == nullptr) return false;
  value = *text;
  return true;
}

Json Codec<std::string>::json_schema() { return {{"type", {"string", "number", "boolean"}}}; }

bool Codec<Seconds>::read(const Node& node, Seconds& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a time such as '5ms'", parse_time);
}

Json Codec<Seconds>::json_schema() { return text_pattern("ns|us|\u00B5s|\u03BCs|ms|s|min|h"); }

bool Codec<Bytes>::read(const Node& node, Bytes& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a size such as '16MiB'", parse_size);
}

Json Codec<Bytes>::json_schema() { return text_pattern("B|kB|KB|KiB|MB|MiB|GB|GiB|K|M|G"); }

bool Codec<BytesPerSecond>::read(const Node& node, BytesPerSecond& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a bandwidth such as '1Gbps'", parse_bandwidth);
}

Json Codec<BytesPerSecond>::json_schema() { return text_pattern("[kMG]?bps|[kMG]?B/s|[KMG]iB/s"); }

bool Codec<PerSecond>::read(const Node& node, PerSecond& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a rate such as '500/s'", parse_rate);
}

Json Codec<PerSecond>::json_schema() { return text_pattern("/(s|min|h)"); }

bool Codec<Fraction>::read(const Node& node, Fraction& value, const Reader& reader) {
  return read_scalar(node, value, reader, "a share such as '1%'", parse_fraction);
}

Json Codec<Fraction>::json_schema() {
  Json share;
  share["anyOf"] = Json::array({text_pattern("%"), Json{{"type", "number"}, {"minimum", 0}}});
  return share;
}

}  // namespace sim
