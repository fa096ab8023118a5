#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/report/version.hpp"
#include "experiments/trace/trace.hpp"
#include "experiments/trace/trace_rows.hpp"

namespace experiments {
namespace {

using Json = nlohmann::ordered_json;
using models::Timeline;
using models::TimelineEvent;
using models::TimelineRow;

double trace_us(std::int64_t ns) { return static_cast<double>(ns) * 1e-3; }

class ChromeTrace {
 public:
  explicit ChromeTrace(const Timeline& timeline) : timeline_(timeline), rows_(trace_rows(timeline)) {
    for (const TraceRow& row : rows_) processes_.try_emplace(row.server, static_cast<int>(processes_.size()) + 1);
    for (std::size_t i = 0; i < rows_.size(); ++i) threads_.try_emplace(rows_[i].origin, static_cast<int>(i) + 1);
  }

  std::string text() {
    add_names();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const TraceSlice& slice : rows_[i].slices) add_slice(rows_[i], static_cast<int>(i) + 1, slice);
    }
    for (const TimelineEvent& event : timeline_.events) add_event(event);
    add_commit_flows();
    add_replication_flows();
    Json other{{"program", "commitsim " + version()},
               {"window_begin_us", trace_us(window_ns(timeline_.window.from))},
               {"window_end_us", trace_us(window_ns(timeline_.window.until))}};
    return fmt::format("{{\"displayTimeUnit\": \"ns\",\n\"otherData\": {},\n\"traceEvents\": [\n{}\n]}}\n",
                       other.dump(), lines_);
  }

 private:
  struct Place {
    std::int64_t ns = 0;
    int tid = 0;
    int pid = 0;
  };

  static std::int64_t window_ns(sim::Seconds time) { return static_cast<std::int64_t>(time.count() * 1e9 + 0.5); }

