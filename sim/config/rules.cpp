#include "sim/config/rules.hpp"

namespace sim {
namespace {

// The schema of the values inside, for lists and mappings.
Json& inner_schema(Json& schema) {
  if (schema.contains("items")) return inner_schema(schema["items"]);
  if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object()) {
    return inner_schema(schema["additionalProperties"]);
  }
  return schema;
}

}  // namespace

void add_bound(Json& schema, const std::string& keyword, const Json& limit) {
  if (limit.is_number()) inner_schema(schema)[keyword] = limit;
}

void add_size(Json& schema, const SizeRange& range) {
  const auto type = schema.value("type", Json());
  const std::string what = type == "array" ? "Items" : type == "object" ? "Properties" : "Length";
  schema["min" + what] = range.low;
  if (range.high != std::numeric_limits<std::size_t>::max()) schema["max" + what] = range.high;
}

std::string text_of(const SizeRange& range) {
  if (range.low == range.high) return fmt::format("{} long", range.low);
  const bool is_open = range.high == std::numeric_limits<std::size_t>::max();
  if (is_open) return range.low == 1 ? "not empty" : fmt::format("{} or more long", range.low);
  return fmt::format("{} to {} long", range.low, range.high);
}

}  // namespace sim
