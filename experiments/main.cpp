// commitsim: predicts commit throughput, latency and lag of MySQL clusters.
#include <csignal>
#include <exception>
#include <iostream>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/report/version.hpp"
#include "sim/config/diagnostics.hpp"
#include "sim/engine/simgrid_setup.hpp"

namespace {

using namespace experiments;
using Words = std::vector<std::string>;

std::string overview() {
  std::string text =
      "commitsim predicts what a MySQL-family cluster will do: throughput, latency, replication lag.\n\n"
      "usage: commitsim COMMAND [options]\n\nCommands\n";
  for (const Command& command : commands()) text += fmt::format("  {:<12} {}\n", command.name, command.summary);
  return text +
         "\n`commitsim COMMAND --help` or `commitsim help COMMAND` says more about one; `commitsim --version` says "
         "which this is.\n"
         "Exit status: 0 done, 1 the run failed, 2 the input is at fault and nothing was run.\n";
}

const Command* find_command(const std::string& name) {
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

int unknown_command(const std::string& name) {
  Words known;
  for (const Command& command : commands()) known.push_back(command.name);
  std::cerr << fmt::format("commitsim: error: unknown command {}{}\n", sim::quote(name), sim::known_words(name, known));
  return kBadInput;
}

int help(const Words& words) {
  if (words.empty()) return write_to_stdout(overview());
  const Command* command = find_command(words.front());
  return command == nullptr ? unknown_command(words.front()) : command->run({"--help"});
}

int run_program(const Words& words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h") return write_to_stdout(overview());
  if (words.front() == "--version")
    return write_to_stdout(fmt::format("commitsim {}\n{}\n", version(), sim::simgrid_provenance()));
  const Words rest(words.begin() + 1, words.end());
  if (words.front() == "help") return help(rest);
  const Command* command = find_command(words.front());
  return command == nullptr ? unknown_command(words.front()) : command->run(rest);
}

}  // namespace

int main(int count, char** words) {
  // A reader that goes away (| head) shows as a failed write, not as a signal.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_program(Words(words + 1, words + count));
  } catch (const std::exception& error) {
    std::cerr << fmt::format("commitsim: error: {}\n", sim::printable(error.what()));
    return kRunFailed;
  }
}
