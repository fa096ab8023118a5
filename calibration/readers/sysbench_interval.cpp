#include "calibration/readers/sysbench_interval.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace calibration {
namespace {

// By how much qps may differ from the sum of its parts: sysbench counts on while it prints, and rounds.
constexpr double kUsualDifference = 0.01;
constexpr std::size_t kCsvColumns = 10;

std::optional<double> first_of(const TextLine& line, std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels) {
    if (line.after(label)) return line.number_after(label);
  }
  return std::nullopt;
}

// "(r/w/o: 1.00/2.00/3.00)" of 1.0, "reads: 1.00, writes: 2.00" of 0.5, "reads/s: ..." of its first builds.
void read_kinds(const TextLine& line, SysbenchInterval& interval) {
  if (auto position = line.after("r/w/o:")) {
    interval.reads = line.number_at(*position, "/");
    if (interval.reads) interval.writes = line.number_at(*position, "/");
    if (interval.writes) interval.others = line.number_at(*position);
  } else {
    interval.reads = first_of(line, {"reads:", "reads/s:"});
    interval.writes = first_of(line, {"writes:", "writes/s:"});
  }
}

// "lat (ms,95%): 7.70" of 1.0, "response time: 7.70ms (95%)" of 0.5, "latency: 7.70ms (95%)" between them.
void read_latency(const TextLine& line, SysbenchInterval& interval) {
  if (auto position = line.after("lat (ms,")) {
    interval.percent = line.number_at(*position, "%):");
    if (!interval.percent) return;
    *position = line.text().find_first_not_of(' ', *position);
    if (*position == std::string_view::npos) *position = line.text().size();
    interval.latency_ms = line.number_at(*position);
  } else {
    position = line.after("response time:");
    if (!position) position = line.after("latency:");
    if (!position) return;
    interval.latency_ms = line.number_at(*position, "ms");
    if (auto percent = line.text().find('(', *position); interval.latency_ms && percent != std::string_view::npos)
      interval.percent = line.number_at(++percent, "%)");
  }
  if (interval.percent == 0) interval.percent = interval.latency_ms = std::nullopt;  // --percentile=0: not measured
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

}  // namespace

std::optional<double> sysbench_interval_end(const TextLine& line) {
  if (!line.begins_with("[")) return std::nullopt;
  const std::string_view text = line.text();
  const std::size_t first = text.find_first_not_of(" \t", text.find('[') + 1);
  if (first == std::string_view::npos || text[first] < '0' || text[first] > '9') return std::nullopt;
  double seconds = 0;
  const auto [stop, fault] = std::from_chars(text.data() + first, text.data() + text.size(), seconds);
  const std::string_view rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (fault != std::errc{} || !(rest.starts_with("s]") || rest.starts_with("s ]")) || !(seconds < 1e9)) return std::nullopt;
  return seconds;
}

std::optional<SysbenchInterval> read_sysbench_interval(const TextLine& line, double end_s) {
  const auto tps = line.number_after("tps:");
  if (!tps) {
    // With --rate, a second line tells the queue length.
    const bool is_other = line.after("tps:") || line.after("queue length:") || line.after("Checkpoint report");
    if (!is_other) line.warning(line.text().size(), "an interval without tps; not read");
    return std::nullopt;
  }
  SysbenchInterval interval;
  interval.end_s = end_s;
  interval.line = line.place().line;
  interval.tps = *tps;
  interval.threads = static_cast<std::int64_t>(std::min(first_of(line, {"thds:", "threads:"}).value_or(0), 1e9));
  interval.qps = line.number_after("qps:");
  read_kinds(line, interval);
  check_qps(line, interval);
  read_latency(line, interval);
  interval.errors = first_of(line, {"err/s:", "errors:", "errors/s:"});
  interval.reconnects = first_of(line, {"reconn/s:", "reconnects:", "reconnects/s:"});
  if (line.after("queue length:")) read_sysbench_queue(line, interval);
  return interval;
}

void read_sysbench_queue(const TextLine& line, SysbenchInterval& interval) {
  interval.queue_length = line.number_after("queue length:");
  interval.concurrency = line.number_after("concurrency:");
}

std::optional<SysbenchInterval> read_sysbench_csv(std::string_view text) {
  std::array<double, kCsvColumns> values{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t column = 0; column < kCsvColumns; ++column) {
    const auto [stop, fault] = std::from_chars(at, end, values[column]);
    const bool is_last = column + 1 == kCsvColumns;
    const bool is_ended = is_last ? stop == end : stop != end && *stop == ',';
    if (fault != std::errc{} || !is_ended || !std::isfinite(values[column]) || values[column] < 0) return std::nullopt;
    at = stop + (is_last ? 0 : 1);
  }
  if (values[1] > 1e9) return std::nullopt;
  SysbenchInterval interval;
  interval.end_s = values[0];
  interval.threads = static_cast<std::int64_t>(values[1]);
  interval.tps = values[2];
  interval.qps = values[3];
  interval.reads = values[4];
  interval.writes = values[5];
  interval.others = values[6];
  interval.latency_ms = values[7];
  interval.errors = values[8];
  interval.reconnects = values[9];
  return interval;
}

bool SysbenchJsonInterval::read_field(const TextLine& line, std::size_t& position) {
  const std::string_view text = line.text();
  const std::size_t end = text.find('"', position + 1);
  if (end == std::string_view::npos) return false;
  const std::string_view key = text.substr(position + 1, end - position - 1);
  std::size_t value = text.find_first_not_of(" :\t", end + 1);
  position = value == std::string_view::npos ? text.size() : value;
  if (key == "qps" && position < text.size() && text[position] == '{') return true;
  const auto put = [&](std::optional<double>& field) { field = line.number_at(position); };
  std::optional<double> number;
  if (key == "time") {
    interval_ = {};
    put(number);
    interval_.end_s = number.value_or(0);
    interval_.line = line.place().line;
    has_time_ = number.has_value();
    has_tps_ = false;
  } else if (!has_time_) {
    return false;
  } else if (key == "threads") {
    put(number);
    interval_.threads = static_cast<std::int64_t>(std::min(number.value_or(0), 1e9));
  } else if (key == "tps") {
    put(number);
    interval_.tps = number.value_or(0);
    has_tps_ = number.has_value();
  } else if (key == "total" || key == "qps") put(interval_.qps);
  else if (key == "reads") put(interval_.reads);
  else if (key == "writes") put(interval_.writes);
  else if (key == "other") put(interval_.others);
  else if (key == "latency") put(interval_.latency_ms);
  else if (key == "errors") put(interval_.errors);
  else if (key == "reconnects") put(interval_.reconnects);
  else return false;
  return true;
}

bool SysbenchJsonInterval::read(const TextLine& line, std::optional<SysbenchInterval>& interval) {
  if (!has_time_ && !line.after("\"time\":")) return false;
  for (std::size_t at = line.text().find('"'); at != std::string_view::npos; at = line.text().find('"', at)) {
    if (!read_field(line, at)) break;
  }
  // The field that comes last closes the object.
  if (has_tps_ && (line.after("\"reconnects\":") || line.begins_with("}"))) {
    const bool is_inner_end = line.begins_with("},") && !interval_.latency_ms;  // of qps
    if (!is_inner_end) {
      interval = interval_;
      has_time_ = has_tps_ = false;
    }
  }
  return true;
}

}  // namespace calibration
