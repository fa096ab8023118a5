// What a publication says without figures, as a validation set's file has it: the shape that the results must have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "sim/config/schema.hpp"

namespace experiments {

// Case by case, the values of `of` over those of `to` lie from `least` to `most`.
struct RatioDocument {
  std::vector<std::string> of;
  std::vector<std::string> to;
  double least = 0;
  std::optional<double> most;

  static sim::Schema<RatioDocument> schema();
};

// The value of each of these cases lies from `least` to `most`, in the metric's unit.
struct RangeDocument {
  std::vector<std::string> of;
  double least = 0;
  std::optional<double> most;

  static sim::Schema<RangeDocument> schema();
};

// The first case of a series that comes within a fraction of the series' largest value: its peak with 0, its knee with some
// per cent. It is one from `first` to `last`.
struct KneeDocument {
  std::vector<std::string> series;
  sim::Fraction within{0};
  std::string first;
  std::string last;

  static sim::Schema<KneeDocument> schema();
};

// Exactly one of the four, of one metric.
struct ShapeDocument {
  std::string metric = "tps";
  std::optional<RatioDocument> ratio;
  std::optional<RangeDocument> range;
  std::vector<std::string> order;  // cases, the largest first
  std::optional<KneeDocument> knee;

  static sim::Schema<ShapeDocument> schema();
};

struct ClaimDocument {
  std::string says;      // the claim in words
  std::string leans_on;  // the mechanism, and the costs without which it would not come out
  calibration::Role role = calibration::Role::predicted;  // fitted: a cost was chosen so that it comes out
  std::vector<ShapeDocument> shapes;

  static sim::Schema<ClaimDocument> schema();
};

// The names of cases in a shape that the set does not have, and other faults that only the set can tell, go to the diagnostics.
void check_claims(const sim::Named<ClaimDocument>& claims, const std::vector<std::string>& cases, const sim::Node& node,
                  sim::Diagnostics& diagnostics);

}  // namespace experiments
