// A scenario as it follows from the files that a user has, each value with where it came from.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/config/codec.hpp"

namespace experiments {

// A value as YAML has it, and "file:line:column" or, for what no file says, "default: why this one".
struct Said {
  std::string value;
  std::string origin;

  bool is_default() const { return origin.starts_with("default"); }
};

struct DraftServer {
  std::string name;
  std::string host;
  std::string replicates_from;
  Said version;
  Said cores;
  Said source_delay;  // no value: none
  std::vector<std::pair<std::string, Said>> variables;
  std::vector<std::string> notes;  // on what was left out or changed, without "# "
};

struct ScenarioDraft {
  std::vector<std::string> files;
  std::vector<std::string> measured;  // what runs of sysbench reached: to compare with
  std::vector<std::string> notes;     // on what was left out
  Said workload;
  Said threads;
  Said rate;  // no value: a closed loop
  Said tables;
  Said table_size;
  Said duration;
  Said device;  // the file of fio; no value: as the profile says
  std::vector<DraftServer> servers;  // sources before their replicas
};

// Composes a draft from what was imported (calibration/readers/import_reader.hpp), file by file:
//   kind sysbench       workload, threads, rate, tables from the first run that has not failed
//   kind option_file,   "variables": {name: value | {"value", "place"}}, "server" or the variable version (as SHOW VARIABLES has it);
//   kind variables      the first such file is the source's, a second one the replicas'
//   kind fsync          the device, where it holds sync times
//   kind topology       "servers": [{"name", "replicates_from", "version", "semi_sync_source", "semi_sync_replica", "delay_s", ...}]
// Without a topology: a source, and a replica where something says that there is one. `server` is the release asked for, or "".
ScenarioDraft draft_scenario(const std::vector<sim::Json>& imported, const std::string& server);

// The draft as YAML with comments.
std::string draft_yaml(const ScenarioDraft& draft);

}  // namespace experiments
