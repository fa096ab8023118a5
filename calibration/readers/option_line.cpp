#include "calibration/readers/option_line.hpp"

#include <algorithm>
#include <utility>

namespace calibration {
namespace {

using OptionKind = OptionLine::Kind;

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string_view without_blanks_after(std::string_view text) {
  const auto last = text.find_last_not_of(kBlanks);
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::size_t after_blanks(std::string_view text, std::size_t position) {
  return std::min(text.find_first_not_of(kBlanks, position), text.size());
}

// Up to the "#" that begins a comment.
std::string_view without_comment(std::string_view text) {
  char quote = '\0';
  bool is_escaped = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '\'' || c == '"') && !is_escaped) {
      if (quote == '\0') quote = c;
      else if (quote == c) quote = '\0';
    }
    if (quote == '\0' && c == '#') return text.substr(0, i);
    is_escaped = quote != '\0' && c == '\\' && !is_escaped;
  }
  return text;
}

std::string without_escapes(std::string_view text) {
  constexpr std::string_view kLetters = "ntrbs\"'\\";
  constexpr std::string_view kMeanings = "\n\t\r\b \"'\\";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto known = text[i] == '\\' && i + 1 < text.size() ? kLetters.find(text[i + 1]) : std::string_view::npos;
    if (known == std::string_view::npos) {
      result += text[i];
      continue;
    }
    result += kMeanings[known];
    ++i;
  }
  return result;
}

OptionLine option_group_line(std::string_view line, std::size_t start) {
  const auto end = line.find(']', start);
  if (end == std::string_view::npos) return {OptionKind::fault, "a group without ']'; the server stops here", start, {}, 0};
  return {OptionKind::group, std::string(without_blanks_after(line.substr(start + 1, end - start - 1))), start + 1, {}, 0};
}

OptionLine directive_line(std::string_view line, std::size_t start) {
  const std::size_t word = after_blanks(line, start + 1);
  const auto path_of = [&](std::string_view keyword, OptionKind kind) -> std::optional<OptionLine> {
    const std::size_t end = word + keyword.size();
    if (line.substr(word, keyword.size()) != keyword) return std::nullopt;
    if (end < line.size() && kBlanks.find(line[end]) == std::string_view::npos) return std::nullopt;
    const std::size_t path = after_blanks(line, end);
    if (path == line.size()) return OptionLine{OptionKind::fault, "a directive without a path; the server stops here", start, {}, 0};
    return OptionLine{kind, std::string(without_blanks_after(line.substr(path))), path, {}, 0};
  };
  if (auto folder = path_of("includedir", OptionKind::include_folder)) return *folder;
  return path_of("include", OptionKind::include).value_or(OptionLine{});
}

OptionLine option_of_line(std::string_view line, std::size_t start) {
  const std::string_view used = without_blanks_after(without_comment(line));
  OptionLine option{OptionKind::option, "", start, {}, 0};
  const auto equals = used.find('=', start);
  option.text = without_blanks_after(used.substr(start, equals == std::string_view::npos ? equals : equals - start));
  if (option.text.empty()) return {OptionKind::fault, "a value without a name; the server stops here", start, {}, 0};
  if (equals == std::string_view::npos) return option;
  option.value_at = after_blanks(used, equals + 1);
  std::string_view value = used.substr(option.value_at);
  const bool is_quoted = value.size() > 1 && (value.front() == '"' || value.front() == '\'') && value.front() == value.back();
  if (is_quoted) value = value.substr(1, value.size() - 2);
  option.value = without_escapes(value);
  return option;
}

}  // namespace

OptionLine parse_option_line(std::string_view line) {
  const std::size_t start = after_blanks(line, 0);
  if (start == line.size() || line[start] == '#' || line[start] == ';') return {};
  if (line[start] == '!') return directive_line(line, start);
  if (line[start] == '[') return option_group_line(line, start);
  return option_of_line(line, start);
}

}  // namespace calibration
