// Schema<T>: the fields of a struct, declared once and used for binding, for `describe` and for editors.
//
//   struct Host {
//     std::int64_t cores = 4;
//     Seconds boot_time{30};
//     static Schema<Host> schema() {
//       return Schema<Host>("host", "a machine")
//           .field("cores", &Host::cores, "CPU cores", at_least(1)).required()
//           .field("boot_time", &Host::boot_time, "time from power to login");
//     }
//   };
//
// Defaults come only from the struct's member initialisers. A field of a type that has a schema() is a nested mapping.
#pragma once

#include <functional>

#include "sim/config/codec.hpp"
#include "sim/config/codec_containers.hpp"
#include "sim/config/codec_enum.hpp"
#include "sim/config/rules.hpp"

namespace sim {

// What is known of a field without its type.
struct FieldInfo {
  std::string key;
  std::string doc;
  std::string note;
  std::vector<std::string> rules;
  bool required = false;
};

// Parts of binding that do not depend on the struct. `where` is a path, or the schema's name at the root.
bool check_is_mapping(const Node& node, const Reader& reader, const std::string& name);
bool check_known_keys(const Node& node, const Reader& reader, const std::string& name,
                      const std::vector<FieldInfo>& fields);
bool report_missing(const Node& node, const Reader& reader, const std::string& name, const FieldInfo& field);
bool report_range(const Node& node, const Reader& reader, const std::string& value, const std::string& rule);
Reader reader_for(const FieldInfo& field, const Reader& parent);
FieldDescription row_for(const FieldInfo& field, const std::string& parent_path);
Json object_schema(const std::string& name, const std::string& doc, const std::vector<FieldInfo>& fields,
                   const std::vector<Json>& properties);

template <class T>
class Schema {
 public:
  // A rule over several fields; it sees only structs without other faults. Places come from node.location_of("key").
  using Check = std::function<void(const T& value, const Node& node, Diagnostics& diagnostics)>;

  Schema(std::string name, std::string doc) : name_(std::move(name)), doc_(std::move(doc)) {}

  // Declares a key: the member it sets, what it means, and the ranges it must keep (rules.hpp).
  template <class V, class... Rules>
  Schema& field(std::string key, V T::*member, std::string doc, const Rules&... rules) {
    const std::vector<Rule<V>> checked = {rule_for<V>(rules)...};
    FieldInfo info{std::move(key), std::move(doc), "", {}, false};
    for (const auto& rule : checked) info.rules.push_back(rule.text);
    infos_.push_back(std::move(info));
    bindings_.push_back(binding_for(member, checked));
    return *this;
  }

  // About the field declared last: it must be given; its faults carry a remark, such as the server's own unit.
  Schema& required() {
    infos_.back().required = true;
    return *this;
  }
  Schema& note(std::string text) {
    infos_.back().note = std::move(text);
    return *this;
  }

  Schema& check(Check check) {
    checks_.push_back(std::move(check));
    return *this;
  }

  const std::string& name() const { return name_; }
  const std::string& doc() const { return doc_; }
  const std::vector<FieldInfo>& fields() const { return infos_; }

  // Sets the members that the document gives, leaves the others, and reports every fault. Returns whether there was none.
  // If asked, records the origin of every leaf.
  bool bind(const Node& root, T& value, Diagnostics& diagnostics, Provenance* provenance = nullptr) const {
    return read(root, value, Reader(diagnostics, provenance));
  }

  // The same below the root; what Codec<T>::read calls.
  bool read(const Node& node, T& value, const Reader& reader) const {
    if (!node.is_null() && !check_is_mapping(node, reader, name_)) return false;
    bool right = check_known_keys(node, reader, name_, infos_);
    for (std::size_t i = 0; i < infos_.size(); ++i) right = read_field(i, node, value, reader) && right;
    if (!right) return false;
    const auto errors_before = reader.diagnostics().count();
    for (const auto& check : checks_) check(value, node, reader.diagnostics());
    return reader.diagnostics().count() == errors_before;
  }

  // The value as it would stand in YAML, every field spelled out.
  Json write(const T& value) const {
    auto object = Json::object();
    for (std::size_t i = 0; i < infos_.size(); ++i) object[infos_[i].key] = bindings_[i].write(value);
    return object;
  }

