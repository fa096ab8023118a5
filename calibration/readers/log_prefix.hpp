// What loggers put before each line of a program's output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace calibration {

// How many bytes at the start of the line were put there by a logger or by Markdown:
//
//   prefix  = (quote | service | stamp stream? source?)*
//   quote   = "> "                                     Markdown, mail
//   service = word blanks "| "                         docker compose
//   stamp   = date ("T" | " ") time zone? | time       2024-06-11T09:14:00.1Z, [2024-06-11 09:14:00], 09:14:00, ...
//           | month day time host program ":"          syslog
//   stream  = pod? ("stdout" | "stderr") ("F" | "P")   container run times
std::size_t log_prefix_size(std::string_view line);

// The line without the escapes by which programs colour a terminal, ESC "[" ... letter.
std::string without_escapes(std::string_view line);

// Learns the prefix of a log from one line of which it is known, and finds it on the others by its shape: same length, the
// same punctuation at the same places.
class LearnedPrefix {
 public:
  void learn(std::string_view prefix) { shape_ = shape_of(prefix); }

  // What of the line is prefix: the learned shape, or else what log_prefix_size finds.
  std::size_t size(std::string_view line) const;

 private:
  static std::string shape_of(std::string_view text);

  std::string shape_;
};

}  // namespace calibration
