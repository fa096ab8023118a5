#include "calibration/readers/sysbench_summary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace calibration {
namespace {

constexpr std::size_t kMostBuckets = 10'000;  // sysbench has 1024

struct Counted {
  std::string_view label;
  std::string_view count;
  std::string_view rate;  // in brackets behind the count; empty: none
};

constexpr std::array<Counted, 11> kCounted{{
    {"read:", "queries_read", ""},
    {"write:", "queries_write", ""},
    {"other:", "queries_other", ""},
    {"total:", "queries_total", ""},
    {"transactions:", "transactions", "tps"},
    {"deadlocks:", "deadlocks", "deadlocks_per_s"},
    {"read/write requests:", "rw_requests", "rw_requests_per_s"},
    {"other operations:", "other_operations", "other_operations_per_s"},
    {"queries:", "queries", "qps"},
    {"ignored errors:", "ignored_errors", "ignored_errors_per_s"},
    {"reconnects:", "reconnects", "reconnects_per_s"},
}};

struct Plain {
  std::string_view label;
  std::string_view name;
};

constexpr std::array<Plain, 5> kPlain{{
    {"total time:", "duration_s"},
    {"time elapsed:", "duration_s"},
    {"total number of events:", "events"},
    {"total time taken by event execution:", "event_time_s"},
    {"events/s (eps):", "eps"},
}};

constexpr std::array<Plain, 4> kLatencies{{
    {"min:", "lat_min_ms"},
    {"avg:", "lat_avg_ms"},
    {"max:", "lat_max_ms"},
    {"sum:", "lat_sum_ms"},
}};

bool read_counted(const TextLine& line, SysbenchSummary& summary) {
  for (const Counted& each : kCounted) {
    if (!line.begins_with(each.label)) continue;
    auto position = *line.after(each.label);
    if (line.text().substr(position).starts_with("N/A")) {
      summary.are_reconnects_unknown = true;
      return true;
    }
    const auto place = line.place(position);
    if (const auto count = line.number_at(position)) summary.values.set(each.count, *count, place);
    position = line.text().find('(', position);
    if (each.rate.empty() || position == std::string_view::npos) return true;
    const auto rate_place = line.place(++position);
    if (const auto rate = line.number_at(position, " per sec")) summary.values.set(each.rate, *rate, rate_place);
    return true;
  }
  return false;
}

// A time "8.26", "8.26ms", "0.0083s" as ms.
std::optional<double> milliseconds(const TextLine& line, std::size_t position) {
  double value = 0;
  const std::string_view text = line.text();
  const auto [stop, fault] = std::from_chars(text.data() + position, text.data() + text.size(), value);
  const std::string_view unit = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (fault == std::errc{} && unit.starts_with("s") && std::isfinite(value) && value >= 0) return value * 1000;
  return line.number_at(position);
}

// "95th percentile: 6.09" of 1.0, "approx.  95 percentile: 1.46ms" of 0.4 and 0.5, "percentile stats: disabled".
bool read_percentile(const TextLine& line, SysbenchSummary& summary) {
  if (line.begins_with("percentile stats:")) {
    summary.has_percentile = false;
    return true;
  }
  const auto value = line.after("percentile:");
  if (!value) return false;
  auto position = line.text().find_first_of("0123456789");
  if (position >= *value) return false;
  double percent = 0;
  std::from_chars(line.text().data() + position, line.text().data() + line.text().size(), percent);
  if (const auto latency = milliseconds(line, *value))
    summary.values.set(fmt::format("lat_p{:g}_ms", percent), *latency, line.place(*value));
  return true;
}

bool read_latency_line(const TextLine& line, SysbenchSummary& summary) {
  for (const Plain& each : kLatencies) {
    if (!line.begins_with(each.label)) continue;
    const auto position = *line.after(each.label);
    if (const auto value = milliseconds(line, position)) summary.values.set(each.name, *value, line.place(position));
    return true;
  }
  return read_percentile(line, summary);
}

// "events (avg/stddev): 4705.0000/14.57"
bool read_fairness(const TextLine& line, SysbenchSummary& summary) {
  const bool of_events = line.begins_with("events (avg/stddev):");
  if (!of_events && !line.begins_with("execution time (avg/stddev):")) return false;
  auto position = *line.after("(avg/stddev):");
  const std::string name = of_events ? "thread_events" : "thread_busy_s";
  const auto place = line.place(position);
  const auto mean = line.number_at(position, "/");
  if (!mean) return true;
  summary.values.set(name + "_mean", *mean, place);
  if (const auto deviation = line.number_at(position)) summary.values.set(name + "_stddev", *deviation, place);
  return true;
}

void say_workload(SysbenchRun& run, std::string_view name) { run.workload = name; }

// The words by which 0.4 and 0.5 say what they do.
bool read_test_mode(const TextLine& line, SysbenchRun& run) {
  if (line.begins_with("Doing read-only test")) say_workload(run, "read-only");
  else if (line.begins_with("Doing read-write test") || line.begins_with("Running mixed OLTP test")) say_workload(run, "read-write");
  else if (line.begins_with("Skipping BEGIN/COMMIT")) run.skips_begin = true;
  else if (line.begins_with("Doing CPU performance benchmark") || line.begins_with("Prime numbers limit")) say_workload(run, "cpu");
  else if (line.begins_with("Extra file open flags")) say_workload(run, "fileio");
  else if (line.begins_with("Running memory speed test")) say_workload(run, "memory");
  else return false;
  return true;
}

constexpr std::array<Plain, 5> kOptions{{
    {"Target transaction rate:", "target_rate"},
    {"Warmup time:", "warmup_s"},
    {"Report intermediate results every", "interval_s"},
    {"Maximum number of requests for OLTP test is limited to", "max_requests"},
    {"Initializing random number generator from seed (", "seed"},
}};

}  // namespace

