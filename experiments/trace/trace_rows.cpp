#include "experiments/trace/trace_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace experiments {
namespace {

using models::Timeline;
using models::TimelineRow;
using models::TimelineSpan;

// Puts slices that only follow one another onto as few rows as they need: each onto the first that is free by then.
std::vector<TraceRow> in_lanes(const TraceRow& row) {
  std::vector<TraceRow> lanes;
  std::vector<std::int64_t> free_at;
  for (const TraceSlice& slice : row.slices) {
    std::size_t lane = 0;
    while (lane < lanes.size() && free_at[lane] > slice.begin_ns) ++lane;
    if (lane == lanes.size()) {
      lanes.push_back(
          {row.server, lane == 0 ? row.name : fmt::format("{} #{}", row.name, lane + 1), row.kind, row.origin, {}});
      free_at.push_back(0);
    }
    lanes[lane].slices.push_back(slice);
    free_at[lane] = slice.end_ns;
  }
  return lanes;
}

void sort_slices(std::vector<TraceSlice>& slices) {
  std::stable_sort(slices.begin(), slices.end(), [](const TraceSlice& a, const TraceSlice& b) {
    return std::tuple(a.begin_ns, -a.end_ns) < std::tuple(b.begin_ns, -b.end_ns);
  });
}

std::string title_of(const TimelineRow& row) {
  return row.detail.empty() ? row.name : fmt::format("{} ({})", row.name, row.detail);
}

TraceSlice slice_of(const Timeline& timeline, const TimelineSpan& span) {
  TraceSlice slice{"stage",    "held",   trace_ns(timeline, span.begin), trace_ns(timeline, span.end), models::kNobody,
                   span.group, span.last};
  switch (span.kind) {
    case TimelineSpan::Kind::stage:
      if (const models::TimelineGroup* const group = timeline.group(span.group)) {
        slice.members = group->members;
        if (!group->members.empty()) slice.life = group->members.front();
        slice.name = fmt::format("group of {}", group->members.size());
      }
      break;
    case TimelineSpan::Kind::call:
      slice.kind = "device";
      slice.name = name_of_call(span.call);
      break;
    case TimelineSpan::Kind::message:
      slice.kind = "message";
      slice.entry = span.last - 1;
      slice.name = fmt::format("{} transaction{}{}", span.last - span.first, span.last - span.first == 1 ? "" : "s",
                               span.wants_ack ? " (ACK wanted)" : "");
      break;
    case TimelineSpan::Kind::ack:
      slice.kind = "ack";
      slice.name = "ACK";
      break;
  }
  return slice;
}

// Where clients wait for a thread, a transaction's life begins before its client is free: that part has a row of its own.
void add_life(const Timeline& timeline, const models::TimelineLife& life, TraceRow& row, TraceRow& arrivals) {
  const auto is_waiting = [](const models::TimelinePart& part) { return part.part == models::Part::thread_wait; };
  const auto part_slice = [&](const models::TimelinePart& part) {
    return TraceSlice{"part",
                      std::string(models::kPartNames[static_cast<std::size_t>(part.part)]),
                      trace_ns(timeline, part.begin),
                      trace_ns(timeline, part.end),
                      life.number,
                      models::kNobody,
                      life.entry};
  };
  const bool waits = !life.parts.empty() && is_waiting(life.parts.front());
  const sim::Instant begin = waits ? life.parts.front().end : life.begin;
  row.slices.push_back({"transaction", fmt::format("transaction {}", life.number), trace_ns(timeline, begin),
                        trace_ns(timeline, life.end), life.number, models::kNobody, life.entry});
  for (const models::TimelinePart& part : life.parts)
    (is_waiting(part) ? arrivals : row).slices.push_back(part_slice(part));
}

}  // namespace

std::int64_t trace_ns(const Timeline& timeline, sim::Instant instant) {
  return std::llround((instant - timeline.measured_from).count() * 1e9);
}

std::string name_of_call(models::LogCall call) {
  switch (call) {
    case models::LogCall::redo_write:
    case models::LogCall::binlog_write:
    case models::LogCall::relay_write:
      return "write";
    case models::LogCall::binlog_rotation:
      return "rotation";
    case models::LogCall::redo_fsync:
    case models::LogCall::binlog_fsync:
    case models::LogCall::relay_fsync:
      break;
  }
  return "fsync";
}

std::string name_of_event(models::TimelineEvent::Kind kind) {
  using Kind = models::TimelineEvent::Kind;
  switch (kind) {
    case Kind::began:
      return "began";
    case Kind::commit_began:
      return "commit began";
    case Kind::enrolled:
      return "enrolled";
    case Kind::took_first:
      return "first taken";
    case Kind::took_queue:
      return "queue taken";
    case Kind::entered:
      return "entered";
    case Kind::left:
      return "left";
    case Kind::call_began:
      return "call began";
    case Kind::call_ended:
      return "call ended";
    case Kind::logged:
      return "logged";
    case Kind::published:
      return "published";
    case Kind::committed:
      return "committed";
    case Kind::ack_wait_began:
      return "ACK wait began";
    case Kind::ack_wait_ended:
      return "ACK wait ended";
    case Kind::sent:
      return "sent";
    case Kind::received:
      return "received";
    case Kind::relayed:
      return "relay log written";
    case Kind::ack_sent:
      return "ACK sent";
    case Kind::ack_received:
      return "ACK received";
    case Kind::semi_sync_on:
      return "semi-sync on";
    case Kind::semi_sync_off:
      return "semi-sync off";
    case Kind::applied:
      return "applied";
    case Kind::woken:
      return "woken";
    case Kind::answered:
      break;
  }
  return "answered";
}

std::vector<TraceRow> trace_rows(const Timeline& timeline) {
  std::vector<TraceRow> all;
  std::vector<std::string> servers;
  std::map<std::string, TraceRow> arrivals;  // by server
  for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
    const TimelineRow& row = timeline.rows[i];
    all.push_back({row.server, title_of(row), row.kind, i, {}});
    const TraceRow waiting{row.server, "waiting for a client thread", TimelineRow::Kind::client, 0, {}};
    if (arrivals.try_emplace(row.server, waiting).second) servers.push_back(row.server);
  }
  for (const models::TimelineLife& life : timeline.lives) {
    TraceRow& row = all[life.row];
    add_life(timeline, life, row, arrivals.at(row.server));
  }
  for (const TimelineSpan& span : timeline.spans) all[span.row].slices.push_back(slice_of(timeline, span));
  const auto by_kind = [&](const TraceRow& a, const TraceRow& b) {
    return std::tuple(a.kind, timeline.rows[a.origin].order) < std::tuple(b.kind, timeline.rows[b.origin].order);
  };
  std::stable_sort(all.begin(), all.end(), by_kind);

  std::vector<TraceRow> rows;
  const auto add_lanes = [&](TraceRow& row) {
    for (TraceRow& lane : in_lanes(row)) rows.push_back(std::move(lane));
  };
  for (const std::string& server : servers) {
    TraceRow& waiting = arrivals.at(server);
    sort_slices(waiting.slices);
    add_lanes(waiting);
    for (TraceRow& row : all) {
      if (row.server != server) continue;
      sort_slices(row.slices);
      const bool has_lives = row.kind == TimelineRow::Kind::client || row.kind == TimelineRow::Kind::applier;
      if (has_lives) rows.push_back(std::move(row));
      else add_lanes(row);
    }
  }
  return rows;
}

}  // namespace experiments
