// commitsim calibrate: fits costs to measured runs, and proves them on the runs that were held out.
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/validation/calibration_report.hpp"
#include "experiments/validation/calibration_run.hpp"
#include "experiments/validation/profile_writer.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

constexpr int kMostStarts = 1000;
constexpr int kMostResamples = 1'000'000;

void add_options(Arguments& arguments) {
  arguments.option("output,o", "FILE", "write the cost profile there, when all is done and in one step")
      .option("name", "NAME", "of the profile; default: the file's name")
      .option("format", "table|json", "how to show what was found")
      .option("jobs", "N", "simulations at the same time; default: one per core")
      .option("starts", "N", "random starts of the search, beside the present costs and those of the analysis; default 8")
      .option("resamples", "N", "of the bootstrap over runs; default 1000")
      .option("loss", "huber|squares", "whether runs far off pull less; default huber")
      .positional(1, 1, "CALIBRATION.yaml");
}

CalibrationOptions options_of(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  CalibrationOptions options;
  options.jobs = jobs_of(arguments, diagnostics);
  options.random_starts = whole_number(arguments, "starts", 0, kMostStarts, diagnostics).value_or(options.random_starts);
  options.resamples = whole_number(arguments, "resamples", 2, kMostResamples, diagnostics).value_or(options.resamples);
  options.is_robust = one_of(arguments, "loss", {"huber", "squares"}, diagnostics) == "huber";
  return options;
}

std::string shown(const Calibration& calibration, const std::string& format) {
  return format == "json" ? calibration_json(calibration).dump(2) + "\n" : calibration_table(calibration);
}

std::string name_of_profile(const Arguments& arguments) {
  const auto file = arguments.get("output");
  return arguments.get("name").value_or(file ? std::filesystem::path(*file).stem().string() : "");
}

int calibrate_command(const std::vector<std::string>& words) {
  Arguments arguments("calibrate", "calibrate CALIBRATION.yaml [-o PROFILE.yaml] [options]",
                      "Fits costs to measured runs, says how well they are known, and predicts the runs that were held out.");
  add_options(arguments);
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  const std::string format = one_of(arguments, "format", {"table", "json"}, diagnostics);
  const CalibrationOptions options = options_of(arguments, diagnostics);
  const Output profile(arguments.get("output"), diagnostics);
  const std::string& file = arguments.words().front();
  const auto set = load_validation_set(std::filesystem::path(file).stem().string(), file, diagnostics);
  try {
    std::optional<Calibration> found;
    if (set && diagnostics.ok()) found = calibrate(*set, options, diagnostics);
    diagnostics.print(std::cerr);
    if (!found) return kBadInput;
    if (arguments.has("output")) {
      const std::string source = fmt::format("{} ({})", std::filesystem::path(file).filename().string(), set->description);
      const int status = profile.write(profile_text(*found, name_of_profile(arguments), source));
      if (status != kDone) return status;
    }
    return write_to_stdout(shown(*found, format));
  } catch (const sim::IsolatedRunError& error) {
    std::cerr << "commitsim calibrate: error: " << error.what() << "\n";
    return kRunFailed;
  }
}

const bool calibrate_registered =
    register_command({"calibrate", "fit costs to measured runs, and prove them on others", calibrate_command});

}  // namespace
}  // namespace experiments
