#include "experiments/commands/study_command.hpp"

#include <SQLiteCpp/Exception.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/study/sweep.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kUsualLimit{10};

void add_study_options(Arguments& arguments, const StudyCommand& command) {
  arguments.option("database", "FILE", "keeps the results, also those of other studies; default: the study's name with .sqlite")
      .option("jobs", "N", "simulations at the same time; default: one per core, under mpirun one per rank")
      .option("limit", "TIME", "of real time for one point, which has failed then; default 10min")
      .option("progress", "auto|bar|plain|none", "auto: a bar where stderr is a terminal, else none")
      .option("format", fmt::format("{}", fmt::join(command.formats, "|")), "of what is written")
      .option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .positional(1, 1, "STUDY.yaml");
  command.add_options(arguments);
}

struct StudyRequest {
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

Clock::duration limit_of(const Arguments& arguments, sim::Diagnostics& diagnostics) {
  const auto given = arguments.get("limit");
  if (!given) return kUsualLimit;
  const auto limit = sim::parse_time(*given);
  if (limit && limit.value->count() > 0) return std::chrono::duration_cast<Clock::duration>(*limit.value);
  diagnostics.error({"--limit", 0, 0}, limit ? "expected a time above 0" : limit.error);
  return kUsualLimit;
}

StudyRequest request_of(const Arguments& arguments, const StudyCommand& command, bool is_one_of_many, sim::Diagnostics& diagnostics) {
  StudyRequest request;
  request.format = one_of(arguments, "format", command.formats, diagnostics);
  request.progress = style_named(one_of(arguments, "progress", {"auto", "bar", "plain", "none"}, diagnostics));
  request.options.jobs = is_one_of_many && !arguments.has("jobs") ? 1 : jobs_of(arguments, diagnostics);
  request.options.limit = limit_of(arguments, diagnostics);
  const std::filesystem::path study = arguments.words().front();
  request.database = arguments.get("database").value_or(study.stem().string() + ".sqlite");
  return request;
}

// What the only rank does, or the first.
int lead(const StudyCommand& command, const Study& study, const StudyRequest& request, const Arguments& arguments, Ranks* ranks) {
  sim::Diagnostics diagnostics;
  const Output output(arguments.get("output"), diagnostics);
  auto database = diagnostics.ok() ? StudyDatabase::open(request.database, StudyDatabase::Access::read_write, diagnostics) : std::nullopt;
  std::optional<SweepOutcome> outcome;
  if (database) {
    SweepProgress progress(request.progress);
    outcome = sweep(study, *database, request.options, ranks, progress, diagnostics);
  }
  diagnostics.print(std::cerr);
  if (!outcome) return kBadInput;
  const int status = output.write(command.write(study, database->points(study.name), request.format, arguments));
  if (outcome->failed == 0) return status;
  std::cerr << fmt::format("commitsim {}: {} of {} points failed; the next sweep tries them again\n", command.name, outcome->failed,
                           outcome->points);
  return kRunFailed;
}

int lead_and_dismiss(const StudyCommand& command, const Study& study, const StudyRequest& request, const Arguments& arguments,
                     Ranks* ranks) {
  int status = kRunFailed;
  try {
    status = lead(command, study, request, arguments, ranks);
  } catch (const SQLite::Exception& error) {
    std::cerr << fmt::format("commitsim {}: error: {}: {}; what was finished before is kept\n", command.name, request.database.string(),
                             error.what());
  } catch (const std::runtime_error& error) {
    std::cerr << fmt::format("commitsim {}: error: {}\n", command.name, error.what());
  }
  if (ranks != nullptr) dismiss(*ranks);
  return status;
}

}  // namespace

int run_study(const StudyCommand& command, const std::vector<std::string>& words) {
  Arguments arguments(command.name, command.name + " STUDY.yaml [options]", command.description);
  add_study_options(arguments, command);
  if (const auto status = arguments.parse(words)) return *status;
  std::string why;
  const auto ranks = is_under_mpi() ? open_ranks(why) : nullptr;
  const bool is_first = !ranks || ranks->rank() == 0;
  sim::Diagnostics diagnostics;
  if (!why.empty()) diagnostics.error({"mpirun", 0, 0}, why);
  const StudyRequest request = request_of(arguments, command, ranks != nullptr, diagnostics);
  const auto study = load_study(arguments.words().front(), diagnostics);
  if (study) command.check(*study, diagnostics);
  if (is_first) diagnostics.print(std::cerr);
  if (!study || !diagnostics.ok()) return kBadInput;
  if (is_first) return lead_and_dismiss(command, *study, request, arguments, ranks.get());
  serve_sweep(*study, request.options, *ranks);
  return kDone;
}

}  // namespace experiments
