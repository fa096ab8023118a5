// commitsim lab: the run that would measure this very scenario on the user's machine, as far as one machine can.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/lab/lab_folder.hpp"
#include "experiments/validation/run_validation.hpp"
#include "experiments/validation/validation_report.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

constexpr int kMostSeconds = 3600;
constexpr int kMostRepetitions = 100;
constexpr int kLabBadInput = 2;

LabOptions lab_options_of(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  LabOptions options;
  options.real_disk = arguments.has("real-disk");
  if (const auto seconds = whole_number(arguments, "seconds", 1, kMostSeconds, diagnostics)) options.seconds = *seconds;
  if (const auto repetitions = whole_number(arguments, "repetitions", 1, kMostRepetitions, diagnostics)) options.repetitions = *repetitions;
  return options;
}

// All files, or the status of the first that cannot be written.
int write_folder(const fs::path& folder, const LabPlan& plan, const LoadedScenario& loaded, const LabOrigin& origin,
                 sim::Diagnostics& diagnostics) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) diagnostics.error({folder.string(), 0, 0}, failed.message());
  const std::pair<const char*, std::string> files[]{{"plan.json", plan_text(plan)},
                                                    {"measure.sh", script_text(plan)},
                                                    {"calibration.yaml", calibration_text(plan, loaded, origin, folder)}};
  for (const auto& [name, text] : files) {
    if (!diagnostics.ok()) return kBadInput;
    const Output output((folder / name).string(), diagnostics);
    if (!diagnostics.ok()) return kBadInput;
    if (const int status = output.write(text); status != kDone) return status;
  }
  const fs::perms all_execute = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  fs::permissions(folder / "measure.sh", all_execute, fs::perm_options::add, failed);
  return kDone;
}

// Runs the script, which has the terminal; its exit status.
int run_script(const fs::path& script, const std::optional<std::string>& mysqld) {
  const pid_t child = fork();
  if (child == 0) {
    const std::string path = script.string();
    if (mysqld) execl("/bin/sh", "sh", path.c_str(), "--mysqld", mysqld->c_str(), nullptr);
    else execl("/bin/sh", "sh", path.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return kRunFailed;
  return WEXITSTATUS(status);
}

// The prediction beside what the lab has measured.
int compare_with_records(const fs::path& folder) {
  sim::Diagnostics diagnostics;
  const auto set = load_validation_set("lab", (folder / "calibration.yaml").string(), diagnostics);
  diagnostics.print(std::cerr);
  if (!set) return kRunFailed;
  try {
    const auto summaries = simulate_cases({*set}, 1);
    auto rows = compare(*set, summaries.front());
    for (auto& row : rows) row.role = calibration::Role::predicted;  // nothing has been fitted yet
    return write_to_stdout(validation_table(rows, {}) + fmt::format("commitsim calibrate {} fits the costs of this machine\n",
                                                                    (folder / "calibration.yaml").string()));
  } catch (const sim::IsolatedRunError& error) {
    std::cerr << "commitsim lab: error: " << error.what() << "\n";
    return kRunFailed;
  }
}

int lab(const std::vector<std::string>& words) {
  Arguments arguments("lab", "lab SCENARIO.yaml -o FOLDER [--run] [options]",
                      "Writes what measures this scenario on this machine, with private servers: a plan, a script and a calibration.");
  add_scenario_options(arguments);
  arguments.option("output,o", "FOLDER", "where to; default: lab-NAME of the scenario")
      .flag("run", "start it as well, and show prediction and measurement side by side")
      .flag("real-disk", "this machine's disk, measured with fio, instead of the scenario's fsync times")
      .option("seconds", "N", "length of each run; default 10")
      .option("repetitions", "N", "of each run; default 1")
      .option("mysqld", "FILE", "the server's program, with --run; default: mariadbd")
      .positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  const std::string& file = arguments.words().front();
  const LabOptions options = lab_options_of(arguments, diagnostics);
  const auto loaded = load_scenario(file, arguments, diagnostics);
  const LabPlan plan = loaded && diagnostics.ok() ? lab_plan(*loaded, options, diagnostics) : LabPlan{};
  const fs::path folder = arguments.get("output").value_or("lab-" + fs::path(file).stem().string());
  const LabOrigin origin{file, arguments.all("set")};
  const int written = diagnostics.ok() ? write_folder(folder, plan, *loaded, origin, diagnostics) : kBadInput;
  diagnostics.print(std::cerr);
  if (written != kDone) return written;
  for (const std::string& each : plan.cannot) std::cerr << "commitsim lab: note: " << sim::printable(each) << "\n";
  if (!arguments.has("run")) return write_to_stdout(fmt::format("{}: sh measure.sh measures it\n", sim::printable(folder.string())));
  const int measured = run_script(folder / "measure.sh", arguments.get("mysqld"));
  if (measured != 0) return measured == kLabBadInput ? kBadInput : kRunFailed;
  return compare_with_records(folder);
}

const bool lab_registered = register_command({"lab", "write, and run, what measures a scenario on this machine", lab});

}  // namespace
}  // namespace experiments
