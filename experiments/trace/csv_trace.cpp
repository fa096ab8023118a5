// One line per span and event of a timeline, by date.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/report/csv_field.hpp"
#include "experiments/trace/trace.hpp"
#include "experiments/trace/trace_rows.hpp"

namespace experiments {
namespace {

struct TraceLine {
  std::int64_t begin_ns = 0;
  std::string text;
};

// Empty where there is none.
std::string known(std::int64_t number) { return number == models::kNobody ? "" : std::to_string(number); }

std::string exact_us(std::int64_t ns) {
  const std::int64_t magnitude = ns < 0 ? -ns : ns;
  return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", magnitude / 1000, magnitude % 1000);
}

std::string members_of(const TraceSlice& slice) {
  std::string text;
  for (const std::int64_t member : slice.members) text += fmt::format("{}{}", text.empty() ? "" : " ", member);
  return text;
}

std::string line_of(const TraceRow& row, const TraceSlice& slice) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},\n", slice.kind, csv_field(row.server), csv_field(row.name),
                     csv_field(slice.name), exact_us(slice.begin_ns), exact_us(slice.end_ns), exact_us(slice.end_ns - slice.begin_ns),
                     known(slice.life), known(slice.group), members_of(slice), known(slice.entry));
}

std::string line_of(const models::Timeline& timeline, const models::TimelineEvent& event) {
  const models::TimelineRow& row = timeline.rows[event.row];
  const std::string when = exact_us(trace_ns(timeline, event.at));
  return fmt::format("event,{},{},{},{},{},0.000,{},{},,{},{}\n", csv_field(row.server), csv_field(row.name), name_of_event(event.kind),
                     when, when, known(event.life), known(event.group), known(event.entry), known(event.level));
}

}  // namespace

std::string csv_trace(const models::Timeline& timeline) {
  std::vector<TraceLine> lines;
  for (const TraceRow& row : trace_rows(timeline)) {
    for (const TraceSlice& slice : row.slices) lines.push_back({slice.begin_ns, line_of(row, slice)});
  }
  for (const models::TimelineEvent& event : timeline.events) lines.push_back({trace_ns(timeline, event.at), line_of(timeline, event)});
  std::stable_sort(lines.begin(), lines.end(), [](const TraceLine& a, const TraceLine& b) { return a.begin_ns < b.begin_ns; });
  std::string text = "kind,server,row,what,begin_us,end_us,duration_us,transaction,group,members,binlog_entry,queue_length\n";
  for (const TraceLine& line : lines) text += line.text;
  return text;
}

}  // namespace experiments
