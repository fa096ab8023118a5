#include "experiments/report/description.hpp"

#include <algorithm>

#include "experiments/report/text_table.hpp"

namespace experiments {
namespace {

using sim::Json;

constexpr std::size_t kDescriptionWidth = 100;
constexpr std::size_t kDocIndent = 6;

std::string cell_text(const Json& cell) {
  if (!cell.is_structured()) return cell.is_null() ? "" : sim::shown(cell);
  std::string text;
  for (const auto& [key, value] : cell.items()) {
    text += (text.empty() ? "" : ", ") + (cell.is_object() ? key + " " : "") + sim::shown(value);
  }
  return text;
}

// The names of columns as they stand above them.
std::vector<std::string> header(std::vector<std::string> columns) {
  for (std::string& name : columns) std::replace(name.begin(), name.end(), '_', ' ');
  return columns;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    widest = std::max(widest, width_of(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

// All columns side by side, or without the last one.
std::string side_by_side(const DescriptionSection& section, std::size_t columns) {
  std::vector<std::string> names = header(section.columns);
  names.resize(columns);
  TextTable table(std::move(names), columns);
  for (const auto& row : section.rows) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < columns; ++i) cells.push_back(cell_text(row[i]));
    table.add(std::move(cells));
  }
  return table.text();
}

// The last column, which explains, below the others.
std::string explained_below(const DescriptionSection& section) {
  const std::string lines = side_by_side(section, section.columns.size() - 1);
  std::string out;
  std::size_t begin = lines.find('\n') + 1;
  out += lines.substr(0, begin);
  for (const auto& row : section.rows) {
    const std::size_t end = lines.find('\n', begin) + 1;
    out += lines.substr(begin, end - begin);
    const std::string explanation = cell_text(row.back());
    if (!explanation.empty()) out += wrapped(explanation, kDescriptionWidth, kDocIndent, kDocIndent);
    begin = end;
  }
  return out;
}

std::string section_text(const DescriptionSection& section) {
  std::string out;
  if (!section.title.empty()) out += section.title + "\n";
  if (!section.text.empty()) out += wrapped(section.text, kDescriptionWidth, 0, 0);
  if (section.rows.empty()) return out;
  const std::string table = side_by_side(section, section.columns.size());
  return out + (widest_line(table) <= kDescriptionWidth ? table : explained_below(section));
}

}  // namespace

std::string description_text(const Description& description) {
  std::string out;
  for (const DescriptionSection& section : description.sections)
    out += (out.empty() ? "" : "\n") + section_text(section);
  return out;
}

Json description_json(const Description& description) {
  Json sections = Json::array();
  for (const DescriptionSection& section : description.sections) {
    Json rows = Json::array();
    for (const auto& row : section.rows) {
      Json object;
      for (std::size_t i = 0; i < section.columns.size(); ++i) object[section.columns[i]] = row[i];
      rows.push_back(std::move(object));
    }
    sections.push_back({{"title", section.title}, {"text", section.text}, {"rows", std::move(rows)}});
  }
  return {{"schema", "commitsim.description/1"}, {"topic", description.topic}, {"sections", std::move(sections)}};
}

}  // namespace experiments
