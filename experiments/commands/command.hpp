// The subcommands of commitsim. Each is one file that registers itself.
#pragma once

#include <string>
#include <vector>

namespace experiments {

// Exit statuses: 0 done, 1 the run failed, 2 the input is at fault (nothing was run, nothing was overwritten).
inline constexpr int kDone = 0;
inline constexpr int kRunFailed = 1;
inline constexpr int kBadInput = 2;

struct Command {
  std::string name;
  std::string summary;  // one line for the overview
  // Takes the words after the subcommand; returns the exit status. Results go to stdout, faults to stderr.
  int (*run)(const std::vector<std::string>& arguments);
};

// All commands, by name.
const std::vector<Command>& commands();

// Adds one; throws std::logic_error when the name is taken. Returns true, for static initialisers.
bool register_command(Command command);

}  // namespace experiments
