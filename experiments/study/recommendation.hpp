// Which points of a study meet its constraints, and which of them is best.
#pragma once

#include <string>
#include <vector>

#include "experiments/study/study.hpp"
#include "experiments/study/study_database.hpp"

namespace experiments {

struct Candidate {
  std::size_t place = 0;       // in the study
  double objective = 0;
  double objective_half_width = 0;  // NaN where it has none
  double margin = 0;           // of the constraint that is nearest to its bound, relative to that; negative: it fails
  std::string nearest;         // that constraint; "" without constraints
  bool is_sure = true;         // whether the half-widths leave all constraints met, or one failed
};

struct Recommendation {
  std::vector<Candidate> feasible;    // the best first; among equals the one with the greater margin
  std::vector<Candidate> infeasible;  // the one that misses by least first
  std::size_t failed = 0;             // points without a result
};

// There is an objective among what is `asked`. Points that were not simulated are left out.
Recommendation recommend(const Questions& asked, const std::vector<StoredPoint>& points);

// For people: the best, its margin, the runner-up and what that would cost; or how far the nearest miss is off.
std::string recommendation_text(const Study& study, const std::vector<StoredPoint>& points, const Recommendation& recommendation);

// commitsim.recommendation/1.
sim::Json recommendation_json(const Study& study, const std::vector<StoredPoint>& points, const Recommendation& recommendation);

}  // namespace experiments
