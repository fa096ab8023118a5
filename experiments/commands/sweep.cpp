// commitsim sweep: simulates every point of a study and keeps it; goes on where an earlier sweep was stopped.
#include <SQLiteCpp/Exception.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <thread>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/arguments.hpp"
#include "experiments/study/study_export.hpp"
#include "experiments/study/sweep.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr int kMostSweepJobs = 4096;
constexpr std::chrono::minutes kUsualLimit{10};

void add_sweep_options(Arguments& arguments) {
  arguments.option("database", "FILE", "keeps the results, also those of other studies; default: the study's name with .sqlite")
      .option("jobs", "N", "simulations at the same time; default: one per core, under mpirun one per rank")
      .option("limit", "TIME", "of real time for one point, which has failed then; default 10min")
      .option("progress", "auto|bar|plain|none", "auto: a bar where stderr is a terminal, else none")
      .option("format", "table|csv|jsonl", "of the results; csv: one row per point")
      .flag("all", "all metrics in the CSV, not the study's responses alone")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .positional(1, 1, "STUDY.yaml");
}

struct SweepRequest {
  std::string format;
  ProgressStyle progress = ProgressStyle::none;
  SweepOptions options;
  std::filesystem::path database;
};

ProgressStyle style_named(const std::string& name) {
  if (name == "bar") return ProgressStyle::bar;
  if (name == "plain") return ProgressStyle::plain;
  return name == "auto" && ::isatty(STDERR_FILENO) == 1 ? ProgressStyle::bar : ProgressStyle::none;
}

SweepRequest request_of(const Arguments& arguments, bool is_one_of_many, sim::Diagnostics& diagnostics) {
  SweepRequest request;
  request.format = one_of(arguments, "format", {"table", "csv", "jsonl"}, diagnostics);
  request.progress = style_named(one_of(arguments, "progress", {"auto", "bar", "plain", "none"}, diagnostics));
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  request.options.jobs = whole_number(arguments, "jobs", 1, kMostSweepJobs, diagnostics).value_or(is_one_of_many ? 1 : cores);
  request.options.limit = kUsualLimit;
  if (const auto given = arguments.get("limit")) {
    const auto limit = sim::parse_time(*given);
    if (!limit || limit.value->count() <= 0) diagnostics.error({"--limit", 0, 0}, limit ? "expected a time above 0" : limit.error);
    else request.options.limit = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(limit.value->count()));
  }
  const std::filesystem::path study = arguments.words().front();
  request.database = arguments.get("database").value_or(study.stem().string() + ".sqlite");
  return request;
}

std::string exported(const Study& study, const StudyDatabase& database, const SweepRequest& request, bool all) {
  const auto points = database.points(study.name);
  if (request.format == "csv") return study_csv(study, points, all);
  if (request.format == "jsonl") return study_json_lines(study, points);
  return study_table(study, points);
}

int lead(const Study& study, const SweepRequest& request, const Arguments& arguments, Ranks* ranks, sim::Diagnostics& diagnostics) {
  const Output output(arguments.get("output"), diagnostics);
  auto database = diagnostics.ok() ? StudyDatabase::open(request.database, StudyDatabase::Access::read_write, diagnostics) : std::nullopt;
  std::optional<SweepOutcome> outcome;
  if (database) {
    Progress progress(request.progress);
    outcome = sweep(study, *database, request.options, ranks, progress, diagnostics);
  }
  diagnostics.print(std::cerr);
  if (!outcome) return kBadInput;
  const int status = output.write(exported(study, *database, request, arguments.has("all")));
  if (outcome->failed > 0) {
    std::cerr << fmt::format("commitsim sweep: {} of {} points failed; the next sweep tries them again\n", outcome->failed, outcome->points);
    return kRunFailed;
  }
  return status;
}

int sweep_command(const std::vector<std::string>& words) {
  Arguments arguments("sweep", "sweep STUDY.yaml [options]",
                      "Simulates every point of a study and keeps each as it ends: a sweep that was stopped goes on where it was. "
                      "Under mpirun or srun the points are spread over the ranks.");
  add_sweep_options(arguments);
  if (const auto status = arguments.parse(words)) return *status;
  std::string why;
  const auto ranks = is_under_mpi() ? open_ranks(why) : nullptr;
  sim::Diagnostics diagnostics;
  if (!ranks && !why.empty()) diagnostics.error({"mpirun", 0, 0}, why);
  const SweepRequest request = request_of(arguments, ranks != nullptr, diagnostics);
  const auto study = load_study(arguments.words().front(), diagnostics);
  const bool is_first = !ranks || ranks->rank() == 0;
  if (!study || !diagnostics.ok()) {
    if (is_first) diagnostics.print(std::cerr);
    return kBadInput;
  }
  if (!is_first) {
    serve_sweep(*study, request.options, *ranks);
    return kDone;
  }
  int status = kRunFailed;
  try {
    status = lead(*study, request, arguments, ranks.get(), diagnostics);
  } catch (const SQLite::Exception& error) {
    std::cerr << fmt::format("commitsim sweep: error: {}: {}; what was finished before is kept\n", request.database.string(), error.what());
  } catch (const std::runtime_error& error) {
    std::cerr << fmt::format("commitsim sweep: error: {}\n", error.what());
  }
  if (ranks) dismiss(*ranks);
  return status;
}

const bool sweep_registered = register_command({"sweep", "simulate many variants of a scenario, and keep what came out", sweep_command});

}  // namespace
}  // namespace experiments
