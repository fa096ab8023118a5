// Rows of cells, one per column of a terminal, in which time goes from left to right.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/explain/look.hpp"
#include "sim/core/units.hpp"

namespace experiments {

struct Cell {
  std::string glyph = " ";
  Colour colour = Colour::plain;
  bool is_filled = false;  // the colour lies behind the glyph
};

using CellRow = std::vector<Cell>;

// From when to when the columns of a drawing go.
class TimeScale {
 public:
  TimeScale(sim::Instant begin, sim::Instant end, int columns) : begin_(begin), end_(end), columns_(columns) {}

  int columns() const { return columns_; }

  // The column in which an instant lies; one before or behind the drawing lies at its edge.
  int column(sim::Instant instant) const;

  // Where a column begins.
  sim::Instant instant(int column) const;

  // Two lines: numbers with their unit at round times since the beginning, and marks below them.
  std::vector<std::string> axis(bool is_utf8) const;

 private:
  sim::Instant begin_;
  sim::Instant end_;
  int columns_;
};

// Puts the glyph into the columns [from, to).
void fill(CellRow& row, int from, int to, const Cell& cell);

// Puts a bar there: its ends, and `label` between them if it fits.
void put_bar(CellRow& row, int from, int to, const std::string& label, Colour colour, const Look& look);

// Puts text over what is there, from a column on, cut off at `to`.
void put_text(CellRow& row, int from, int to, const std::string& text);

// The row as a line without blanks at its end and without a line break.
std::string text_of(const CellRow& row, const Look& look);

}  // namespace experiments