  // The rows of `describe`, for the struct with these defaults.
  std::vector<FieldDescription> describe(const T& defaults = T{}, const std::string& path = "") const {
    std::vector<FieldDescription> rows;
    for (std::size_t i = 0; i < infos_.size(); ++i) bindings_[i].describe(row_for(infos_[i], path), defaults, rows);
    return rows;
  }

  // A JSON Schema document (draft 2020-12).
  Json json_schema() const {
    Json document;
    document["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    document.update(json_schema_with_defaults(T{}));
    return document;
  }

  // The same as a part of another schema.
  Json json_schema_with_defaults(const T& defaults) const {
    std::vector<Json> properties;
    for (std::size_t i = 0; i < infos_.size(); ++i)
      properties.push_back(bindings_[i].json_schema(defaults, infos_[i].required));
    return object_schema(name_, doc_, infos_, properties);
  }

  void record_defaults(const Reader& reader) const {
    for (std::size_t i = 0; i < infos_.size(); ++i) bindings_[i].record_defaults(reader.at_key(infos_[i].key));
  }

 private:
  // The typed half of a field, behind one type for all.
  struct Binding {
    std::function<bool(const Node&, T&, const Reader&)> read;
    std::function<Json(const T&)> write;
    std::function<void(FieldDescription, const T&, std::vector<FieldDescription>&)> describe;
    std::function<Json(const T&, bool required)> json_schema;
    std::function<void(const Reader&)> record_defaults;
  };

  template <class V>
  static Binding binding_for(V T::*member, const std::vector<Rule<V>>& rules) {
    Binding binding;
    binding.read = [member, rules](const Node& node, T& value, const Reader& reader) {
      if (!reader.read(node, value.*member)) return false;
      bool right = true;
      for (const auto& rule : rules) {
        if (const auto fault = rule.fault(value.*member)) right = report_range(node, reader, *fault, rule.text);
      }
      return right;
    };
    binding.write = [member](const T& value) { return Codec<V>::write(value.*member); };
    binding.describe = [member](FieldDescription row, const T& defaults, std::vector<FieldDescription>& out) {
      describe_value(std::move(row), defaults.*member, out);
    };
    binding.json_schema = [member, rules](const T& defaults, bool required) {
      auto schema = json_schema_for(defaults.*member, required);
      for (const auto& rule : rules) rule.add_to_schema(schema);
      return schema;
    };
    binding.record_defaults = [](const Reader& reader) { ::sim::record_defaults<V>(reader); };
    return binding;
  }

  bool read_field(std::size_t i, const Node& node, T& value, const Reader& reader) const {
    const auto& info = infos_[i];
    if (const Node* given = node.find(info.key)) return bindings_[i].read(*given, value, reader_for(info, reader));
    if (info.required) return report_missing(node, reader, name_, info);
    bindings_[i].record_defaults(reader.at_key(info.key));
    return true;
  }

  std::string name_;
  std::string doc_;
  std::vector<FieldInfo> infos_;
  std::vector<Binding> bindings_;
  std::vector<Check> checks_;
};

// A struct that declares its schema as a static member function.
template <class T>
concept HasSchema = requires {
  { T::schema() } -> std::same_as<Schema<T>>;
};

// The schema of a struct, built once.
template <HasSchema T>
const Schema<T>& schema_of() {
  static const Schema<T> schema = T::schema();
  return schema;
}

template <HasSchema T>
struct Codec<T> {
  static bool read(const Node& node, T& value, const Reader& reader) {
    return schema_of<T>().read(node, value, reader);
  }
  static Json write(const T& value) { return schema_of<T>().write(value); }
  static std::string type() { return schema_of<T>().name(); }
  static void describe(const FieldDescription& row, const T& defaults, std::vector<FieldDescription>& out) {
    for (auto& inner : schema_of<T>().describe(defaults, row.path)) out.push_back(std::move(inner));
  }
  static Json json_schema() { return json_schema_with_defaults(T{}); }
  static Json json_schema_with_defaults(const T& defaults) {
    return schema_of<T>().json_schema_with_defaults(defaults);
  }
  static void record_defaults(const Reader& reader) { schema_of<T>().record_defaults(reader); }
};

}  // namespace sim
