// A quantile function in a table, fine where it bends: the tails.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

namespace sim {

// Cubic Hermite interpolation of a smooth function g(t) of a tail probability t in (kTail, 1/2]. Each octave of t is
// cut into kCellsPerOctave cells, found from the leading bits of t. A cell of width h has an error of at most h^4 / 384
// * max|g''''|; as h / t <= 1/16, a function that behaves as c * log(t) near t = 0 is off by at most 2.4e-7 * c.
class QuantileTable {
 public:
  static constexpr int kOctaveBits = 4;
  static constexpr int kCellsPerOctave = 1 << kOctaveBits;
  static constexpr int kOctaves = 16;
  static constexpr double kTail = 0.5 / (1 << kOctaves);  // 7.6e-6: below it the owner evaluates exactly

  struct Sample {
    double value = 0;
    double slope = 0;  // dg/dt
  };

  // Evaluates `exact` at the cells' borders. A cell with a border that is not finite is marked: value_at gives NaN
  // there.
  explicit QuantileTable(const std::function<Sample(double)>& exact);

  // Whether value_at may be asked.
  static bool holds(double t) { return t > kTail && t <= 0.5; }

  // g(t), or NaN where g is not finite; holds(t) must be true.
  double value_at(double t) const {
    const auto bits = std::bit_cast<std::uint64_t>(t);
    const Cubic& cubic = cells_[(bits >> kShift) - kFirstCell];
    const double x = static_cast<double>(static_cast<std::int64_t>(bits & kFractionMask)) * kFractionUnit;
    return cubic[0] + x * (cubic[1] + x * (cubic[2] + x * cubic[3]));
  }

 private:
  using Cubic = std::array<double, 4>;

  static constexpr int kShift = 52 - kOctaveBits;
  static constexpr std::uint64_t kFirstCell = std::bit_cast<std::uint64_t>(kTail) >> kShift;
  static constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << kShift) - 1;
  static constexpr double kFractionUnit = 1.0 / static_cast<double>(std::uint64_t{1} << kShift);

  std::vector<Cubic> cells_;  // the last one is the point t = 1/2 alone
};

}  // namespace sim
