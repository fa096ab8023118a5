#include "experiments/commands/command.hpp"

#include <algorithm>
#include <stdexcept>

namespace experiments {
namespace {

std::vector<Command>& catalogue() {
  static std::vector<Command> all;
  return all;
}

}  // namespace

const std::vector<Command>& commands() { return catalogue(); }

bool register_command(Command command) {
  auto& all = catalogue();
  const auto place = std::lower_bound(all.begin(), all.end(), command.name,
                                      [](const auto& each, const auto& name) { return each.name < name; });
  if (place != all.end() && place->name == command.name) throw std::logic_error("two commands named " + command.name);
  all.insert(place, command);
  return true;
}

}  // namespace experiments
