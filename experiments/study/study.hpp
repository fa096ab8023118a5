// A study that can be run: its factors, what it asks, and the scenario of each of its points.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/scenario/load_scenario.hpp"
#include "experiments/study/criterion.hpp"
#include "experiments/study/factor.hpp"
#include "experiments/study/study_document.hpp"

namespace experiments {

// One level of every factor, in their order.
struct StudyPoint {
  std::vector<Level> levels;

  std::vector<std::string> set() const;
  double cost() const;
};

struct Study {
  std::string name;                     // of its file, without the ending
  std::string file;
  StudyDocument document;
  std::string scenario_file;
  sim::Node scenario;                   // the base, with what differs from it in all points
  std::vector<Factor> factors;
  Questions asked;

  // "threads=4, rtt=1ms"
  std::string label_of(const StudyPoint& point) const;

  // {"threads": "4", "rtt": "1ms"}
  sim::Json levels_of(const StudyPoint& point) const;
};

// Reads the study and checks it, with the base scenario. Nothing after reporting every fault.
std::optional<Study> load_study(const std::string& file, sim::Diagnostics& diagnostics);

// The scenario of a point, as short as the study's precision allows. Faults tell at which point; nothing with an error.
std::optional<LoadedScenario> scenario_of(const Study& study, const StudyPoint& point, sim::Diagnostics& diagnostics);

}  // namespace experiments
