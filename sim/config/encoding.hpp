// Is this text, and is it UTF-8?
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sim {

// What keeps bytes from being plain UTF-8 text, with its line and column from 1.
struct TextFault {
  int line;
  int column;
  std::string message;
};

// The text without a UTF-8 byte-order mark.
std::string_view without_byte_order_mark(std::string_view text);

// The first fault of the text: UTF-16, a sequence that is not UTF-8, NUL or another control character.
std::optional<TextFault> find_text_fault(std::string_view text);

}  // namespace sim
