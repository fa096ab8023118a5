// The statistics that sysbench prints at the end of a run, and the options that it repeats at its start.
#pragma once

#include "calibration/readers/sysbench_log.hpp"
#include "calibration/readers/text_line.hpp"

namespace calibration {

// Whether the statistics begin with this line: "SQL statistics:", "OLTP test statistics:", ...
bool begins_sysbench_summary(const TextLine& line);

// Reads a line of the statistics into them; whether it was one. `in_latency` is kept from line to line.
bool read_sysbench_summary_line(const TextLine& line, SysbenchSummary& summary, bool& in_latency);

// Reads "Number of threads: 16" and the like; whether it was one of the options.
bool read_sysbench_option_line(const TextLine& line, SysbenchRun& run);

// "7.430 |****   9": a bucket of --histogram; whether it was one.
bool read_sysbench_bucket(std::string_view text, SysbenchHistogram& histogram);

}  // namespace calibration
