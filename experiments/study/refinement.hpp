// Adaptive refinement along one factor: more points where throughput bends, or where constraints begin to fail.
#pragma once

#include <vector>

#include "experiments/study/design.hpp"

namespace experiments {

// The first points of each line: for every setting of the other factors a few along the refined one.
std::vector<StudyPoint> begin_refinement(const Study& study, std::vector<std::vector<StudyPoint>>& lines);

// One more point for every line that is not complete: it halves the interval in which feasibility changes, or the longer of the two at the
// sharpest bend of the throughput. Lines stop at the points asked for, and where an interval cannot be halved.
std::vector<StudyPoint> refine(const Study& study, std::vector<std::vector<StudyPoint>>& lines, const FiguresOf& figures);

}  // namespace experiments
