#include "experiments/study/design.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/study/refinement.hpp"
#include "sim/core/random.hpp"

namespace experiments {
namespace {

// The numbers from 0 to count - 1 in random order.
std::vector<std::size_t> shuffled(std::size_t count, sim::RandomStream& random) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  for (std::size_t n = count; n > 1; --n) {
    const auto pick = static_cast<std::size_t>(random.next() * static_cast<double>(n));
    std::swap(numbers[n - 1], numbers[std::min(pick, n - 1)]);
  }
  return numbers;
}

}  // namespace

std::vector<StudyPoint> grid(const std::vector<Factor>& factors) {
  std::vector<StudyPoint> points = {{}};
  for (const Factor& factor : factors) {
    std::vector<StudyPoint> longer;
    for (const StudyPoint& point : points) {
      for (const Level& level : factor.levels()) {
        longer.push_back(point);
        longer.back().levels.push_back(level);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<StudyPoint> latin_hypercube(const std::vector<Factor>& factors, std::int64_t count, std::uint64_t seed) {
  std::vector<StudyPoint> points(static_cast<std::size_t>(count));
  for (const Factor& factor : factors) {
    sim::RandomStream random(seed, 0, factor.name());
    const auto layers = shuffled(points.size(), random);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double share = (static_cast<double>(layers[i]) + random.next()) / static_cast<double>(count);
      const auto& levels = factor.levels();
      const auto which = static_cast<std::size_t>(share * static_cast<double>(levels.size()));
      points[i].levels.push_back(factor.is_range() ? factor.at(share) : levels[std::min(which, levels.size() - 1)]);
    }
  }
  return points;
}

std::vector<StudyPoint> Design::next_round(const FiguresOf& figures) {
  const DesignDocument& design = study_.document.design;
  const auto seed = static_cast<std::uint64_t>(design.seed);
  const int round = rounds_++;
  if (design.kind == DesignKind::refine) {
    if (round == 0) return begin_refinement(study_, lines_);
    return refine(study_, lines_, figures);
  }
  if (round > 0) return {};
  if (design.kind == DesignKind::latin_hypercube) return latin_hypercube(study_.factors, design.points, seed);
  return grid(study_.factors);
}

}  // namespace experiments
