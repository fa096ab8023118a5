// Runs the points of a study, on the cores of this machine and on the other ranks of an MPI job, and keeps each as it ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "experiments/study/progress.hpp"
#include "experiments/study/ranks.hpp"
#include "experiments/study/study.hpp"
#include "experiments/study/study_database.hpp"

namespace experiments {

struct SweepOptions {
  int jobs = 1;                                                // simulations at a time, on each rank
  std::optional<std::chrono::steady_clock::duration> limit;    // a point that takes longer has failed
};

struct SweepOutcome {
  std::size_t points = 0;
  std::size_t known = 0;   // from runs before
  std::size_t failed = 0;
};

// Runs those points of the study that the database does not have. A point that crashes or takes too long is kept as failed, and tried again
// by the next sweep. Nothing after reporting faults of the points' scenarios, of which none is run then. The results do not depend on jobs
// and ranks; `ranks` may be null. Throws SQLite::Exception when a result cannot be kept.
std::optional<SweepOutcome> sweep(const Study& study, StudyDatabase& database, const SweepOptions& options, Ranks* ranks,
                                  SweepProgress& progress, sim::Diagnostics& diagnostics);

// What the ranks other than the first do: simulate what they are sent, until they are told that it is all.
void serve_sweep(const Study& study, const SweepOptions& options, Ranks& ranks);

// Tells the other ranks that it is all.
void dismiss(Ranks& ranks);

}  // namespace experiments
