#include "experiments/lab/lab_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "experiments/report/json_layout.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

// In single quotes of the shell, or in double quotes of YAML.
std::string for_shell(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string for_yaml(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string notes(const LabPlan& plan) {
  std::string text = plan.cannot.empty() ? "" : "# One machine cannot do all of it:\n";
  for (const std::string& each : plan.cannot) text += "#   " + sim::printable(each) + "\n";
  return text;
}

// The runs of one number of clients are repetitions of one case.
std::map<std::int64_t, std::vector<LabRun>> by_threads(const LabPlan& plan) {
  std::map<std::int64_t, std::vector<LabRun>> cases;
  for (const LabRun& run : plan.runs) cases[run.threads].push_back(run);
  return cases;
}

// The files of the source lie on devices that fio has measured.
std::string disk_settings(const LoadedScenario& loaded, const fs::path& folder) {
  const auto& [name, source] = loaded.scenario.servers.front();
  std::string text;
  for (const auto& [file, device] : {std::pair{"redo_log", "redo"}, {"binary_log", "binlog"}}) {
    text += fmt::format(", {}", for_yaml(fmt::format("hosts.{}.devices.{}={{fio: {}}}", source.host, device,
                                                    (fs::absolute(folder) / fmt::format("fio_{}.json", device)).string())));
    text += fmt::format(", servers.{}.files.{}={}", name, file, device);
  }
  return text;
}

}  // namespace

fs::path lab_program() {
  if (const char* set = std::getenv("COMMITSIM_LAB")) return set;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path installed = program.parent_path().parent_path() / "share" / "commitsim" / "lab";
  if (!failed && fs::is_directory(installed, failed)) return installed;
  return fs::path(COMMITSIM_SOURCE_DIR) / "calibration" / "lab";
}

fs::path lab_tools() {
  if (const char* set = std::getenv("COMMITSIM_LAB_TOOLS")) return set;
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).parent_path() / "lab";
}

std::string plan_text(const LabPlan& plan) { return laid_out(plan.document) + "\n"; }

std::string script_text(const LabPlan& plan) {
  std::string text = "#!/bin/sh\n# Measures what plan.json says: private servers on this machine, gone when it ends; ";
  text += fmt::format("{} runs. Those that have a record here are not repeated.\n", plan.runs.size()) + notes(plan);
  text += "# Wanted: mariadb-server-core and mariadb-client-core (or --mysqld FILE), sysbench, python3";
  text += plan.document["fio"] == true ? ", fio" : "";
  text += ". As root the data directories are in memory.\nset -eu\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n";
  text += "exec python3 " + for_shell(lab_program().string()) + " run \"$here/plan.json\" --output \"$here\" --tools \\\n  ";
  return text + for_shell(lab_tools().string()) + " \"$@\"\n";
}

std::string calibration_text(const LabPlan& plan, const LoadedScenario& loaded, const LabOrigin& origin,
                             const fs::path& folder) {
  const models::ServerSpec& source = loaded.scenario.servers.front().second;
  const bool real_disk = plan.document["storage"] == "disk";
  std::error_code failed;
  const fs::path scenario = fs::relative(fs::absolute(origin.scenario), fs::absolute(folder), failed);
  std::string text = "# The runs of the lab beside what the scenario says. `commitsim calibrate` fits the cost and predicts the rest.\n";
  text += notes(plan) + "description: measured by the lab on one machine\nscenario: " + for_yaml(scenario.string());
  text += "\nfit:\n  - {cost: costs.client_round_trip.mean, low: 5us, high: 2ms}\n";
  text += "cases:\n";
  for (const auto& [threads, runs] : by_threads(plan)) {
    std::string set;
    for (const std::string& each : origin.overrides) set += for_yaml(each) + ", ";
    set += fmt::format("workload.threads={}, workload.client_host={}", threads, source.host);
    if (real_disk) set += disk_settings(loaded, folder);
    std::string records;
    for (const LabRun& run : runs) records += (records.empty() ? "" : ", ") + run.name + ".json";
    text += fmt::format("  t{:02}:\n    set: [{}]\n", threads, set);
    text += runs.front().is_fitted ? "    fitted: [tps, mean_ms]\n" : "    role: predicted\n";
    text += "    lab: [" + records + "]\n";
  }
  return text;
}

}  // namespace experiments
