#include "calibration/readers/text_line.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace calibration {
namespace {

std::size_t skip_blanks(std::string_view text, std::size_t position) {
  while (position < text.size() && (text[position] == ' ' || text[position] == '\t')) ++position;
  return position;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '_'; }

// Whether a number may end before this text: "4.11ms" is one, "8o5.14" is not.
bool ends_number(std::string_view rest) { return rest.empty() || rest.starts_with("ms") || !is_word(rest.front()); }

}  // namespace

bool TextLine::begins_with(std::string_view words) const {
  return text_.substr(skip_blanks(text_, 0)).starts_with(words);
}

std::optional<std::size_t> TextLine::after(std::string_view label) const {
  for (auto at = text_.find(label); at != std::string_view::npos; at = text_.find(label, at + 1)) {
    if (at == 0 || !is_word(text_[at - 1])) return skip_blanks(text_, at + label.size());
  }
  return std::nullopt;
}

std::optional<double> TextLine::number_at(std::size_t& position, std::string_view end) const {
  const std::size_t start = position;
  double value = 0;
  const char* const last = text_.data() + text_.size();
  const auto [stop, fault] = std::from_chars(text_.data() + start, last, value);
  position = static_cast<std::size_t>(stop - text_.data());
  const std::string_view rest = text_.substr(position);
  const bool is_whole = end.empty() ? ends_number(rest) : rest.starts_with(end);
  if (fault == std::errc{} && std::isfinite(value) && value >= 0 && is_whole) {
    position += end.size();
    return value;
  }
  const auto found = text_.substr(start, text_.find_first_of(" ,\t", start) - start);
  warning(start, fmt::format("expected a number{}{}, found {}", end.empty() ? "" : " and ",
                             end.empty() ? "" : sim::quote(end), found.empty() ? "nothing" : sim::quote(found)));
  return std::nullopt;
}

std::optional<double> TextLine::number_after(std::string_view label) const {
  auto position = after(label);
  return position ? number_at(*position) : std::nullopt;
}

void TextLine::note(std::size_t position, std::string message) const {
  diagnostics_.note(place(position), std::move(message));
}

void TextLine::warning(std::size_t position, std::string message) const {
  diagnostics_.warning(place(position), std::move(message));
}

}  // namespace calibration
