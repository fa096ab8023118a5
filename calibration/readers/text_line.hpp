// One line of a measured file, in which values stand behind labels.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/diagnostics.hpp"

namespace calibration {

class TextLine {
 public:
  // All must outlive the line; `number` counts from 1; `offset` is how much of the file's line stands before the text.
  TextLine(std::string_view text, const std::string& file, int number, sim::Diagnostics& diagnostics, std::size_t offset = 0)
      : text_(text), file_(file), number_(number), offset_(offset), diagnostics_(diagnostics) {}

  std::string_view text() const { return text_; }

  // Whether the line begins with the words, blanks before them aside.
  bool begins_with(std::string_view words) const;

  // Where the value behind the label begins, blanks skipped; nothing without the label. A label begins a word.
  std::optional<std::size_t> after(std::string_view label) const;

  // The number at the position, and where it ends. Anything but a number that is not negative gets a warning; so does a
  // number that `end` does not follow, where there is an `end`.
  std::optional<double> number_at(std::size_t& position, std::string_view end = "") const;

  // The number behind the label: nothing without the label, or after reporting what stands in its place.
  std::optional<double> number_after(std::string_view label) const;

  void warning(std::size_t position, std::string message) const;
  void note(std::size_t position, std::string message) const;

  sim::Location place(std::size_t position = 0) const { return {file_, number_, static_cast<int>(offset_ + position) + 1}; }

 private:
  std::string_view text_;
  const std::string& file_;
  int number_;
  std::size_t offset_;
  sim::Diagnostics& diagnostics_;
};

}  // namespace calibration
