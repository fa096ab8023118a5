#include "calibration/readers/log_prefix.hpp"

#include <algorithm>
#include <cctype>

namespace calibration {
namespace {

constexpr std::size_t kLongestPrefix = 200;
constexpr std::size_t kLongestWord = 80;

bool is_digit_at(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }

std::size_t end_of_word(std::string_view text, std::size_t at) { return std::min(text.find_first_of(" \t", at), text.size()); }

std::size_t end_of_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

// Whether the text matches the pattern there, in which 0 stands for any digit.
bool matches(std::string_view text, std::size_t at, std::string_view pattern) {
  if (at + pattern.size() > text.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '0' ? !is_digit_at(text, at + i) : text[at + i] != pattern[i]) return false;
  }
  return true;
}

std::size_t end_of_time(std::string_view text, std::size_t at) {
  at += std::string_view("00:00:00").size();
  if (at < text.size() && (text[at] == '.' || text[at] == ',') && is_digit_at(text, at + 1)) {
    for (++at; is_digit_at(text, at);) ++at;
  }
  if (at < text.size() && text[at] == 'Z') return at + 1;
  if (matches(text, at, "+00:00") || matches(text, at, "-00:00")) return at + std::string_view("+00:00").size();
  return at;
}

// A date with a time, or a time, in brackets or not; `at` where there is none.
std::size_t end_of_stamp(std::string_view text, std::size_t at) {
  const bool in_brackets = at < text.size() && text[at] == '[';
  std::size_t end = at + (in_brackets ? 1 : 0);
  if (matches(text, end, "0000-00-00") || matches(text, end, "0000/00/00")) end += std::string_view("0000-00-00 ").size();
  if (!matches(text, end, "00:00:00")) return at;
  end = end_of_time(text, end);
  if (in_brackets && (end >= text.size() || text[end] != ']')) return at;
  if (in_brackets) ++end;
  return end >= text.size() || text[end] == ' ' || text[end] == '\t' ? end : at;
}

// "stdout F", perhaps behind a word (the pod).
std::size_t end_of_stream(std::string_view text, std::size_t at) {
  for (int words = 0; words < 2; ++words) {
    const std::size_t end = end_of_word(text, at);
    const std::string_view word = text.substr(at, end - at);
    if ((word == "stdout" || word == "stderr") && (text.substr(end, 3) == " F " || text.substr(end, 3) == " P ")) return end + 3;
    if ((word == "stdout" || word == "stderr") && (text.substr(end) == " F" || text.substr(end) == " P")) return text.size();
    at = end_of_blanks(text, end);
  }
  return std::string_view::npos;
}

// "Mar  5 02:00:01 host program[7]: "; `at` where there is none.
std::size_t end_of_syslog(std::string_view text, std::size_t at) {
  constexpr std::string_view kMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
  if (at + 16 > text.size() || text[at + 3] != ' ' || kMonths.find(text.substr(at, 3)) == std::string_view::npos) return at;
  if (!is_digit_at(text, at + 5) || !matches(text, at + 7, "00:00:00")) return at;
  const std::size_t host = end_of_blanks(text, at + 15);
  const std::size_t program = end_of_blanks(text, end_of_word(text, host));
  const std::size_t end = end_of_word(text, program);
  if (end == program || text[end - 1] != ':') return at;
  return std::min(end + 1, text.size());
}

// "sysbench_1  | "; `at` where there is none.
std::size_t end_of_service(std::string_view text, std::size_t at) {
  const std::size_t end = end_of_word(text, at);
  const std::size_t bar = end_of_blanks(text, end);
  if (end == at || end - at > kLongestWord || std::isalpha(static_cast<unsigned char>(text[at])) == 0) return at;
  if (bar >= text.size() || text[bar] != '|') return at;
  return std::min(bar + 2, text.size());
}

}  // namespace

std::size_t log_prefix_size(std::string_view line) {
  const std::string_view text = line.substr(0, kLongestPrefix);
  std::size_t at = 0;
  for (std::size_t before = text.size() + 1; at < text.size() && at != before;) {
    before = at;
    if (text.substr(at, 2) == "> ") at += 2;
    else if (const auto service = end_of_service(text, at); service != at) at = service;
    else if (const auto syslog = end_of_syslog(text, at); syslog != at) at = syslog;
    else if (const auto stamp = end_of_stamp(text, at); stamp != at) {
      const auto stream = end_of_stream(text, end_of_blanks(text, stamp));
      at = stream != std::string_view::npos ? stream : std::min(stamp + 1, text.size());
    }
  }
  return at;
}

std::string without_escapes(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\x1B') {
      text += line[at];
      continue;
    }
    if (at + 1 >= line.size() || line[at + 1] != '[') continue;
    for (at += 2; at < line.size() && std::isalpha(static_cast<unsigned char>(line[at])) == 0;) ++at;
  }
  return text;
}

std::size_t LearnedPrefix::size(std::string_view line) const {
  if (!shape_.empty() && line.size() >= shape_.size() && shape_of(line.substr(0, shape_.size())) == shape_) return shape_.size();
  return log_prefix_size(line);
}

std::string LearnedPrefix::shape_of(std::string_view text) {
  std::string shape(text);
  for (char& c : shape) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) c = 'a';
  }
  return shape;
}

}  // namespace calibration
