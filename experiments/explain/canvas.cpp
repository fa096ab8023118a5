#include "experiments/explain/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace experiments {

int TimeScale::column(sim::Instant instant) const {
  const double share = (instant - begin_) / (end_ - begin_);
  return std::clamp(static_cast<int>(std::floor(share * columns_ + 1e-6)), 0, columns_);
}

sim::Instant TimeScale::instant(int column) const { return begin_ + (end_ - begin_) * (static_cast<double>(column) / columns_); }

std::vector<std::string> TimeScale::axis(bool is_utf8) const {
  constexpr int kColumnsPerNumber = 10;
  const double length_us = (end_ - begin_).count() * 1e6;
  const double least = length_us * kColumnsPerNumber / columns_;
  double step_us = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (step_us * factor >= least) {
      step_us *= factor;
      break;
    }
  }
  const bool is_in_ms = step_us >= 100;
  std::vector<std::string> lines(2);
  const auto reach = [](std::string& line, std::size_t used, std::size_t column) { line.append(column - used, ' '); };
  std::size_t numbers_end = 0;
  std::size_t marks_end = 0;
  for (int i = 0; i * step_us < length_us; ++i) {
    const auto at = static_cast<std::size_t>(column(begin_ + sim::Seconds{i * step_us * 1e-6}));
    if (at >= static_cast<std::size_t>(columns_)) break;
    const std::string number = fmt::format("{:g} {}", is_in_ms ? i * step_us * 1e-3 : i * step_us, is_in_ms ? "ms" : "us");
    if (at >= numbers_end && at + number.size() <= static_cast<std::size_t>(columns_)) {
      reach(lines[0], numbers_end, at);
      lines[0] += number;
      numbers_end = at + number.size();
    }
    for (; marks_end < at; ++marks_end) lines[1] += is_utf8 ? "─" : "-";
    lines[1] += is_utf8 ? (i == 0 ? "├" : "┼") : "+";
    ++marks_end;
  }
  for (; marks_end < static_cast<std::size_t>(columns_); ++marks_end) lines[1] += is_utf8 ? "─" : "-";
  return lines;
}

void fill(CellRow& row, int from, int to, const Cell& cell) {
  for (int i = std::max(from, 0); i < std::min(to, static_cast<int>(row.size())); ++i) row[static_cast<std::size_t>(i)] = cell;
}

void put_text(CellRow& row, int from, int to, const std::string& text) {
  for (std::size_t i = 0; i < text.size() && from + static_cast<int>(i) < to; ++i) {
    row.at(static_cast<std::size_t>(from) + i).glyph = text.substr(i, 1);
  }
}

void put_bar(CellRow& row, int from, int to, const std::string& label, Colour colour, const Look& look) {
  to = std::min(to, static_cast<int>(row.size()));
  if (to <= from) return;
  const bool is_filled = look.has_colour;
  fill(row, from, to, {is_filled ? " " : look.is_utf8 ? "─" : "-", colour, is_filled});
  if (to - from == 1) {
    row[static_cast<std::size_t>(from)].glyph = look.is_utf8 ? "│" : "|";
    return;
  }
  row[static_cast<std::size_t>(from)].glyph = look.is_utf8 ? "├" : "[";
  row[static_cast<std::size_t>(to) - 1].glyph = look.is_utf8 ? "┤" : "]";
  const int room = to - from - 2;
  const auto length = static_cast<int>(label.size());
  if (length <= room) put_text(row, from + 1 + (room - length) / 2, to - 1, label);
}

std::string text_of(const CellRow& row, const Look& look) {
  std::size_t end = row.size();
  while (end > 0 && row[end - 1].glyph == " " && !row[end - 1].is_filled) --end;
  std::string text;
  std::string code;
  for (std::size_t i = 0; i < end; ++i) {
    const Cell& cell = row[i];
    const bool is_plain = cell.colour == Colour::plain || (cell.glyph == " " && !cell.is_filled);
    const std::string wanted = !look.has_colour || is_plain ? "" : colour_code(cell.colour, cell.is_filled);
    if (wanted != code) {
      if (!code.empty()) text += "\x1b[0m";
      text += wanted;
      code = wanted;
    }
    text += cell.glyph;
  }
  return code.empty() ? text : text + "\x1b[0m";
}

}  // namespace experiments
