// What a server's option file may say for a variable, in the units in which the server counts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/version/variable.hpp"

namespace models {

struct OptionType {
  VariableType type;           // times in the server's counts; limits of 0 and 0: not known
  std::string unit;            // of a time: "s", "ms" or "us"
  bool can_be_clipped = true;  // whether the limits are the server's own, to which it pulls a value that lies beyond

  // The value in counts as a scenario has it: "5s" for 5000 of "ms", "512MiB" for 536870912 bytes.
  std::string in_scenario(std::int64_t counts) const;
};

using OptionTypes = std::map<std::string, OptionType>;

// The types of all variables that the release knows, by all their names. Those of the releases asked for last are kept, for a folder of
// option files asks for the same again and again.
std::shared_ptr<const OptionTypes> option_types(const Release& release);

}  // namespace models
