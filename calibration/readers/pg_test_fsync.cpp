// pg_test_fsync of PostgreSQL: how often per second each kind of sync was possible.
//
//   file    = (title ":" | "(" remark ")" | result | noise)*
//   result  = blanks method blanks (rate " ops/sec" blanks time " usecs/op" | "n/a" | "n/a*")
//   method  = open_datasync | fdatasync | fsync | fsync_writethrough | open_sync | "1 * 16kB open_sync write" | "write, fsync, close"
//
// Titles: "Compare file sync methods using one 8kB write:", "... two 8kB writes:", "Non-sync'ed 8kB writes:". One client, means
// only. Before PostgreSQL 9.2 the time is missing. Source: src/bin/pg_test_fsync/pg_test_fsync.c.
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/named_values.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostResults = 1'000;

Confidence recognise_pg_test_fsync(std::string_view head, const std::string&) {
  const bool has_title = head.find("Compare file sync methods") != std::string_view::npos;
  const bool has_results = head.find(" ops/sec") != std::string_view::npos && head.find("fdatasync") != std::string_view::npos;
  return has_title ? kCertain : has_results ? kLikely : kNotMine;
}

std::optional<double> number_before(std::string_view line, std::string_view unit) {
  const auto end = line.find(unit);
  if (end == std::string_view::npos) return std::nullopt;
  const auto start = line.find_last_of(" \t", end == 0 ? 0 : end - 1);
  const auto from = start == std::string_view::npos ? 0 : start + 1;
  double value = 0;
  const auto [stop, fault] = std::from_chars(line.data() + from, line.data() + end, value);
  if (fault != std::errc{} || stop != line.data() + end || !std::isfinite(value) || value <= 0) return std::nullopt;
  return value;
}

std::string method_of(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  const auto end = line.find("  ", first);
  return std::string(line.substr(first, std::min(end, line.find('\t', first)) - first));
}

sim::Json read_pg_test_fsync(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  NamedValues values;  // of the first comparison: one write, one sync
  sim::Json runs = sim::Json::array();
  std::string title;
  int titles = 0;
  while (source.next_line(diagnostics) && runs.size() < kMostResults) {
    const std::string_view line = source.line();
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const auto rate = number_before(line, " ops/sec");
    if (line.ends_with(":") && !rate) {
      title = line.substr(first, line.size() - first - 1);
      if (line.find("Compare file sync") != std::string_view::npos) ++titles;
    }
    const bool is_missing = line.find("n/a") != std::string_view::npos;
    if (!rate && !is_missing) continue;
    const std::string method = method_of(line);
    sim::Json run{{"title", title}, {"method", method}, {"place", to_string(source.place(first))}};
    if (rate) {
      const double time = number_before(line, " usecs/op").value_or(1e6 / *rate);
      run["ops_per_s"] = *rate;
      run["usecs_per_op"] = json_number(time);
      if (titles == 1 && method.find(' ') == std::string::npos) {
        values.set(method + "_us", time, source.place(first));
        values.set(method + "_ops_per_s", *rate, source.place(first));
      }
    } else {
      run["ops_per_s"] = "n/a";
    }
    runs.push_back(std::move(run));
  }
  if (values.empty()) diagnostics.warning(source.whole(), "no fsync data here: no method was timed");
  sim::Json json{{"tool", "pg_test_fsync"}, {"unit", "us"}};
  values.add_to(json);
  json["runs"] = std::move(runs);
  return json;
}

const bool pg_test_fsync_registered =
    register_import_reader({"pg_test_fsync", "fsync", recognise_pg_test_fsync, read_pg_test_fsync});

}  // namespace
}  // namespace calibration
