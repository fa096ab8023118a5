#include "sim/config/path.hpp"

#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace sim {
namespace {

constexpr std::string_view kSpecial = ".[]\"=";

// Reads the steps of a path one after the other; `ok_` turns false at the first fault.
class PathReader {
 public:
  explicit PathReader(std::string_view path) : rest_(path) {}

  std::optional<std::vector<PathStep>> read() {
    if (rest_.empty()) return steps_;
    read_step();
    while (ok_ && !rest_.empty()) {
      if (rest_.front() == '.') {
        rest_.remove_prefix(1);
        read_name();
      } else {
        read_bracket();
      }
    }
    if (!ok_) return std::nullopt;
    return steps_;
  }

 private:
  void read_step() { rest_.front() == '[' ? read_bracket() : read_name(); }

  void read_name() {
    if (!rest_.empty() && rest_.front() == '"') return read_quoted();
    const auto name = rest_.substr(0, rest_.find_first_of(kSpecial));
    take(name, name.size(), false);
  }

  void read_quoted() {
    const auto end = rest_.find('"', 1);
    if (end == std::string_view::npos) return fail();
    take(rest_.substr(1, end - 1), end + 1, false);
  }

  void read_bracket() {
    const auto end = rest_.find(']');
    if (rest_.front() != '[' || end == std::string_view::npos) return fail();
    take(rest_.substr(1, end - 1), end + 1, true);
    if (!steps_.empty() && !steps_.back().index()) fail();
  }

  void take(std::string_view name, std::size_t length, bool bracketed) {
    if (name.empty()) return fail();
    steps_.push_back({std::string(name), bracketed});
    rest_.remove_prefix(length);
  }

  void fail() { ok_ = false; }

  std::string_view rest_;
  std::vector<PathStep> steps_;
  bool ok_ = true;
};

}  // namespace

std::optional<std::size_t> PathStep::index() const {
  std::size_t value = 0;
  const auto* end = name.data() + name.size();
  const auto [stop, fault] = std::from_chars(name.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::vector<PathStep>> parse_path(std::string_view path) { return PathReader(path).read(); }

std::size_t find_assignment(std::string_view text) {
  bool in_quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_quotes = !in_quotes;
    if (text[i] == '=' && !in_quotes) return i;
  }
  return std::string_view::npos;
}

std::string key_path(std::string_view parent, std::string_view key) {
  const bool plain = !key.empty() && key.find_first_of(kSpecial) == std::string_view::npos;
  const auto name = plain ? std::string(key) : fmt::format("\"{}\"", key);
  return parent.empty() ? name : fmt::format("{}.{}", parent, name);
}

std::string item_path(std::string_view parent, std::size_t index) { return fmt::format("{}[{}]", parent, index); }

std::string last_key(std::string_view path) {
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '"') in_quotes = !in_quotes;
    if (path[i] == '.' && !in_quotes) begin = i + 1;
  }
  return std::string(path.substr(begin));
}

}  // namespace sim