bool begins_sysbench_summary(const TextLine& line) {
  for (const std::string_view words : {"SQL statistics:", "OLTP test statistics:", "General statistics:", "Test execution summary:"}) {
    if (line.begins_with(words)) return true;
  }
  return false;
}

bool read_sysbench_summary_line(const TextLine& line, SysbenchSummary& summary, bool& in_latency) {
  if (line.begins_with("Latency (ms):") || line.begins_with("response time:") || line.begins_with("per-request statistics:")) {
    in_latency = true;
    return true;
  }
  if (line.begins_with("Threads fairness:")) in_latency = false;
  if (in_latency && read_latency_line(line, summary)) return true;
  for (const Plain& each : kPlain) {
    if (!line.begins_with(each.label)) continue;
    auto position = *line.after(each.label);
    const auto place = line.place(position);
    const bool has_unit = each.name == "duration_s";
    const bool may_have_unit = each.name == "event_time_s";  // from 0.5 on
    const bool has_s = has_unit || (may_have_unit && line.text().find('s', position) != std::string_view::npos);
    if (const auto value = line.number_at(position, has_s ? "s" : "")) summary.values.set(each.name, *value, place);
    return true;
  }
  return read_counted(line, summary) || read_fairness(line, summary);
}

bool read_sysbench_option_line(const TextLine& line, SysbenchRun& run) {
  if (line.begins_with("Number of threads:")) {
    const auto threads = line.number_after("Number of threads:").value_or(0);
    run.threads = static_cast<std::int64_t>(std::min(threads, 1e9));
    return true;
  }
  for (const Plain& each : kOptions) {
    if (!line.begins_with(each.label)) continue;
    auto position = *line.after(each.label);
    const auto place = line.place(position);
    double value = 0;
    const std::string_view text = line.text();
    const auto [stop, fault] = std::from_chars(text.data() + position, text.data() + text.size(), value);
    if (fault == std::errc{} && std::isfinite(value) && value >= 0) run.options.set(each.name, value, place);
    return true;
  }
  return read_test_mode(line, run);
}

bool read_sysbench_bucket(std::string_view text, SysbenchHistogram& histogram) {
  const auto bar = text.find('|');
  const auto first = text.find_first_not_of(" \t");
  if (bar == std::string_view::npos || first >= bar) return false;
  double value = 0;
  const auto [stop, fault] = std::from_chars(text.data() + first, text.data() + bar, value);
  const auto between = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (fault != std::errc{} || between.find_first_not_of(" \t") != bar - (text.size() - between.size())) return false;
  const auto counted = text.find_first_not_of("* ", bar + 1);
  if (counted == std::string_view::npos) return false;
  double count = 0;
  const auto [end, bad] = std::from_chars(text.data() + counted, text.data() + text.size(), count);
  if (bad != std::errc{} || !(count >= 0) || !std::isfinite(value + count)) return false;
  histogram.total += count;
  if (histogram.buckets.size() < kMostBuckets) histogram.buckets.emplace_back(value, count);
  return true;
}

}  // namespace calibration
