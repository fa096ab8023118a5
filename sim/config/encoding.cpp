#include "sim/config/encoding.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace sim {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The length of the UTF-8 character at the start of the text; 0 if there is none (overlong forms and surrogates are none).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const auto first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

TextFault fault_at(std::string_view text, std::size_t offset, std::string message) {
  const auto before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const auto line_start = before.rfind('\n');
  const auto column = line_start == std::string_view::npos ? offset + 1 : offset - line_start;
  return {static_cast<int>(line), static_cast<int>(column), std::move(message)};
}

std::string fault_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte == 0) return "NUL character; this is not a text file";
  if (is_control(c)) return fmt::format("control character 0x{:02x}; this is not plain text", byte);
  return fmt::format("byte 0x{:02x} is not valid UTF-8; save the file as UTF-8", byte);
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

std::optional<TextFault> find_text_fault(std::string_view text) {
  const bool is_utf16 = text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
  if (is_utf16) return fault_at(text, 0, "the file is UTF-16; save it as UTF-8");
  for (std::size_t at = 0; at < text.size();) {
    const auto length = character_length(text.substr(at, 4));
    if (length == 0 || is_control(text[at])) return fault_at(text, at, fault_of(text[at]));
    at += length;
  }
  return std::nullopt;
}

}  // namespace sim
