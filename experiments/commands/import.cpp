// commitsim import: what was read from the files that people have, as JSON.
#include <iostream>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/report/json_layout.hpp"

namespace experiments {
namespace {

constexpr std::size_t kManyFiles = 10'000;

int import_command(const std::vector<std::string>& words) {
  Arguments arguments("import", "import FILE... [options]",
                      "Prints as JSON what was read from logs of sysbench, option files, output of SHOW VARIABLES and of fio, and "
                      "topologies, with the places it came from. A file is recognised by its content.");
  arguments.option("server", "VERSION", "the server that option files are for, such as mysql-8.0 or mariadb-10.11")
      .flag("include-outside", "also read what an option file includes from outside its folder")
      .option("output", "FILE", "write to FILE, not to stdout")
      .positional(1, kManyFiles, "FILE");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  calibration::ImportOptions options;
  options.server = arguments.get("server").value_or("");
  options.may_leave_folder = arguments.has("include-outside");
  const Output output(arguments.get("output"), diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(std::cerr);
    return kBadInput;
  }
  sim::Json files = sim::Json::array();
  for (const std::string& file : arguments.words()) files.push_back(import_file(file, options, diagnostics));
  for (const sim::Diagnostic& each : diagnostics.sorted()) std::cerr << to_string(each) << '\n';
  const sim::Json document{{"schema", "commitsim.import/1"}, {"files", std::move(files)}};
  const int written = output.write(laid_out(document) + "\n");
  return diagnostics.ok() ? written : kBadInput;
}

const bool import_registered =
    register_command({"import", "what was read from a sysbench, fio, option or status file, as JSON", import_command});

}  // namespace
}  // namespace experiments
