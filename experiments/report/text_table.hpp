// Columns of text for the terminal.
#pragma once

#include <string>
#include <vector>

namespace experiments {

// The number of columns that UTF-8 text takes (wide characters do not occur).
std::size_t width_of(const std::string& text);

std::string padded_left(const std::string& text, std::size_t width);
std::string padded_right(const std::string& text, std::size_t width);

class TextTable {
 public:
  // The first row; `left` says how many columns from the left are aligned left, the others right.
  TextTable(std::vector<std::string> header, std::size_t left);

  void add(std::vector<std::string> row);

  // The rows, each ending in a line break, without blanks at the ends of lines; all but the header indented by two.
  std::string text() const;

 private:
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;
};

// Text broken at blanks into lines of at most `width` columns, each indented, each ending in a line break.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent, std::size_t first_indent);

}  // namespace experiments
