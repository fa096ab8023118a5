// What the commands that simulate a study share: options, database, ranks, progress.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/commands/arguments.hpp"
#include "experiments/study/study.hpp"
#include "experiments/study/study_database.hpp"

namespace experiments {

struct StudyCommand {
  std::string name;
  std::string description;
  std::vector<std::string> formats;
  std::function<void(Arguments&)> add_options = [](Arguments&) {};
  std::function<void(const Study&, sim::Diagnostics&)> check = [](const Study&, sim::Diagnostics&) {};  // before anything is run
  std::function<std::string(const Study&, const std::vector<StoredPoint>&, const std::string& format, const Arguments&)> write;
};

// Simulates the points that the database does not have, then writes what the command makes of all of them. Returns the exit status.
int run_study(const StudyCommand& command, const std::vector<std::string>& words);

}  // namespace experiments
