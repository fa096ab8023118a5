// A server's `variables` as a document gives them, and what they come to in the server's version.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/server_variables.hpp"
#include "sim/config/schema.hpp"

namespace models {

struct VariableSettings {
  sim::Node node;                  // as they stand in the document
  std::optional<Release> release;  // that they were resolved for
  ServerVariables values;          // its defaults, and what was given of those that are simulated
  std::vector<std::string> given;  // those in the document that this release knows, by their newest names

  // Those that were given and accepted and change nothing, in sentences without the full stop, with their places.
  std::vector<std::pair<sim::Location, std::string>> notes;
  sim::Json without_effect = sim::Json::object();  // their values, by the names in the document

  bool is_given(const std::string& newest_name) const;
};

// Gives the settings the defaults of the version and what is given in their node. Reports all that is wrong: variables that no
// release knows or that this one does not, names that it does not have, one variable set twice, values that it does not take,
// and values that are not simulated. With a version that means no release (somebody else's fault) only the first and third
// are seen. The origin of each value goes to the reader's provenance. Returns whether there was no fault.
bool resolve_variables(VariableSettings& settings, const std::string& version, const sim::Reader& reader);

}  // namespace models

namespace sim {

// Reading keeps the node; resolve_variables() says what it means.
template <>
struct Codec<models::VariableSettings> {
  static bool read(const Node& node, models::VariableSettings& settings, const Reader& reader);
  static Json write(const models::VariableSettings& settings);
  static std::string type() { return "server variables"; }
  static void describe(const FieldDescription& row, const models::VariableSettings& defaults, std::vector<FieldDescription>& out);
  static Json json_schema();
};

}  // namespace sim