  void add(const Json& event) {
    if (!lines_.empty()) lines_ += ",\n";
    lines_ += event.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  int process_of(const std::string& server) const { return processes_.at(server); }
  int process_of(std::size_t row) const { return process_of(timeline_.rows[row].server); }
  int thread_of(std::size_t row) const { return threads_.at(row); }

  void add_names() {
    for (const auto& [server, pid] : processes_) {
      add({{"name", "process_name"}, {"ph", "M"}, {"pid", pid}, {"tid", 0}, {"args", {{"name", server}}}});
      add({{"name", "process_sort_index"}, {"ph", "M"}, {"pid", pid}, {"tid", 0}, {"args", {{"sort_index", pid}}}});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const int pid = process_of(rows_[i].server);
      const int tid = static_cast<int>(i) + 1;
      add({{"name", "thread_name"}, {"ph", "M"}, {"pid", pid}, {"tid", tid}, {"args", {{"name", rows_[i].name}}}});
      add({{"name", "thread_sort_index"}, {"ph", "M"}, {"pid", pid}, {"tid", tid}, {"args", {{"sort_index", tid}}}});
    }
  }

  void add_slice(const TraceRow& row, int tid, const TraceSlice& slice) {
    Json args = Json::object();
    if (slice.life != models::kNobody) args[slice.kind == "stage" ? "leader" : "transaction"] = slice.life;
    if (slice.group != models::kNobody) args["group"] = slice.group;
    if (!slice.members.empty()) args["members"] = slice.members;
    if (slice.entry != models::kNobody) args["binlog_entry"] = slice.entry;
    add({{"name", slice.name},
         {"cat", slice.kind},
         {"ph", "X"},
         {"ts", trace_us(slice.begin_ns)},
         {"dur", trace_us(slice.end_ns - slice.begin_ns)},
         {"pid", process_of(row.server)},
         {"tid", tid},
         {"args", args}});
    if (slice.kind == "stage" && slice.group != models::kNobody)
      stage_slices_[slice.group] = {slice.begin_ns, tid, process_of(row.server)};
  }

  void add_event(const TimelineEvent& event) {
    using Kind = TimelineEvent::Kind;
    const TimelineRow& row = timeline_.rows[event.row];
    const double ts = trace_us(trace_ns(timeline_, event.at));
    const bool is_told = event.kind == Kind::logged || event.kind == Kind::committed || event.kind == Kind::published ||
                         event.kind == Kind::answered || event.kind == Kind::relayed || event.kind == Kind::applied ||
                         event.kind == Kind::semi_sync_on || event.kind == Kind::semi_sync_off;
    if (is_told && threads_.count(event.row) > 0) {
      Json args = Json::object();
      if (event.life != models::kNobody) args["transaction"] = event.life;
      if (event.entry != models::kNobody) args["binlog_entry"] = event.entry;
      add({{"name", name_of_event(event.kind)},
           {"cat", "event"},
           {"ph", "i"},
           {"s", "t"},
           {"ts", ts},
           {"pid", process_of(event.row)},
           {"tid", thread_of(event.row)},
           {"args", args}});
    }
    if (event.level == models::kNobody) return;
    const bool is_stage = row.kind == TimelineRow::Kind::stage;
    const std::string what = is_stage ? row.name + " queue" : "relay log backlog";
    add({{"name", what},
         {"cat", "queue"},
         {"ph", "C"},
         {"ts", ts},
         {"pid", process_of(event.row)},
         {"tid", 0},
         {"args", {{"transactions", event.level}}}});
  }

  void add_flow(const char* name, const char* phase, std::int64_t id, const Place& place) {
    Json event{{"name", name},     {"cat", name},     {"ph", phase}, {"id", id}, {"ts", trace_us(place.ns)},
               {"pid", place.pid}, {"tid", place.tid}};
    if (phase[0] == 'f') event["bp"] = "e";
    add(event);
  }

  // From the commit's beginning through the stages to the last part before the answer.
  void add_commit_flows() {
    std::map<std::int64_t, std::vector<Place>> steps;
    for (const models::TimelineGroup& group : timeline_.groups) {
      const auto slice = stage_slices_.find(group.number);
      if (slice == stage_slices_.end()) continue;
      Place place = slice->second;
      place.ns = std::max(place.ns, trace_ns(timeline_, group.taken));
      for (const std::int64_t member : group.members) steps[member].push_back(place);
    }
    for (const TimelineEvent& event : timeline_.events) {
      if (event.kind == TimelineEvent::Kind::commit_began) began_[event.life] = trace_ns(timeline_, event.at);
    }
    for (const models::TimelineLife& life : timeline_.lives) {
      const auto way = steps.find(life.number);
      const auto begin = began_.find(life.number);
      if (way == steps.end() || begin == began_.end() || !life.has_ended || life.parts.empty()) continue;
      const Place own{0, thread_of(life.row), process_of(life.row)};
      add_flow("commit", "s", life.number, {begin->second, own.tid, own.pid});
      for (const Place& step : way->second) add_flow("commit", "t", life.number, step);
      const std::int64_t last = trace_ns(timeline_, life.parts.back().begin);
      add_flow("commit", "f", life.number, {std::max(last, way->second.back().ns), own.tid, own.pid});
    }
  }

  // From the commit on the source to the beginning of its application by each replica.
  void add_replication_flows() {
    std::int64_t id = timeline_.lives.empty() ? 0 : timeline_.lives.back().number + 1;
    for (const models::TimelineLife& life : timeline_.lives) {
      if (life.original == models::kNobody) continue;
      const models::TimelineLife* const original = timeline_.life(life.original);
      const auto begin = original == nullptr ? began_.end() : began_.find(original->number);
      if (begin == began_.end() || begin->second > trace_ns(timeline_, life.begin)) continue;
      add_flow("replication", "s", id, {begin->second, thread_of(original->row), process_of(original->row)});
      add_flow("replication", "f", id, {trace_ns(timeline_, life.begin), thread_of(life.row), process_of(life.row)});
      ++id;
    }
  }

  const Timeline& timeline_;
  std::vector<TraceRow> rows_;
  std::map<std::string, int> processes_;
  std::map<std::size_t, int> threads_;  // of the timeline's rows: the first one
  std::map<std::int64_t, Place> stage_slices_;
  std::map<std::int64_t, std::int64_t> began_;
  std::string lines_;
};

}  // namespace

std::string chrome_trace(const Timeline& timeline) { return ChromeTrace(timeline).text(); }

}  // namespace experiments
