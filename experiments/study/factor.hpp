// What a factor can be set to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/study/study_document.hpp"

namespace experiments {

struct Level {
  std::string label;              // as tables show it
  std::vector<std::string> set;   // PATH=VALUE
  double cost = 0;
  std::optional<double> number;   // its value in base units (seconds, bytes, 1/s), where it is one
};

// A quantity as it is written in a scenario: a number with or without a unit.
struct Quantity {
  enum class Kind { number, integer, time, size, bandwidth, rate, fraction };
  Kind kind = Kind::number;
  double value = 0;               // in base units

  std::string text() const;
};

// Reads a number with any of the units; nothing for other text.
std::optional<Quantity> quantity_of(const std::string& text);

class Factor {
 public:
  // Of a document that its schema has checked. Faults go to the diagnostics, at `place`.
  Factor(std::string name, const FactorDocument& document, const sim::Location& place, sim::Diagnostics& diagnostics);

  const std::string& name() const { return name_; }
  bool is_range() const { return low_.has_value(); }

  // The values of a list or the levels, in their order; of a range its steps.
  const std::vector<Level>& levels() const { return levels_; }

  // Of a range: the value at a share of its length, from 0 to 1; whole numbers where both ends are.
  Level at(double share) const;

  // Of a range: the share at which a level lies.
  double share_of(const Level& level) const;

 private:
  void read_range(const FactorDocument& document, const sim::Location& place, sim::Diagnostics& diagnostics);
  Level level_of(const Quantity& quantity) const;

  std::string name_;
  std::string path_;
  std::vector<Level> levels_;
  std::optional<Quantity> low_;
  Quantity high_;
  Spacing spacing_ = Spacing::linear;
};

}  // namespace experiments
