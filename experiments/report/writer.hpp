// The formats of a result. Writers only format: every number comes from models::Summary.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/figures.hpp"
#include "experiments/report/result.hpp"

namespace experiments {

std::string table_text(const Result& result);     // for people
std::string json_text(const Result& result);      // for programs: result_json.hpp
std::string csv_text(const Result& result);       // one row per metric
std::string csv_of(const Result& result, const std::vector<Figure>& figures);  // the same of some of them
std::string sysbench_text(const Result& result);  // what sysbench 1.0.20 prints

std::string pt_heartbeat_text(const Result& result);  // what pt-heartbeat --monitor prints
std::string openmetrics_text(const Result& result);   // what mysqld_exporter would have exposed, with simulated timestamps

struct Writer {
  std::string format;
  bool needs_clients = false;
  bool needs_replicas = false;
  std::string (*write)(const Result&);
};

// All formats, the default one first.
const std::vector<Writer>& writers();

std::vector<std::string> format_names();

}  // namespace experiments
