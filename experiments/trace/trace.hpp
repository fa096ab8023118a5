// The timeline of a run as a file: for Perfetto's viewer and chrome://tracing, or as a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/timeline/timeline.hpp"

namespace experiments {

enum class TraceFormat { chrome, csv };

// CSV for a name that ends in .csv, else the other.
TraceFormat trace_format_of(std::string_view file);

// What the text "10s..10.2s" means; nothing where it is no such thing. Both have a unit, the second one is later.
std::optional<models::TimelineWindow> parse_trace_window(std::string_view text);

// The Trace Event Format (JSON): servers are processes; clients, stages, devices, links and appliers are their threads; the parts of a
// transaction's response time lie within its span, without gaps; transactions are flows through the stages that they pass, and from
// a source to the appliers of its replicas; queue lengths are counters. Times count from the beginning of the measurement, in microseconds
// with three decimals. Spans of one thread lie within each other or apart: what overlaps goes to a thread of its own ("binary log #2").
// Source: "Trace Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
std::string chrome_trace(const models::Timeline& timeline);

// One line per span and event, by time. Columns: the first line.
std::string csv_trace(const models::Timeline& timeline);

std::string trace_text(TraceFormat format, const models::Timeline& timeline);

}  // namespace experiments
