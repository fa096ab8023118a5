#include "sim/config/schema.hpp"

#include <algorithm>

#include "sim/config/path.hpp"

namespace sim {
namespace {

std::vector<std::string> keys_of(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> keys;
  for (const auto& field : fields) keys.push_back(field.key);
  return keys;
}

std::string where(const Reader& reader, const std::string& name) {
  return reader.path().empty() ? name : printable(reader.path());
}

}  // namespace

bool check_is_mapping(const Node& node, const Reader& reader, const std::string& name) {
  return node.is_mapping() || reader.wrong_kind(node, fmt::format("a mapping ({})", name));
}

bool check_known_keys(const Node& node, const Reader& reader, const std::string& name,
                      const std::vector<FieldInfo>& fields) {
  const auto known = keys_of(fields);
  const auto message = [&](const std::string& key) {
    if (reader.diagnostics().full()) return std::string("unknown key");
    return fmt::format("unknown key {} in {}{}", quote(key), where(reader, name), known_words(key, known));
  };
  bool right = true;
  for (const auto& field : node.fields()) {
    if (std::find(known.begin(), known.end(), field.key) != known.end()) continue;
    right = reader.error_at(field.key_mark.location(), message(field.key));
  }
  return right;
}

bool report_missing(const Node& node, const Reader& reader, const std::string& name, const FieldInfo& field) {
  return reader.error_at(
      node.location(), fmt::format("missing required key '{}' ({}) in {}", field.key, field.doc, where(reader, name)));
}

bool report_range(const Node& node, const Reader& reader, const std::string& value, const std::string& rule) {
  return reader.error(node, fmt::format("{} is out of range; it must be {}", value, rule));
}

Reader reader_for(const FieldInfo& field, const Reader& parent) {
  const auto reader = parent.at_key(field.key);
  return field.note.empty() ? reader : reader.with_note(field.note);
}

FieldDescription row_for(const FieldInfo& field, const std::string& parent_path) {
  FieldDescription row;
  row.path = parent_path.empty() ? field.key : fmt::format("{}.{}", parent_path, field.key);
  row.range = fmt::format("{}", fmt::join(field.rules, ", "));
  row.doc = field.doc;
  row.required = field.required;
  return row;
}

Json object_schema(const std::string& name, const std::string& doc, const std::vector<FieldInfo>& fields,
                   const std::vector<Json>& properties) {
  Json schema{{"title", name}, {"description", doc}, {"type", "object"}, {"properties", Json::object()}};
  auto required = Json::array();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto property = properties[i];
    const auto range = fields[i].rules.empty() ? "" : fmt::format("; {}", fmt::join(fields[i].rules, ", "));
    property["description"] = fields[i].doc + range;
    schema["properties"][fields[i].key] = std::move(property);
    if (fields[i].required) required.push_back(fields[i].key);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace sim
