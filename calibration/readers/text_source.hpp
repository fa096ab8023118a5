// A file of measurements, read line by line in memory that does not grow with it.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/diagnostics.hpp"

namespace calibration {

// How much of a file is looked at to find out what it is, and the longest line; both in bytes.
inline constexpr std::size_t kHeadBytes = std::size_t{64} << 10U;
inline constexpr std::size_t kLineBytes = std::size_t{1} << 20U;

class TextSource {
 public:
  // `name` is what the places say. A UTF-8 byte-order mark is skipped.
  TextSource(std::unique_ptr<std::istream> stream, std::string name);
  static TextSource of_text(std::string_view text, std::string name);

  // A file; nothing after reporting why it cannot be read, or that it is not text (judged by its head).
  static std::optional<TextSource> open(const std::string& path, sim::Diagnostics& diagnostics);

  const std::string& name() const { return *name_; }
  bool has_byte_order_mark() const { return has_byte_order_mark_; }

  // The first kHeadBytes, or all of a shorter file. Before anything was read.
  std::string_view head() const { return std::string_view(buffer_).substr(begin_, kHeadBytes); }

  // Moves to the next line; false at the end. A line longer than kLineBytes is an error and ends the reading, as does a NUL.
  bool next_line(sim::Diagnostics& diagnostics);

  // The line, without "\n" or "\r\n"; valid until the next one.
  std::string_view line() const { return line_; }
  int line_number() const { return line_number_; }  // from 1
  bool ended_in_crlf() const { return ended_in_crlf_; }

  // A place in the line, by its offset in bytes, and the file as a whole.
  sim::Location place(std::size_t offset = 0) const { return {*name_, line_number_, static_cast<int>(offset) + 1}; }
  sim::Location whole() const { return {*name_, 0, 0}; }

  // What has not been read yet, at once: an error, and nothing, where that is more than `limit` bytes.
  std::optional<std::string> rest(std::size_t limit, sim::Diagnostics& diagnostics);

 private:
  bool fill();

  std::unique_ptr<std::istream> stream_;
  std::shared_ptr<const std::string> name_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what is unread in the buffer
  std::string_view line_;
  int line_number_ = 0;
  bool has_byte_order_mark_ = false;
  bool ended_in_crlf_ = false;
  bool has_failed_ = false;
};

}  // namespace calibration
