// Which points of a study are simulated: all at once, or round by round in the light of those before.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "experiments/study/study.hpp"

namespace experiments {

// The figures of a point; nothing where it failed.
using FiguresOf = std::function<std::optional<FigureValues>(const StudyPoint&)>;

// All combinations, the last factor changing fastest.
std::vector<StudyPoint> grid(const std::vector<Factor>& factors);

// So many points that every factor visits each of as many layers of its range once; lists and levels come equally often. Source: McKay,
// Beckman and Conover, Technometrics 21 (1979) 239.
std::vector<StudyPoint> latin_hypercube(const std::vector<Factor>& factors, std::int64_t points, std::uint64_t seed);

// The points of a study in rounds. The same whatever runs them, and in the same order.
class Design {
 public:
  explicit Design(const Study& study) : study_(study) {}

  // The points of the next round; empty when there are no more.
  std::vector<StudyPoint> next_round(const FiguresOf& figures);

 private:
  const Study& study_;
  int rounds_ = 0;
  std::vector<std::vector<StudyPoint>> lines_;  // of a refinement: for each setting of the other factors
};

}  // namespace experiments
