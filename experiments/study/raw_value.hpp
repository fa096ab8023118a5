// A value of any kind, kept as the YAML it was written as: what a factor puts into a scenario.
#pragma once

#include <string>

#include "sim/config/codec.hpp"
#include "sim/config/document.hpp"

namespace experiments {

struct RawValue {
  std::string text;  // on one line; "" where nothing was given
};

}  // namespace experiments

namespace sim {

template <>
struct Codec<experiments::RawValue> {
  static bool read(const Node& node, experiments::RawValue& value, const Reader&) {
    value.text = write_on_one_line(node);
    return true;
  }
  static Json write(const experiments::RawValue& value) { return value.text; }
  static std::string type() { return "value"; }
  static Json json_schema() { return Json::object(); }
};

}  // namespace sim
