// Which server replicates from which, as monitoring tools, orchestrators and container files say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "calibration/readers/server_options.hpp"
#include "calibration/readers/text_source.hpp"
#include "sim/config/codec.hpp"
#include "sim/core/units.hpp"

namespace calibration {

struct TopologyServer {
  std::string address;                       // as written: "db1.example.net:3306", or a service's name
  std::string name;                          // short, and unique in the topology
  std::string source;                        // the address of the one that it replicates from; "" where there is none
  std::string release;                       // "mysql-8.0.36"; "" where it is not said
  std::string state;                         // in the tool's words
  std::string site;                          // data centre
  std::optional<bool> is_read_only;
  std::optional<bool> replicates;            // whether its threads run
  bool is_semi_sync_source = false;
  bool is_semi_sync_replica = false;
  std::optional<std::int64_t> acks;          // that a semi-sync source waits for
  std::optional<sim::Seconds> ack_timeout;
  std::optional<sim::Seconds> lag;
  std::optional<sim::Seconds> delay;         // on purpose: SOURCE_DELAY
  std::optional<double> cpus;                // that it may use
  std::vector<ServerSetting> settings;       // options on its command line or in its configuration
  sim::Location place;
};

struct Topology {
  std::string kind;      // "replication", "group replication", "Galera"
  std::vector<TopologyServer> servers;
  sim::Json more = sim::Json::object();  // what only one tool says

  const TopologyServer* find(const std::string& address) const;
  const TopologyServer* primary() const;  // the first that replicates from none and others replicate from; or that may be written
};

// Gives every server its short name: the host's up to the first dot; with the port, or whole, where that is not unique.
void name_servers(Topology& topology);

// {"instances", "primary", "depth", "tiers", "servers": [...], ...}
sim::Json topology_json(const Topology& topology);

// The readers. Each takes what its import reader recognises; what is wrong goes to the diagnostics.
Topology read_orchestrator_json(TextSource& source, sim::Diagnostics& diagnostics);
Topology read_orchestrator_tree(TextSource& source, sim::Diagnostics& diagnostics);
Topology read_shell_status(TextSource& source, sim::Diagnostics& diagnostics);
Topology read_compose(TextSource& source, sim::Diagnostics& diagnostics);
Topology read_operator_resource(TextSource& source, sim::Diagnostics& diagnostics);

}  // namespace calibration
