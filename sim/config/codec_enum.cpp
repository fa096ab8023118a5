#include "sim/config/codec_enum.hpp"

namespace sim {
namespace {

bool equal_without_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && edit_distance(a, b) == 0;
}

}  // namespace

std::optional<std::size_t> read_name(const Node& node, const std::vector<std::string>& names, const Reader& reader) {
  const auto* text = reader.scalar(node, fmt::format("one of: {}", list_of(names)));
  if (text == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (equal_without_case(*text, names[i])) return i;
  }
  reader.error(node, fmt::format("unknown value {}{}", quote(*text), known_words(*text, names)));
  return std::nullopt;
}

}  // namespace sim
