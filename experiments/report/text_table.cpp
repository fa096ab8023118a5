#include "experiments/report/text_table.hpp"

#include <algorithm>
#include <sstream>

namespace experiments {

std::size_t width_of(const std::string& text) {
  const auto begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string padded_left(const std::string& text, std::size_t width) {
  const std::size_t used = width_of(text);
  return used < width ? std::string(width - used, ' ') + text : text;
}

std::string padded_right(const std::string& text, std::size_t width) {
  const std::size_t used = width_of(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}

TextTable::TextTable(std::vector<std::string> header, std::size_t left) : left_(left) {
  rows_.push_back(std::move(header));
}

void TextTable::add(std::vector<std::string> row) {
  row.front().insert(0, "  ");
  rows_.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += i < left_ ? padded_right(row[i], widths[i]) : padded_left(row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent, std::size_t first_indent) {
  std::istringstream words(text);
  std::string out;
  std::string line(first_indent, ' ');
  bool is_empty = true;
  for (std::string word; words >> word;) {
    if (!is_empty && width_of(line) + 1 + width_of(word) > width) {
      out += line + "\n";
      line.assign(indent, ' ');
      is_empty = true;
    }
    line += (is_empty ? "" : " ") + word;
    is_empty = false;
  }
  return out + line + "\n";
}

}  // namespace experiments
