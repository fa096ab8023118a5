// A validation set that can be run: every case with its scenario looked up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/validation/validation_document.hpp"
#include "models/scenario.hpp"
#include "sim/config/document.hpp"

namespace experiments {

struct ValidationCase {
  std::string name;
  CaseDocument document;
  std::string file;  // of its scenario
  models::Scenario scenario;
  std::optional<sim::Seconds> run_for{};  // simulate no longer than this; none: as the scenario says
};

struct FittedCost {
  FitDocument document;
  sim::Location place;  // where its path is written
};

struct ValidationSet {
  std::string name;
  std::string description;
  std::vector<ValidationCase> cases;
  std::vector<FittedCost> fit;
  sim::Named<ClaimDocument> claims;

  // Where the case of this name is in `cases`, and in whatever is parallel to them. Throws std::logic_error when there is none:
  // names from the file have been looked for when it was read.
  std::size_t index_of(const std::string& case_name) const;
};

// Reads `file`; the set is called `name`. Faults of the set and of its cases' scenarios go to the diagnostics, those of a
// case's `set` at the place where it is written; nothing is returned when there is one.
std::optional<ValidationSet> load_validation_set(const std::string& name, const std::string& file,
                                                 sim::Diagnostics& diagnostics);

}  // namespace experiments
