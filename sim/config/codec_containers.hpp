// Optional values, lists, and mappings from names to values.
#pragma once

#include "sim/config/codec.hpp"

namespace sim {

// Adds the rows of a value inside a container; where that is one row, it shows the default of the container.
template <class V>
void describe_inner(FieldDescription row, const V& value, std::string default_value,
                    std::vector<FieldDescription>& out) {
  const auto path = row.path;
  const auto first = out.size();
  describe_value(std::move(row), value, out);
  if (out.size() == first + 1 && out[first].path == path && !out[first].required) {
    out[first].default_value = std::move(default_value);
  }
}

// Nothing is written as null or, except for text, as `auto`.
template <class V>
struct Codec<std::optional<V>> {
  static bool read(const Node& node, std::optional<V>& value, const Reader& reader) {
    value.reset();
    if (node.is_null() || is_auto(node)) return true;
    return reader.read(node, value.emplace());
  }
  static Json write(const std::optional<V>& value) { return value ? Codec<V>::write(*value) : Json(); }
  static void describe(FieldDescription row, const std::optional<V>& value, std::vector<FieldDescription>& out) {
    describe_inner(std::move(row), value.value_or(V{}), shown(write(value)), out);
  }
  static Json json_schema() {
    Json schema;
    schema["anyOf"] = Json::array({Codec<V>::json_schema(), Json{{"enum", nothing()}}});
    return schema;
  }

 private:
  static constexpr bool kHasAuto = !std::same_as<V, std::string>;
  static bool is_auto(const Node& node) {
    return kHasAuto && node.is_scalar() && !node.was_quoted() && node.text() == "auto";
  }
  static Json nothing() { return kHasAuto ? Json::array({Json(), "auto"}) : Json::array({Json()}); }
};

template <class V>
struct Codec<std::vector<V>> {
  static bool read(const Node& node, std::vector<V>& values, const Reader& reader) {
    values.clear();
    if (!node.is_sequence() && !node.is_null()) return reader.wrong_kind(node, "a list such as [a, b]");
    bool right = true;
    for (const auto& item : node.items()) {
      V value{};
      right = reader.at_item(values.size()).read(item, value) && right;
      values.push_back(std::move(value));
    }
    return right;
  }
  static Json write(const std::vector<V>& values) {
    auto list = Json::array();
    for (const V& value : values) list.push_back(Codec<V>::write(value));
    return list;
  }
  static void describe(FieldDescription row, const std::vector<V>& values, std::vector<FieldDescription>& out) {
    row.path += "[]";
    describe_inner(std::move(row), V{}, shown(write(values)), out);
  }
  static Json json_schema() { return {{"type", "array"}, {"items", Codec<V>::json_schema()}}; }
};

template <class V>
struct Codec<Named<V>> {
  static bool read(const Node& node, Named<V>& values, const Reader& reader) {
    values.clear();
    if (!node.is_mapping() && !node.is_null()) return reader.wrong_kind(node, "a mapping from names to values");
    bool right = true;
    for (const auto& field : node.fields()) {
      V value{};
      right = reader.at_key(field.key).read(field.value, value) && right;
      values.emplace_back(field.key, std::move(value));
    }
    return right;
  }
  static Json write(const Named<V>& values) {
    auto object = Json::object();
    for (const auto& [name, value] : values) object[name] = Codec<V>::write(value);
    return object;
  }
  static void describe(FieldDescription row, const Named<V>& values, std::vector<FieldDescription>& out) {
    row.path += ".<name>";
    describe_inner(std::move(row), V{}, shown(write(values)), out);
  }
  static Json json_schema() { return {{"type", "object"}, {"additionalProperties", Codec<V>::json_schema()}}; }
};

}  // namespace sim
