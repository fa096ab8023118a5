// What sysbench 0.5 and 1.0 print: the lines of --report-interval and the summary at the end, as far as they are there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/diagnostics.hpp"

namespace calibration {

// One report interval. Rates are per second of it.
struct SysbenchInterval {
  double end_s = 0;  // since the start of the run
  std::int64_t threads = 0;
  double tps = 0;
  std::optional<double> qps;  // reads, writes and others together
  std::optional<double> reads;
  std::optional<double> writes;
  std::optional<double> others;
  std::optional<double> p95_ms;  // only where sysbench was asked for this percentile, as it is by default
  std::optional<double> errors;
  std::optional<double> reconnects;
};

struct SysbenchSummary {
  std::optional<double> tps;
  std::optional<double> qps;
  std::optional<double> total_time_s;
  std::optional<double> min_ms;
  std::optional<double> mean_ms;
  std::optional<double> max_ms;
  std::optional<double> p95_ms;
};

struct SysbenchLog {
  std::int64_t threads = 0;  // 0: not said
  std::vector<SysbenchInterval> intervals;
  SysbenchSummary summary;
};

// Reads the text of a log; `file` is what the places say. Lines that it does not know are skipped, known ones that are
// malformed are errors. An interval whose qps is not the sum of its reads, writes and others is pointed out with a warning,
// and the sum is taken: such a line was edited, or shows the mean of the run.
SysbenchLog read_sysbench_log(std::string_view text, const std::string& file, sim::Diagnostics& diagnostics);

// Numbers of the intervals, without the first `skipped` of them, which are start-up.
double median_p95_ms(const SysbenchLog& log, std::size_t skipped = 0);
double interval_tps_cv(const SysbenchLog& log, std::size_t skipped = 1);

}  // namespace calibration
