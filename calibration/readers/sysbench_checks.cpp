// What is wrong with the numbers of a run, although every one of them could be read.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "calibration/comparison.hpp"
#include "calibration/readers/sysbench_log.hpp"

namespace calibration {
namespace {

constexpr double kRounding = 0.01;           // by which two numbers of a summary may differ
constexpr double kOfIntervals = 0.03;        // by which the mean of the intervals may differ from that of the run
constexpr double kMostlyCovered = 0.9;       // of the run's time
constexpr double kIdle = 0.9;                // of the threads' time in transactions, where they do nothing else
constexpr double kDip = 0.5;                 // of the median interval
constexpr double kManyErrors = 0.01;         // per event
constexpr double kBehindRate = 0.97;
constexpr double kSurelyLess = 3;  // standard deviations
constexpr std::size_t kFewIntervals = 4;

using Entry = NamedValues::Entry;

bool differ(double a, double b, double by) { return std::abs(a - b) > by * std::max(std::abs(a), std::abs(b)); }

// What intervals say about the run: how much of it they cover, and the mean over that time.
struct IntervalMean {
  double seconds = 0;
  double tps = 0;
};

IntervalMean mean_of_intervals(const SysbenchRun& run) {
  IntervalMean mean;
  double before = 0;
  double events = 0;
  for (const SysbenchInterval& each : run.intervals) {
    events += each.tps * (each.end_s - before);
    before = each.end_s;
  }
  mean.seconds = before;
  if (before > 0) mean.tps = events / before;
  return mean;
}

void check_against_intervals(const SysbenchRun& run, sim::Diagnostics& diagnostics) {
  const Entry* tps = run.summary->values.find("tps");
  const auto duration = run.value("duration_s");
  if (tps == nullptr || !duration || run.interval_count != run.intervals.size() || run.intervals.empty()) return;
  const IntervalMean mean = mean_of_intervals(run);
  const double warm_up = run.options.get("warmup_s").value_or(0);
  if (mean.seconds < kMostlyCovered * *duration) {
    diagnostics.warning(run.place, fmt::format("the interval lines cover {:g} of {:g} s: some are missing", mean.seconds, *duration));
  } else if (warm_up == 0 && differ(mean.tps, tps->value, kOfIntervals)) {
    diagnostics.warning(tps->place, fmt::format("tps {:g} is not the mean of the intervals, {:.2f}", tps->value, mean.tps));
  }
}

void check_summary(const SysbenchRun& run, sim::Diagnostics& diagnostics) {
  const NamedValues& values = run.summary->values;
  const auto events = values.get("events");
  const auto duration = values.get("duration_s");
  const Entry* tps = values.find("tps");
  const auto counted = values.get("transactions");
  if (tps != nullptr && counted && duration && *duration > 0 && differ(*counted / *duration, tps->value, kRounding)) {
    diagnostics.warning(tps->place, fmt::format("tps {:g} is not transactions by time, {:.2f}", tps->value, *counted / *duration));
  }
  const Entry* mean = values.find("lat_avg_ms");
  auto sum = values.get("lat_sum_ms");
  if (const auto busy = values.get("event_time_s"); busy && !sum) sum = *busy * 1000;
  if (mean != nullptr && sum && events && *events > 0 && std::abs(*sum / *events - mean->value) > 0.006 + kRounding * mean->value) {
    diagnostics.warning(mean->place, fmt::format("the mean {:g} ms is not the sum of latencies by events, {:.3f} ms", mean->value,
                                                 *sum / *events));
  }
  const Entry* errors = values.find("ignored_errors");
  if (errors != nullptr && events && errors->value > kManyErrors * *events)
    diagnostics.warning(errors->place, fmt::format("{:g} errors were ignored: what failed is not in tps", errors->value));
  const Entry* top = values.find("lat_p100_ms");
  if (const auto most = values.get("lat_max_ms"); top != nullptr && most && top->value > *most)
    diagnostics.warning(top->place, "the 100th percentile is the edge of a bucket, above the maximum");
  if (run.skips_begin)
    diagnostics.note(run.place, "no BEGIN and COMMIT: `other` counts calls that are no queries, so qps leaves them out");
}

// Clients of a closed loop are always in a transaction: their number is tps times the mean latency (Little's law).
void check_load(const SysbenchRun& run, sim::Diagnostics& diagnostics) {
  const auto tps = run.value("tps");
  const Entry* mean = run.summary->values.find("lat_avg_ms");
  if (!tps || mean == nullptr || run.threads == 0) return;
  if (const Entry* rate = run.options.find("target_rate")) {
    const double events = std::max(1.0, run.value("events").value_or(1));  // they arrive by chance
    const bool is_behind = *tps < (kBehindRate - kSurelyLess / std::sqrt(events)) * rate->value;
    diagnostics.note(rate->place, fmt::format("an open loop at {:g} per s: latencies are not threads by tps", rate->value));
    if (is_behind)
      diagnostics.warning(rate->place, fmt::format("{:g} tps were reached of the {:g} asked for: latencies hold the wait in a "
                                                   "growing queue", *tps, rate->value));
    return;
  }
  const double busy = *tps * mean->value / 1000;
  const auto threads = static_cast<double>(run.threads);
  if (busy > threads * (1 + kOfIntervals) + *tps * 6e-6) {
    diagnostics.warning(mean->place, fmt::format("{:g} tps of {:g} ms each keep {:.1f} threads busy, and there are {}: one of these "
                                                 "is wrong", *tps, mean->value, busy, run.threads));
  } else if (busy < kIdle * threads && *tps * 6e-6 < (1 - kIdle) * threads) {
    diagnostics.warning(mean->place, fmt::format("the threads were in transactions for {:.0f} % of the time: the client was busy "
                                                 "itself, waited, or lost threads", 100 * busy / threads));
  }
}

void check_intervals(const SysbenchRun& run, const std::string& file, sim::Diagnostics& diagnostics) {
  const auto fewest = std::min_element(run.intervals.begin(), run.intervals.end(),
                                       [](const auto& a, const auto& b) { return a.threads < b.threads; });
  if (fewest == run.intervals.end()) return;
  if (fewest->threads > 0 && fewest->threads < run.threads)
    diagnostics.warning({file, fewest->line, 1}, fmt::format("{} of {} threads: others ended", fewest->threads, run.threads));
  if (run.intervals.size() < kFewIntervals) return;
  std::vector<double> rates;
  for (const SysbenchInterval& each : run.intervals) rates.push_back(each.tps);
  const double usual = median(rates);
  std::size_t low = 0;
  const SysbenchInterval* first = nullptr;
  for (const SysbenchInterval& each : run.intervals) {
    if (each.tps >= kDip * usual) continue;
    if (first == nullptr) first = &each;
    ++low;
  }
  if (first != nullptr)
    diagnostics.warning({file, first->line, 1}, fmt::format("{} of {} intervals, from {:g} s on, are below half of the median {:.2f} tps: "
                                                            "a mean says little about such a run",
                                                            low, run.intervals.size(), first->end_s, usual));
}

}  // namespace

void check_sysbench_run(const SysbenchRun& run, sim::Diagnostics& diagnostics) {
  if (run.has_failed()) {
    diagnostics.warning(run.faults.first_place,
                        fmt::format("the run failed and is no measurement: {}", sim::quote(run.faults.first_message)));
  } else if (!run.has_started) {
    diagnostics.warning(run.place, "the run never started: there is nothing measured in it");
  } else if (!run.summary) {
    diagnostics.warning(run.place, fmt::format("the run was cut short: {} intervals, no summary", run.interval_count));
  }
  if (run.summary && !run.checkpoints.empty())
    diagnostics.warning(run.place, "the summary begins at the last checkpoint: sysbench resets its counters there");
  if (run.summary && !run.summary->has_percentile)
    diagnostics.note(run.place, "--percentile=0: a latency of 0 in intervals was not measured");
  check_intervals(run, run.place.file, diagnostics);
  if (!run.summary || run.has_failed()) return;
  check_summary(run, diagnostics);
  check_load(run, diagnostics);
  if (run.checkpoints.empty()) check_against_intervals(run, diagnostics);
  const auto events = run.value("events");
  if (run.histogram.total > 0 && events && differ(run.histogram.total, *events, kRounding))
    diagnostics.warning(run.place, fmt::format("the histogram counts {:g} events, the summary {:g}", run.histogram.total, *events));
}

std::string likely_workload(const SysbenchRun& run) {
  if (const auto script = run.command.find("script"); script != run.command.end() && script->second != "oltp") return script->second;
  const SysbenchInterval* middle = run.intervals.empty() ? nullptr : &run.intervals[run.intervals.size() / 2];
  const auto per_transaction = [&](std::string_view name, std::optional<double> SysbenchInterval::*rate) {
    const auto queries = run.value(name);
    const auto transactions = run.value("transactions");
    if (queries && transactions && *transactions > 0) return *queries / *transactions;
    return middle != nullptr && middle->*rate && middle->tps > 0 ? *(middle->*rate) / middle->tps : -1;
  };
  const auto is_near = [](double a, double b) { return std::abs(a - b) <= 0.05 * std::max(1.0, b); };
  const double reads = per_transaction("queries_read", &SysbenchInterval::reads);
  const double writes = per_transaction("queries_write", &SysbenchInterval::writes);
  const double others = per_transaction("queries_other", &SysbenchInterval::others);
  if (is_near(reads, 14) && (is_near(writes, 4) || is_near(writes, 5))) return "oltp_read_write";
  if (is_near(reads, 14) && is_near(writes, 0)) return "oltp_read_only";
  if (is_near(reads, 0) && is_near(writes, 4) && is_near(others, 2)) return "oltp_write_only";
  if (is_near(reads, 0) && is_near(writes, 1) && is_near(others, 0)) return "oltp_update_non_index";
  if (is_near(reads, 1) && is_near(writes, 0)) return "oltp_point_select";
  return run.workload;
}

}  // namespace calibration
