// Text files that Windows programs write: UTF-16, read as UTF-8 piece by piece.
#pragma once

#include <istream>
#include <memory>
#include <string_view>

namespace calibration {

// Whether a file that begins with these bytes is UTF-16: by its byte order mark.
bool is_utf16(std::string_view head);

// A stream of the same text in UTF-8, with its byte order mark. What is no UTF-16 becomes U+FFFD. `stream` stands at its beginning.
std::unique_ptr<std::istream> utf8_of_utf16(std::unique_ptr<std::istream> stream);

}  // namespace calibration
