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
  // All must outlive the line; `number` counts from 1.
  TextLine(std::string_view text, const std::string& file, int number, sim::Diagnostics& diagnostics)
      : text_(text), file_(file), number_(number), diagnostics_(diagnostics) {}

  std::string_view text() const { return text_; }

  // Whether the line begins with the words, blanks before them aside.
  bool begins_with(std::string_view words) const;

  // Where the value behind the label begins, blanks skipped; nothing without the label. A label begins a word.
  std::optional<std::size_t> after(std::string_view label) const;

  // The number at the position, and where it ends. Anything but a number that is not negative is an error; so is a number
  // that `end` does not follow, where there is an `end`.
  std::optional<double> number_at(std::size_t& position, std::string_view end = "") const;

  // The number behind the label: nothing without the label, or after reporting what stands in its place.
  std::optional<double> number_after(std::string_view label) const;

  // Faults at a position of the line.
  void error(std::size_t position, std::string message) const;
  void warning(std::size_t position, std::string message) const;

 private:
  sim::Location place(std::size_t position) const { return {file_, number_, static_cast<int>(position) + 1}; }

  std::string_view text_;
  const std::string& file_;
  int number_;
  sim::Diagnostics& diagnostics_;
};

}  // namespace calibration
