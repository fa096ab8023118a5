#include "sim/core/quantile_table.hpp"

namespace sim {

namespace {

// Border number `cell` of the table: cells of one octave have equal width.
double border(int cell) {
  const int octave = cell / QuantileTable::kCellsPerOctave;
  const double part = static_cast<double>(cell % QuantileTable::kCellsPerOctave) / QuantileTable::kCellsPerOctave;
  return QuantileTable::kTail * static_cast<double>(1 << octave) * (1 + part);
}

}  // namespace

QuantileTable::QuantileTable(const std::function<Sample(double)>& exact) {
  constexpr int kCells = kOctaves * kCellsPerOctave;
  cells_.reserve(kCells + 1);
  Sample left = exact(border(0));
  for (int cell = 0; cell < kCells; ++cell) {
    const double width = border(cell + 1) - border(cell);
    const Sample right = exact(border(cell + 1));
    const double rise = right.value - left.value;
    const double from = left.slope * width;
    const double to = right.slope * width;
    cells_.push_back({left.value, from, 3 * rise - 2 * from - to, from + to - 2 * rise});
    left = right;
  }
  cells_.push_back({left.value, 0, 0, 0});
}

}  // namespace sim
