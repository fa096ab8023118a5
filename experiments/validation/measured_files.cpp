#include "experiments/validation/measured_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/sysbench_log.hpp"
#include "experiments/scenario/data_files.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

using calibration::SysbenchRun;

struct Column {
  const char* metric;
  const char* of_sysbench;
};
constexpr std::array<Column, 5> kColumns{{{"tps", "tps"},
                                          {"mean_ms", "lat_avg_ms"},
                                          {"p50_ms", "lat_p50_ms"},
                                          {"p95_ms", "lat_p95_ms"},
                                          {"p99_ms", "lat_p99_ms"}}};

// Where the case names a log.
struct Naming {
  const std::string& file;
  const sim::Location place;
  std::int64_t threads;
};

bool is_measurement(const SysbenchRun& run, const Naming& naming, sim::Diagnostics& diagnostics) {
  if (!run.is_complete()) {
    const char* const what = run.has_failed() ? "failed" : "was cut short";
    diagnostics.error(naming.place, fmt::format("sysbench: {} is no measurement: the run that begins at line {} {}", naming.file,
                                                run.place.line, what));
    return false;
  }
  if (naming.threads > 0 && run.threads > 0 && run.threads != naming.threads) {
    diagnostics.error(naming.place, fmt::format("sysbench: {} was measured with {} threads, the case has {}", naming.file, run.threads,
                                                naming.threads));
    return false;
  }
  return true;
}

void add(CaseDocument& the_case, const std::string& metric, double value) {
  const auto is_it = [&](const auto& each) { return each.first == metric; };
  const auto found = std::find_if(the_case.measured.begin(), the_case.measured.end(), is_it);
  if (found != the_case.measured.end()) found->second.push_back(value);
  else the_case.measured.emplace_back(metric, std::vector<double>{value});
}

void add_run(CaseDocument& the_case, const SysbenchRun& run) {
  for (const Column& each : kColumns) {
    const auto value = run.value(each.of_sysbench);
    if (value && *value > 0) add(the_case, each.metric, *value);
  }
  if (run.intervals.size() > 2)
    the_case.interval_noise = calibration::interval_tps_cv(run) / std::sqrt(static_cast<double>(run.intervals.size() - 1));
}

void add_log(CaseDocument& the_case, const Naming& naming, const std::string& path, sim::Diagnostics& diagnostics) {
  sim::Diagnostics of_log;
  auto source = calibration::TextSource::open(path, of_log);
  const calibration::SysbenchLog log = source ? calibration::read_sysbench_log(*source, of_log) : calibration::SysbenchLog{};
  for (const sim::Diagnostic& each : of_log.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) diagnostics.error(each.place, each.message);
  }
  if (!of_log.ok()) return;
  if (log.runs.empty()) diagnostics.error(naming.place, fmt::format("sysbench: there is no run in {}", naming.file));
  for (const SysbenchRun& run : log.runs) {
    if (is_measurement(run, naming, diagnostics)) add_run(the_case, run);
  }
}

}  // namespace

void add_sysbench_logs(CaseDocument& the_case, std::int64_t threads, const std::string& from, const sim::Node& root,
                       const std::string& path, sim::Diagnostics& diagnostics) {
  if (the_case.sysbench.empty()) return;
  for (const Column& each : kColumns) {
    const std::string metric = each.metric;
    const auto is_it = [&](const auto& given) { return given.first == metric; };
    if (std::any_of(the_case.measured.begin(), the_case.measured.end(), is_it)) {
      diagnostics.error(root.location_of(path + ".measured." + metric), metric + ": given here and by the logs under `sysbench`");
      return;
    }
  }
  for (std::size_t i = 0; i < the_case.sysbench.size(); ++i) {
    const Naming naming{the_case.sysbench[i], root.location_of(sim::item_path(path + ".sysbench", i)), threads};
    add_log(the_case, naming, relative_to(from, the_case.sysbench[i]).string(), diagnostics);
  }
}

}  // namespace experiments
