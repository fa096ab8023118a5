#include "sim/config/diagnostics.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>

#include <fmt/format.h>

namespace sim {
namespace {

constexpr std::size_t kLongestShown = 60;
constexpr std::size_t kLongestCompared = 64;
constexpr std::size_t kListed = 30;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The longest prefix of at most `size` bytes that does not cut a UTF-8 character.
std::string_view prefix(std::string_view text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return text.substr(0, size);
}

}  // namespace

std::string to_string(const Location& place) {
  const auto file = printable(place.file);
  return place.line == 0 ? file : fmt::format("{}:{}:{}", file, place.line, place.column);
}

std::string_view name_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::Error: return "error";
    case Diagnostic::Severity::Warning: return "warning";
    case Diagnostic::Severity::Note: return "note";
  }
  return "";
}

std::string to_string(const Diagnostic& diagnostic) {
  return fmt::format("{}: {}: {}", to_string(diagnostic.place), name_of(diagnostic.severity), diagnostic.message);
}

void Diagnostics::error(Location place, std::string message) {
  add({std::move(place), Diagnostic::Severity::Error, std::move(message)});
}

void Diagnostics::warning(Location place, std::string message) {
  add({std::move(place), Diagnostic::Severity::Warning, std::move(message)});
}

void Diagnostics::note(Location place, std::string message) {
  add({std::move(place), Diagnostic::Severity::Note, std::move(message)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  const bool is_full = full();
  if (!is_full && std::find(entries_.begin(), entries_.end(), diagnostic) != entries_.end()) return;
  switch (diagnostic.severity) {
    case Diagnostic::Severity::Error: ++errors_; break;
    case Diagnostic::Severity::Warning: ++warnings_; break;
    case Diagnostic::Severity::Note: ++notes_; break;
  }
  if (!is_full) entries_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  auto result = entries_;
  std::stable_sort(result.begin(), result.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.place < b.place; });
  return result;
}

void Diagnostics::print(std::ostream& out) const {
  for (const auto& entry : sorted()) out << to_string(entry) << '\n';
  if (ok()) return;
  const bool all_shown = errors_ + warnings_ + notes_ == entries_.size();
  out << fmt::format("{} error{}{}; nothing was run\n", errors_, errors_ == 1 ? "" : "s",
                     all_shown ? "" : fmt::format(" (the first {} are shown)", kKept));
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    // A later row has no less than the least of the two before it.
    const std::size_t here = *std::min_element(current.begin(), current.end());
    const std::size_t least = std::min(here, *std::min_element(previous.begin(), previous.end()));
    if (least > most) return least;
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::optional<std::string> suggest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > kLongestCompared) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto longest = std::max(word.size(), candidate.size());
    if (longest - std::min(word.size(), candidate.size()) >= best_distance) continue;  // at least that far apart
    const auto distance = edit_distance(word, candidate, best_distance);
    if (distance >= best_distance || 2 * distance > longest) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') result += "\\n";
    else if (c == '\t') result += "\\t";
    else if (byte < 0x20 || byte == 0x7F) result += fmt::format("\\x{:02x}", byte);
    else result += c;
  }
  return result;
}

std::string quote(std::string_view text) {
  const auto shown = prefix(text, kLongestShown);
  return fmt::format("'{}{}'", printable(shown), shown.size() < text.size() ? "..." : "");
}

std::string list_of(const std::vector<std::string>& words) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(words.size(), kListed));
  auto result = fmt::format("{}", fmt::join(words.begin(), words.begin() + shown, ", "));
  if (words.size() > kListed) result += fmt::format(" and {} more", words.size() - kListed);
  return result;
}

std::string known_words(std::string_view word, const std::vector<std::string>& candidates) {
  const auto near = suggest(word, candidates);
  const auto hint = near ? fmt::format(" did you mean '{}'?", *near) : "";
  return fmt::format(";{} known: {}", hint, list_of(candidates));
}

}  // namespace sim
