// The lines that sysbench prints at every report interval.
#pragma once

#include <optional>

#include "calibration/readers/sysbench_log.hpp"
#include "calibration/readers/text_line.hpp"

namespace calibration {

// "[ 10s ] ..." : the time, if the line is an interval's (or a checkpoint's).
std::optional<double> sysbench_interval_end(const TextLine& line);

// Reads "[ 10s ] thds: 4 tps: ..."; nothing for a line without tps, which is malformed, or tells the queue length only.
std::optional<SysbenchInterval> read_sysbench_interval(const TextLine& line, double end_s);

// "[ 10s ] queue length: 3, concurrency: 4" belongs to the interval before it.
void read_sysbench_queue(const TextLine& line, SysbenchInterval& interval);

// Ten numbers between commas: time,threads,tps,qps,reads,writes,other,latency,err/s,reconn/s of sysbench.report_csv.
std::optional<SysbenchInterval> read_sysbench_csv(std::string_view text);

// The objects of sysbench.report_json, a field or more to a line.
class SysbenchJsonInterval {
 public:
  // Whether the line belongs to the JSON. `interval` is set where one ends.
  bool read(const TextLine& line, std::optional<SysbenchInterval>& interval);

 private:
  bool read_field(const TextLine& line, std::size_t& position);

  SysbenchInterval interval_;
  bool has_time_ = false;
  bool has_tps_ = false;
};

}  // namespace calibration
