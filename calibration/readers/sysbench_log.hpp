// What sysbench 0.4, 0.5, 1.0, 1.1 and go-sysbench print: options, report intervals, histogram and summary, run by run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calibration/readers/named_values.hpp"
#include "calibration/readers/text_source.hpp"
#include "sim/config/diagnostics.hpp"

namespace calibration {

// One report interval. Rates are per second of it.
struct SysbenchInterval {
  double end_s = 0;  // since the start of the run
  int line = 0;      // of the file
  std::int64_t threads = 0;
  double tps = 0;
  std::optional<double> qps;  // reads, writes and others together
  std::optional<double> reads;
  std::optional<double> writes;
  std::optional<double> others;
  std::optional<double> percent;     // which percentile: 95 unless asked otherwise; unknown in CSV and JSON
  std::optional<double> latency_ms;  // this percentile
  std::optional<double> errors;
  std::optional<double> reconnects;
  std::optional<double> queue_length;  // with --rate: events that wait for a thread
  std::optional<double> concurrency;   // with --rate: busy threads

  std::optional<double> p95_ms() const { return percent == 95 ? latency_ms : std::nullopt; }
};

// --histogram: response times by bucket.
struct SysbenchHistogram {
  std::vector<std::pair<double, double>> buckets;  // value in ms, count
  double total = 0;

  // The value of the bucket that the quantile (0 to 1) falls into; nothing without counts.
  std::optional<double> quantile_ms(double quantile) const;
};

// The statistics that a run ends with, or prints at a checkpoint. Names are those of the JSON: events, tps, lat_avg_ms, ...
struct SysbenchSummary {
  NamedValues values;
  bool has_percentile = true;           // false: switched off with --percentile=0
  bool are_reconnects_unknown = false;  // "N/A" of go-sysbench
  std::optional<double> checkpoint_s;
};

// What went wrong while it ran, as far as sysbench says so.
struct SysbenchFaults {
  std::size_t fatal = 0;
  std::size_t alerts = 0;
  int first_errno = 0;  // 0: not said
  std::string first_sqlstate;
  std::string first_message;
  sim::Location first_place;
};

struct SysbenchRun {
  sim::Location place;                         // the first line that belongs to it
  std::string version;                         // "1.0.20", "go-sysbench 0.5.1"; empty: not said
  std::map<std::string, std::string> command;  // options of the command line, "script" and "command" (run, prepare); no secrets
  std::string workload;                        // oltp_write_only, read-only, ...; empty: not said
  std::int64_t threads = 0;                    // 0: not said
  NamedValues options;                         // target_rate, interval_s, warmup_s, max_requests, ...
  bool skips_begin = false;                    // no BEGIN and COMMIT around a transaction
  bool has_started = false;                    // "Threads started!", or results
  bool was_interrupted = false;                // ^C
  std::vector<SysbenchInterval> intervals;     // at most kMostIntervals in all runs of a file
  std::size_t interval_count = 0;
  SysbenchHistogram histogram;
  std::vector<SysbenchSummary> checkpoints;
  std::optional<SysbenchSummary> summary;
  SysbenchFaults faults;

  bool has_failed() const { return faults.fatal > 0; }
  bool is_complete() const { return summary && !has_failed(); }
  std::optional<double> value(std::string_view name) const { return summary ? summary->values.get(name) : std::nullopt; }
};

struct SysbenchLog {
  std::vector<SysbenchRun> runs;  // only those with an option, an interval, a summary or a fault
  bool has_crlf = false;
};

inline constexpr std::size_t kMostIntervals = 100'000;
inline constexpr std::size_t kMostRuns = 10'000;

// Reads a log. Lines that it does not know are skipped, known ones that are malformed get a warning. An interval whose qps is
// not the sum of its reads, writes and others is pointed out, and the sum is taken: such a line was edited, or shows the mean
// of the run.
SysbenchLog read_sysbench_log(TextSource& source, sim::Diagnostics& diagnostics);

// Adds warnings where the numbers of a run contradict each other, or do not tell what one may think they tell.
void check_sysbench_run(const SysbenchRun& run, sim::Diagnostics& diagnostics);

// The workload that the queries of a transaction look like (oltp_read_write: 14 reads, 4 writes), or that was said; may be empty.
std::string likely_workload(const SysbenchRun& run);

// Numbers of the intervals, without the first `skipped` of them, which are start-up.
double median_p95_ms(const SysbenchRun& run, std::size_t skipped = 0);
double interval_tps_cv(const SysbenchRun& run, std::size_t skipped = 1);

}  // namespace calibration
