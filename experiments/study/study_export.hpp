// The points of a study as tables. They come from the database in the order of the design, so that a sweep that was killed and went on
// writes the same as one that was not.
#pragma once

#include <string>
#include <vector>

#include "experiments/study/study.hpp"
#include "experiments/study/study_database.hpp"

namespace experiments {

// For people: levels, responses with their half-widths, and which constraints fail.
std::string study_table(const Study& study, const std::vector<StoredPoint>& points);

// One row per point: place, a column per factor, seed, version, status, then for each metric its value and its half-width. With `all`
// every metric that a point has, else the study's responses.
std::string study_csv(const Study& study, const std::vector<StoredPoint>& points, bool all);

// One JSON object per line and point, with all metrics.
std::string study_json_lines(const Study& study, const std::vector<StoredPoint>& points);

}  // namespace experiments
