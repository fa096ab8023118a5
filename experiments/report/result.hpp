// What a run gives to the writers: they format it and calculate nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/analysis/bounds.hpp"
#include "models/summary.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/provenance.hpp"

namespace experiments {

// NOLINTNEXTLINE(bugprone-exception-escape): of the defaulted move, which clang-tidy thinks may throw for its vectors
struct Result {
  std::string scenario_file;
  sim::Json scenario;                 // resolved: every default spelled out
  std::string network_model;          // who moved the messages
  sim::Provenance origins;            // where each of its values came from
  std::vector<std::string> warnings;  // about the input
  std::optional<double> wanted_precision;
  models::Summary summary;
  std::optional<models::Bounds> bounds;  // of its first load
};

}  // namespace experiments
