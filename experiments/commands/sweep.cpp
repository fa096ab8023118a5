// commitsim sweep: simulates every point of a study and keeps it; goes on where an earlier sweep was stopped.
#include "experiments/commands/command.hpp"
#include "experiments/commands/study_command.hpp"
#include "experiments/study/study_export.hpp"

namespace experiments {
namespace {

std::string exported(const Study& study, const std::vector<StoredPoint>& points, const std::string& format, const Arguments& arguments) {
  if (format == "csv") return study_csv(study, points, arguments.has("all"));
  if (format == "jsonl") return study_json_lines(study, points);
  return study_table(study, points);
}

int sweep_command(const std::vector<std::string>& words) {
  StudyCommand command;
  command.name = "sweep";
  command.description =
      "Simulates every point of a study and keeps each as it ends: a sweep that was stopped goes on where it was. "
      "Under mpirun or srun the points are spread over the ranks.";
  command.formats = {"table", "csv", "jsonl"};
  command.add_options = [](Arguments& arguments) { arguments.flag("all", "all metrics in the CSV, not the study's responses alone"); };
  command.write = exported;
  return run_study(command, words);
}

const bool sweep_registered = register_command({"sweep", "simulate many variants of a scenario, and keep what came out", sweep_command});

}  // namespace
}  // namespace experiments
