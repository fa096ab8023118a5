#include "calibration/readers/sysbench_log.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "calibration/comparison.hpp"
#include "calibration/readers/text_line.hpp"

namespace calibration {
namespace {

// By how much qps may differ from the sum of its parts: sysbench counts on while it prints, and rounds.
constexpr double kUsualDifference = 0.01;

// "[3s]" and "[ 3s ]" begin an interval line; returns its time. Any other line has none.
std::optional<double> interval_end(const TextLine& line, bool& is_interval) {
  is_interval = line.begins_with("[");
  auto position = line.after("[");
  if (!is_interval || !position) return std::nullopt;
  is_interval = *position < line.text().size() && line.text()[*position] >= '0' && line.text()[*position] <= '9';
  return is_interval ? line.number_at(*position, "s") : std::nullopt;
}

std::optional<double> first_of(const TextLine& line, std::string_view newer, std::string_view older) {
  return line.after(newer) ? line.number_after(newer) : line.number_after(older);
}

// "(r/w/o: 1.00/2.00/3.00)" of 1.0, "reads: 1.00, writes: 2.00" of 0.5.
void read_kinds(const TextLine& line, SysbenchInterval& interval) {
  if (auto position = line.after("r/w/o:")) {
    interval.reads = line.number_at(*position, "/");
    if (interval.reads) interval.writes = line.number_at(*position, "/");
    if (interval.writes) interval.others = line.number_at(*position);
  } else {
    interval.reads = line.number_after("reads:");
    interval.writes = line.number_after("writes:");
  }
}

// "lat (ms,95%): 7.70" of 1.0, "response time: 7.70ms (95%)" of 0.5.
std::optional<double> read_p95(const TextLine& line) {
  if (auto position = line.after("lat (ms,")) {
    const auto percent = line.number_at(*position, "%):");
    if (!percent) return std::nullopt;
    *position = line.text().find_first_not_of(' ', *position);
    const auto value = line.number_at(*position);
    return *percent == 95 ? value : std::nullopt;
  }
  auto position = line.after("response time:");
  if (!position) return std::nullopt;
  const auto value = line.number_at(*position, "ms");
  return line.after("(95%)") ? value : std::nullopt;
}

void check_qps(const TextLine& line, SysbenchInterval& interval) {
  if (!interval.others || !interval.reads || !interval.writes) return;
  const double sum = *interval.reads + *interval.writes + *interval.others;
  if (interval.qps && std::abs(*interval.qps - sum) <= kUsualDifference * sum) return;
  if (interval.qps) {
    line.warning(*line.after("qps:"),
                 fmt::format("qps {:.2f} is not the sum of r/w/o, {:.2f}: the sum is used", *interval.qps, sum));
  }
  interval.qps = sum;
}

void read_interval(const TextLine& line, double end, SysbenchLog& log) {
  const auto tps = line.number_after("tps:");
  if (!tps) {
    // With --rate, a second line tells the queue length.
    if (!line.after("tps:") && !line.after("queue length:")) line.error(line.text().size(), "an interval without tps");
    return;
  }
  SysbenchInterval interval;
  interval.end_s = end;
  interval.tps = *tps;
  interval.threads = static_cast<std::int64_t>(first_of(line, "thds:", "threads:").value_or(0));
  interval.qps = line.number_after("qps:");
  read_kinds(line, interval);
  check_qps(line, interval);
  interval.p95_ms = read_p95(line);
  interval.errors = first_of(line, "err/s:", "errors:");
  interval.reconnects = first_of(line, "reconn/s:", "reconnects:");
  if (!log.intervals.empty() && end <= log.intervals.back().end_s)
    line.error(0, "time goes back: is this a second run?");
  if (log.threads == 0) log.threads = interval.threads;
  log.intervals.push_back(interval);
}

// "transactions: 3874 (483.55 per sec.)"
void read_rate(const TextLine& line, std::string_view label, std::optional<double>& rate) {
  if (!line.begins_with(label)) return;
  auto position = line.text().find('(');
  if (position == std::string_view::npos) return;
  rate = line.number_at(++position, " per sec");
}

// "avg: 8.26" of 1.0, "avg: 8.26ms" of 0.5.
void read_value(const TextLine& line, std::string_view label, std::optional<double>& value) {
  if (line.begins_with(label)) value = line.number_after(label);
}

void read_summary_line(const TextLine& line, SysbenchLog& log) {
  SysbenchSummary& summary = log.summary;
  read_rate(line, "transactions:", summary.tps);
  read_rate(line, "queries:", summary.qps);
  if (line.begins_with("total time:")) {
    auto position = line.after("total time:");
    summary.total_time_s = line.number_at(*position, "s");
  }
  read_value(line, "min:", summary.min_ms);
  read_value(line, "avg:", summary.mean_ms);
  read_value(line, "max:", summary.max_ms);
  read_value(line, "95th percentile:", summary.p95_ms);
  read_value(line, "approx.  95 percentile:", summary.p95_ms);
  if (line.begins_with("Number of threads:")) {
    log.threads = static_cast<std::int64_t>(line.number_after("Number of threads:").value_or(0));
  }
}

void read_line(const TextLine& line, SysbenchLog& log) {
  bool is_interval = false;
  const auto end = interval_end(line, is_interval);
  if (end) read_interval(line, *end, log);
  if (!is_interval) read_summary_line(line, log);
}

}  // namespace

SysbenchLog read_sysbench_log(std::string_view text, const std::string& file, sim::Diagnostics& diagnostics) {
  SysbenchLog log;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    read_line(TextLine(line, file, number, diagnostics), log);
  }
  return log;
}

double median_p95_ms(const SysbenchLog& log, std::size_t skipped) {
  std::vector<double> values;
  for (std::size_t i = skipped; i < log.intervals.size(); ++i) {
    if (log.intervals[i].p95_ms) values.push_back(*log.intervals[i].p95_ms);
  }
  return median(std::move(values));
}

double interval_tps_cv(const SysbenchLog& log, std::size_t skipped) {
  const std::size_t count = log.intervals.size() - std::min(skipped, log.intervals.size());
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t i = skipped; i < log.intervals.size(); ++i) sum += log.intervals[i].tps;
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (std::size_t i = skipped; i < log.intervals.size(); ++i) squares += std::pow(log.intervals[i].tps - mean, 2);
  return std::sqrt(squares / static_cast<double>(count - 1)) / mean;
}

}  // namespace calibration
