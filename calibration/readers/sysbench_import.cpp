// sysbench logs for `commitsim import`: the grammar is told in sysbench_log.cpp.
#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/log_prefix.hpp"
#include "calibration/readers/sysbench_log.hpp"

namespace calibration {
namespace {

constexpr double kOpenLoopPercents[] = {50, 95, 99};

Confidence recognise_sysbench(std::string_view raw_head, const std::string&) {
  const bool has_colours = raw_head.find('\x1B') != std::string_view::npos;
  const std::string uncoloured = has_colours ? without_escapes(raw_head) : "";
  const std::string_view head = has_colours ? std::string_view(uncoloured) : raw_head;
  const auto has = [&](std::string_view words) { return head.find(words) != std::string_view::npos; };
  const bool has_intervals = has("s ] thds: ") || has("s] thds: ") || (has("s] threads: ") && has("tps: "));
  const bool has_summary = has("SQL statistics:") || has("OLTP test statistics:") || (has("per sec.)") && has("transactions:"));
  const bool has_options = has("Number of threads:") && (has("Running the test with following options:") || has("sysbench "));
  if (has_intervals && (has_summary || has_options)) return kCertain + 5;
  if (has_options || has_summary) return kCertain;
  if (has_intervals) return kCertain;
  // sysbench.report_csv or .report_json alone
  const std::string_view first = head.substr(0, head.find('\n'));
  if (first.find_first_not_of("0123456789.,\r") == std::string_view::npos && std::count(first.begin(), first.end(), ',') == 9)
    return kLikely;
  if (has("\"tps\":") && has("\"threads\":") && has("\"qps\":")) return kLikely;
  if (has("FATAL: ") && has("sysbench")) return kLikely;
  return kNotMine;
}

template <class Value>
void put_if(sim::Json& object, const char* name, const std::optional<Value>& value) {
  if (value) object[name] = json_number(*value);
}

sim::Json interval_json(const SysbenchInterval& interval) {
  sim::Json json{{"t_s", json_number(interval.end_s)}, {"line", interval.line}};
  json["threads"] = interval.threads;
  json["tps"] = json_number(interval.tps);
  put_if(json, "qps", interval.qps);
  put_if(json, "reads_per_s", interval.reads);
  put_if(json, "writes_per_s", interval.writes);
  put_if(json, "others_per_s", interval.others);
  if (interval.latency_ms) {
    const std::string name = interval.percent ? fmt::format("lat_p{:g}_ms", *interval.percent) : "lat_percentile_ms";
    json[name] = json_number(*interval.latency_ms);
  }
  put_if(json, "errors_per_s", interval.errors);
  put_if(json, "reconnects_per_s", interval.reconnects);
  put_if(json, "queue_length", interval.queue_length);
  put_if(json, "concurrency", interval.concurrency);
  return json;
}

void add_histogram(const SysbenchHistogram& histogram, sim::Json& run) {
  if (histogram.buckets.empty()) return;
  run["histogram_buckets"] = histogram.buckets.size();
  run["histogram_total"] = json_number(histogram.total);
  for (const double percent : kOpenLoopPercents) {
    if (const auto value = histogram.quantile_ms(percent / 100)) run[fmt::format("histogram_p{:g}_ms", percent)] = *value;
  }
  sim::Json& buckets = run["histogram"] = sim::Json::array();
  for (const auto& [value, count] : histogram.buckets) buckets.push_back({value, json_number(count)});
}

// What follows from the summary, in the units that are compared: queries per second of versions that do not print it, errors.
void add_derived(const SysbenchRun& log, sim::Json& run) {
  const auto duration = log.value("duration_s");
  const auto total = log.value("queries_total");
  const auto transactions = log.value("transactions");
  if (!log.value("qps") && total && duration && *duration > 0) {
    run["qps_total"] = *total / *duration;
    run["qps"] = log.skips_begin ? log.value("rw_requests_per_s").value_or(*total / *duration) : *total / *duration;
  }
  if (total && transactions && *transactions > 0) run["queries_per_transaction"] = *total / *transactions;
  const auto ignored = log.value("ignored_errors");
  if (const auto errors = ignored ? ignored : log.value("deadlocks")) run["errors"] = json_number(*errors);
  if (log.summary->are_reconnects_unknown) run["reconnects"] = "N/A";
  auto busy_ms = log.value("lat_sum_ms");
  if (const auto busy_s = log.value("event_time_s"); busy_s && !busy_ms) busy_ms = *busy_s * 1000;
  if (busy_ms && duration && *duration > 0) run["busy_threads_mean"] = *busy_ms / 1000 / *duration;
  if (log.options.get("max_requests")) run["limited_by"] = "requests";
}

void add_faults(const SysbenchFaults& faults, sim::Json& run) {
  if (faults.fatal + faults.alerts == 0) return;
  run["errors_fatal"] = faults.fatal;
  if (faults.alerts > 0) run["alerts"] = faults.alerts;
  if (faults.first_errno > 0) run["errno"] = faults.first_errno;
  if (!faults.first_sqlstate.empty()) run["sqlstate"] = faults.first_sqlstate;
  run["message"] = faults.first_message;
  run["message_place"] = to_string(faults.first_place);
}

const char* verdict_of(const SysbenchRun& run) {
  if (run.has_failed()) return "failed run - must not be used as a measurement";
  if (!run.has_started) return "never started";
  return run.summary ? "complete" : "cut short - no summary";
}

void add_intervals(const SysbenchRun& log, sim::Json& run) {
  run["interval_lines"] = log.interval_count;
  if (!log.options.get("interval_s") && log.intervals.size() > 1)
    run["interval_s"] = json_number(log.intervals[1].end_s - log.intervals[0].end_s);
  if (log.intervals.empty()) return;
  std::int64_t fewest = log.intervals.front().threads;
  double events = 0;
  double before = 0;
  std::optional<double> longest;
  for (const SysbenchInterval& each : log.intervals) {
    fewest = std::min(fewest, each.threads);
    events += each.tps * (each.end_s - before);
    before = each.end_s;
    if (each.queue_length) longest = std::max(*each.queue_length, longest.value_or(0));
  }
  put_if(run, "queue_length_max", longest);
  if (fewest != log.threads) run["threads_seen_in_interval"] = fewest;
  if (before > 0) run["intervals_tps_mean"] = events / before;
  if (log.intervals.size() > 2) run["intervals_tps_cv"] = interval_tps_cv(log);
  run["intervals_until_s"] = json_number(before);
}

sim::Json run_json(const SysbenchRun& log) {
  sim::Json run{{"place", to_string(log.place)}};
  if (!log.version.empty()) run["version"] = log.version;
  if (!log.command.empty()) run["command"] = log.command;
  const auto script = log.command.find("script");
  if (!log.workload.empty()) run["workload"] = log.workload;
  else if (script != log.command.end()) run["workload"] = script->second;
  if (const std::string likely = likely_workload(log); !likely.empty()) run["likely_workload"] = likely;
  if (log.threads > 0) run["threads"] = log.threads;
  log.options.add_to(run);
  run["started"] = log.has_started ? "yes" : "no";
  run["complete"] = log.is_complete() ? "yes" : "no";
  run["failed"] = log.has_failed() ? "yes" : "no";
  run["verdict"] = verdict_of(log);
  if (log.was_interrupted) run["interrupted"] = "yes";
  add_faults(log.faults, run);
  run["summary"] = log.summary ? "present" : "absent";
  if (log.summary) {
    log.summary->values.add_to(run);
    if (!log.summary->has_percentile) run["percentile"] = "disabled";
    add_derived(log, run);
  }
  for (const SysbenchSummary& each : log.checkpoints) {
    sim::Json checkpoint{{"t_s", json_number(*each.checkpoint_s)}};
    each.values.add_to(checkpoint);
    run["checkpoint_summaries"].push_back(std::move(checkpoint));
  }
  if (!log.checkpoints.empty()) run["checkpoints"] = log.checkpoints.size();
  add_intervals(log, run);
  add_histogram(log.histogram, run);
  sim::Json intervals = sim::Json::array();
  for (const SysbenchInterval& each : log.intervals) intervals.push_back(interval_json(each));
  run["intervals"] = std::move(intervals);
  return run;
}

sim::Json read_sysbench(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  const SysbenchLog log = read_sysbench_log(source, diagnostics);
  sim::Json runs = sim::Json::array();
  std::size_t usable = 0;
  for (const SysbenchRun& run : log.runs) {
    check_sysbench_run(run, diagnostics);
    usable += run.is_complete() ? 1U : 0U;
    runs.push_back(run_json(run));
  }
  if (log.runs.empty()) diagnostics.warning(source.whole(), "no run of sysbench in it");
  sim::Json counts{{"runs", log.runs.size()}, {"complete_runs", usable}};
  return {{"line_ends", log.has_crlf ? "CRLF" : "LF"}, {"counts", std::move(counts)}, {"runs", std::move(runs)}};
}

const bool sysbench_registered = register_import_reader({"sysbench log", "sysbench", recognise_sysbench, read_sysbench});

}  // namespace
}  // namespace calibration
