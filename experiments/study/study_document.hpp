// A study as its file says it: a base scenario, what is varied, what is asked.
//
//   scenario: one_semisync_two_async.yaml
//   precision: 2%
//   factors:
//     threads: {path: workload.threads, values: [1, 4, 16, 64]}
//     rtt: {path: network.default.rtt, from: 100us, to: 20ms, steps: 8, spacing: log}
//     durability:
//       levels:
//         safe: {set: [servers.source.variables.sync_binlog=1]}
//         fast: {set: [servers.source.variables.sync_binlog=0], cost: 0}
//   constraints: ["p99 < 10ms"]
//   objective: maximise tps
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/study/raw_value.hpp"
#include "sim/config/schema.hpp"

namespace experiments {

enum class Spacing { linear, log };

constexpr auto enum_names(Spacing) { return std::to_array<sim::EnumName<Spacing>>({{"linear", Spacing::linear}, {"log", Spacing::log}}); }

struct LevelDocument {
  std::vector<std::string> set;  // PATH=VALUE, as --set has them
  double cost = 0;               // in any unit, the same for all levels of a study

  static sim::Schema<LevelDocument> schema();
};

struct FactorDocument {
  std::string path;              // in the scenario; "" with levels
  std::vector<RawValue> values;
  RawValue from, to;
  std::int64_t steps = 0;
  Spacing spacing = Spacing::linear;
  sim::Named<LevelDocument> levels;

  static sim::Schema<FactorDocument> schema();
};

enum class DesignKind { grid, latin_hypercube, refine };

constexpr auto enum_names(DesignKind) {
  return std::to_array<sim::EnumName<DesignKind>>(
      {{"grid", DesignKind::grid}, {"latin_hypercube", DesignKind::latin_hypercube}, {"refine", DesignKind::refine}});
}

enum class RefineAround { knee, constraints };

constexpr auto enum_names(RefineAround) {
  return std::to_array<sim::EnumName<RefineAround>>({{"knee", RefineAround::knee}, {"constraints", RefineAround::constraints}});
}

struct DesignDocument {
  DesignKind kind = DesignKind::grid;
  std::int64_t points = 0;       // of a hypercube in all, of a refinement per setting of the other factors
  std::int64_t seed = 1;
  std::string along;             // the factor that is refined
  RefineAround around = RefineAround::knee;

  static sim::Schema<DesignDocument> schema();
};

struct StudyDocument {
  std::string description;
  std::string scenario;
  std::vector<std::string> set;
  std::optional<sim::Fraction> precision;
  sim::Named<FactorDocument> factors;
  DesignDocument design;
  std::vector<std::string> responses;
  std::vector<std::string> constraints;
  std::string objective;

  static sim::Schema<StudyDocument> schema();
};

}  // namespace experiments
