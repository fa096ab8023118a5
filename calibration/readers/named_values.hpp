// Numbers under names, each with the place where it stands.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace calibration {

// A few dozen numbers, in the order in which they came. The name ends in the unit, as it does in the JSON.
class NamedValues {
 public:
  struct Entry {
    std::string name;
    double value;
    sim::Location place;
  };

  // The last one of a name counts.
  void set(std::string_view name, double value, sim::Location place);

  std::optional<double> get(std::string_view name) const;
  const Entry* find(std::string_view name) const;
  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }

  // Adds {name: value, ...} to the object, and {name: "file:line:column"} to its "places".
  void add_to(sim::Json& object) const;

 private:
  std::vector<Entry> entries_;
};

// A number as JSON: whole ones without a fraction.
sim::Json json_number(double value);

}  // namespace calibration
