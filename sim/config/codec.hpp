// How a C++ type is read from a document, written back and described. Codec<V> is the point of extension: specialise it to
// give a type a form of its own.
//
//   template <>
//   struct Codec<V> {
//     static bool read(const Node& node, V& value, const Reader& reader);  // false after reporting what is wrong
//     static Json write(const V& value);                                   // as it would stand in YAML
//     static std::string type();                                           // for `describe`, such as "time"
//     static Json json_schema();                                           // for editors
//   };
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/config/quantity.hpp"
#include "sim/config/reader.hpp"

namespace sim {

// JSON that keeps the order of its keys.
using Json = nlohmann::ordered_json;

// A mapping from names to values that keeps the order of the file.
template <class V>
using Named = std::vector<std::pair<std::string, V>>;

// One row of `describe`.
struct FieldDescription {
  std::string path;
  std::string type;
  std::string unit;
  std::string default_value;
  std::string range;
  std::string doc;
  bool required = false;
};

// A JSON value as it is shown in a message: text without its quotes, "none" for null.
std::string shown(const Json& value);

// Adds the rows for a value of type V: one row, or what Codec<V>::describe(row, value, out) adds. `row` holds path, doc,
// range and required; `value` is the default.
template <class V>
void describe_value(FieldDescription row, const V& value, std::vector<FieldDescription>& out) {
  if constexpr (requires { Codec<V>::describe(row, value, out); }) {
    Codec<V>::describe(std::move(row), value, out);
  } else {
    row.type = Codec<V>::type();
    if constexpr (requires { Codec<V>::unit(); }) row.unit = Codec<V>::unit();
    if (!row.required) row.default_value = shown(Codec<V>::write(value));
    out.push_back(std::move(row));
  }
}

// The JSON Schema for a field of type V whose default is `value`; required fields have none.
template <class V>
Json json_schema_for(const V& value, bool required) {
  if constexpr (requires { Codec<V>::json_schema_with_defaults(value); }) {
    return Codec<V>::json_schema_with_defaults(value);
  } else {
    Json schema = Codec<V>::json_schema();
    const Json written = Codec<V>::write(value);
    if (!required && !written.empty()) schema["default"] = written;
    return schema;
  }
}

// Records that a value was not given.
template <class V>
void record_defaults(const Reader& reader) {
  if constexpr (requires { Codec<V>::record_defaults(reader); }) {
    Codec<V>::record_defaults(reader);
  } else {
    reader.record_default();
  }
}

template <>
struct Codec<bool> {
  static bool read(const Node& node, bool& value, const Reader& reader);
  static Json write(bool value) { return value ? "ON" : "OFF"; }
  static std::string type() { return "switch"; }
  static std::string unit() { return "ON, OFF"; }
  static Json json_schema();
};

template <>
struct Codec<std::int64_t> {
  static bool read(const Node& node, std::int64_t& value, const Reader& reader);
  static Json write(std::int64_t value) { return value; }
  static std::string type() { return "whole number"; }
  static Json json_schema() { return {{"type", "integer"}}; }
};

// The narrower int, for counts.
template <>
struct Codec<int> {
  static bool read(const Node& node, int& value, const Reader& reader);
  static Json write(int value) { return value; }
  static std::string type() { return "whole number"; }
  static Json json_schema() { return {{"type", "integer"}}; }
};

template <>
struct Codec<double> {
  static bool read(const Node& node, double& value, const Reader& reader);
  static Json write(double value) { return value; }
  static std::string type() { return "number"; }
  static Json json_schema() { return {{"type", "number"}}; }
};

template <>
struct Codec<std::string> {
  static bool read(const Node& node, std::string& value, const Reader& reader);
  static Json write(const std::string& value) { return value; }
  static std::string type() { return "text"; }
  static Json json_schema();
};

template <>
struct Codec<Seconds> {
  static bool read(const Node& node, Seconds& value, const Reader& reader);
  static Json write(Seconds value) { return write_time(value); }
  static std::string type() { return "time"; }
  static std::string unit() { return "ns, us, ms, s, min, h"; }
  static Json json_schema();
};

template <>
struct Codec<Bytes> {
  static bool read(const Node& node, Bytes& value, const Reader& reader);
  static Json write(Bytes value) { return write_size(value); }
  static std::string type() { return "size"; }
  static std::string unit() { return "B, kB, KiB, MB, MiB, GB, GiB"; }
  static Json json_schema();
};

template <>
struct Codec<BytesPerSecond> {
  static bool read(const Node& node, BytesPerSecond& value, const Reader& reader);
  static Json write(BytesPerSecond value) { return write_bandwidth(value); }
  static std::string type() { return "bandwidth"; }
  static std::string unit() { return "kbps, Mbps, Gbps, kB/s, MB/s, MiB/s, GB/s"; }
  static Json json_schema();
};

template <>
struct Codec<PerSecond> {
  static bool read(const Node& node, PerSecond& value, const Reader& reader);
  static Json write(PerSecond value) { return write_rate(value); }
  static std::string type() { return "rate"; }
  static std::string unit() { return "/s, /min, /h"; }
  static Json json_schema();
};

template <>
struct Codec<Fraction> {
  static bool read(const Node& node, Fraction& value, const Reader& reader);
  static Json write(Fraction value) { return write_fraction(value); }
  static std::string type() { return "share"; }
  static std::string unit() { return "%"; }
  static Json json_schema();
};

}  // namespace sim
