// commitsim init: a scenario from the files that a user has.
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/scenario/scenario_variable.hpp"
#include "experiments/init/scenario_draft.hpp"
#include "experiments/scenario/load_scenario.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

// What a scenario at `output` has to say to mean the file.
std::string as_seen_from(const std::string& output, const std::string& file) {
  if (fs::path(file).is_absolute()) return file;
  std::error_code failed;
  const fs::path folder = fs::absolute(output.empty() ? "." : fs::path(output).parent_path(), failed);
  const fs::path seen = fs::proximate(fs::absolute(file, failed), folder, failed);
  return failed || seen.empty() ? file : seen.generic_string();
}

void check_output(const std::string& output, bool may_overwrite, sim::Diagnostics& diagnostics) {
  std::error_code ignored;
  if (may_overwrite || !fs::exists(fs::symlink_status(output, ignored))) return;
  diagnostics.error({"--output", 0, 0}, fmt::format("{} exists; --force overwrites it", sim::quote(output)));
}

std::vector<sim::Json> import_all(const std::vector<std::string>& files, const std::string& server, sim::Diagnostics& diagnostics) {
  calibration::ImportOptions options;
  options.server = server;
  std::vector<sim::Json> imported;
  for (const std::string& file : files) imported.push_back(calibration::import_file(file, options, diagnostics));
  return imported;
}

int init(const std::vector<std::string>& words) {
  Arguments arguments("init", "init --from FILE... -o SCENARIO.yaml [options]",
                      "Composes a scenario from logs of sysbench, option files, SHOW VARIABLES, results of fio, and topologies. "
                      "What they do not say gets a default, and a line that says so.");
  arguments.list("from", "FILE...", "files to compose from, each recognised by its content")
      .option("output,o", "SCENARIO.yaml", "the file to write; without it, stdout")
      .option("server", "VERSION", "the server's version where no file says it, such as mysql-8.0 or mariadb-10.11")
      .flag("force", "overwrite SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const std::string output_file = arguments.get("output").value_or("");
  const std::string server = arguments.get("server").value_or("");
  const std::vector<std::string> files = arguments.all("from");
  if (files.empty()) diagnostics.error({"--from", 0, 0}, "FILE is missing");
  if (!server.empty() && !simulated_release(server))
    diagnostics.error({"--server", 0, 0},
                      fmt::format("{} cannot be simulated; `commitsim describe versions` lists what can", sim::quote(server)));
  if (!output_file.empty()) check_output(output_file, arguments.has("force"), diagnostics);
  const Output output(arguments.get("output"), diagnostics);
  std::vector<sim::Json> imported;
  if (diagnostics.ok()) imported = import_all(files, server, diagnostics);
  std::string text;
  if (diagnostics.ok()) {
    ScenarioDraft draft = draft_scenario(imported, server);
    if (!draft.device.value.empty()) draft.device.value = as_seen_from(output_file, draft.device.value);
    text = draft_yaml(draft);
    // What it says has to run: the same checks as for any scenario.
    const std::string name = output_file.empty() ? "scenario.yaml" : output_file;
    auto root = sim::read_document_text(text, name, diagnostics);
    if (root) load_scenario(std::move(*root), name, {}, diagnostics);
  }
  diagnostics.print(std::cerr);
  return diagnostics.ok() ? output.write(text) : kBadInput;
}

const bool init_registered = register_command({"init", "a scenario from what you have: my.cnf, sysbench logs, fio", init});

}  // namespace
}  // namespace experiments
