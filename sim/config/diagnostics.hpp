// Faults of the input, collected so that all of them are shown at once, each at its place.
#pragma once

#include <compare>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

// A place in the input. Line and column count from 1 (the column in bytes); line 0 means the file as a whole, and is also
// the form for a value from the command line, whose file reads "--set PATH".
struct Location {
  std::string file;
  int line = 0;
  int column = 0;

  auto operator<=>(const Location&) const = default;
};

// "file:line:column", or only the file where the line is 0.
std::string to_string(const Location& place);

struct Diagnostic {
  enum class Severity { Error, Warning, Note };

  Location place;
  Severity severity = Severity::Error;
  std::string message;

  bool operator==(const Diagnostic&) const = default;
};

// "error", "warning", "note".
std::string_view name_of(Diagnostic::Severity severity);

// "file:line:column: error: message", without a line break.
std::string to_string(const Diagnostic& diagnostic);

// The collection that every reader of input adds to. One fault told twice (same place and text, as happens when a YAML alias
// repeats a part of the file) counts once.
class Diagnostics {
 public:
  void error(Location place, std::string message);
  void warning(Location place, std::string message);
  void note(Location place, std::string message);  // nothing is wrong, and it is good to know

  // The number of errors; warnings and notes do not count.
  std::size_t count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }
  bool ok() const { return errors_ == 0; }

  // Whether further entries are only counted, so that their words do not matter.
  bool full() const { return entries_.size() >= kKept; }

  // All entries by file, line and column, those of one place in the order in which they were found. At most kKept entries
  // are kept; the counts go on.
  std::vector<Diagnostic> sorted() const;

  // Prints one line per entry and, if there are errors, a last line such as "6 errors; nothing was run".
  void print(std::ostream& out) const;

  static constexpr std::size_t kKept = 1000;

 private:
  void add(Diagnostic diagnostic);

  std::vector<Diagnostic> entries_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t notes_ = 0;
};

// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other, ASCII case
// aside.
// Where they are more than `most` apart, some number above it.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most = std::string_view::npos);

// The candidate closest to the word, if it is close enough to be what the user meant.
std::optional<std::string> suggest(std::string_view word, const std::vector<std::string>& candidates);

// Text with its control characters written as escapes, so that no input can play with the terminal.
std::string printable(std::string_view text);

// User text as it may be shown in a message: printable, in single quotes, shortened if long.
std::string quote(std::string_view text);

// "a, b, c"; after 30 entries, how many more there are.
std::string list_of(const std::vector<std::string>& words);

// What follows the name of an unknown word: "; did you mean 'x'? known: x, y", or "; known: x, y".
std::string known_words(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace sim
