// One run of the lab (calibration/lab) as its record says it: commitsim.lab/1.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/diagnostics.hpp"
#include "sim/core/units.hpp"

namespace calibration {

// Of one kind of file: what its syncs really took.
struct LabFsyncs {
  double calls = 0;
  sim::Seconds mean{};
  std::vector<std::pair<double, sim::Seconds>> percentiles;  // in rising order
};

struct LabServer {
  std::string name;
  double cpu_cores = 0;
  std::map<std::string, LabFsyncs> fsyncs;       // redo, binlog, relay, data, other; none where nobody counted
  std::map<std::string, double> status_delta;    // of the server's own counters
};

struct LabLink {
  std::string replica;
  double cpu_cores = 0;
  sim::Seconds late{};                           // later than asked, one way, mean of both
};

struct LabHost {
  int cores = 0;
  double foreign_cores = 0;                      // used by what is not the lab's
  double foreign_nice_cores = 0;                 // of that by programs that give way: started with nice
  double client_cores = 0;
};

struct LabRecord {
  std::string log;                               // of sysbench, relative to the record
  double threads = 0;
  double transactions = 0;
  bool fsync_was_chosen = false;                 // otherwise the real disk's
  std::vector<LabServer> servers;                // the source first
  std::vector<LabLink> links;
  std::optional<LabHost> host;                   // none where the machine was somebody else's

  const LabServer* find_server(const std::string& name) const;
};

// Nothing after reporting every fault of the file: that it is no record, and numbers that are missing or are none.
std::optional<LabRecord> read_lab_record(const std::string& path, sim::Diagnostics& diagnostics);

}  // namespace calibration
