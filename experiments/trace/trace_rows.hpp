// The spans of a timeline as both trace formats show them: on rows where they lie within each other or apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/timeline/timeline.hpp"

namespace experiments {

// Nanoseconds since the beginning of the measurement: whole numbers, so that parts add up exactly.
std::int64_t trace_ns(const models::Timeline& timeline, sim::Instant instant);

struct TraceSlice {
  std::string kind;  // transaction, part, stage, device, message, ack
  std::string name;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t life = models::kNobody;
  std::int64_t group = models::kNobody;
  std::int64_t entry = models::kNobody;
  std::vector<std::int64_t> members = {};
};

struct TraceRow {
  std::string server;
  std::string name;                     // "client 3", "flush stage (LOCK_log)", "binary log (disk) #2"
  models::TimelineRow::Kind kind{};
  std::size_t origin = 0;               // the timeline's row
  std::vector<TraceSlice> slices = {};  // by beginning, the longer ones first
};

// Server by server in the order of the timeline's rows; of a server clients, stages, devices, links, appliers.
std::vector<TraceRow> trace_rows(const models::Timeline& timeline);

// How people and traces call things.
std::string name_of_call(models::LogCall call);
std::string name_of_event(models::TimelineEvent::Kind kind);

}  // namespace experiments
