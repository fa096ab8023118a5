// A scenario as the simulator runs it: everything resolved, nothing left to look up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/cost_profile.hpp"
#include "models/network_choice.hpp"
#include "models/replication/channel_compression.hpp"
#include "models/server_variables.hpp"
#include "models/workload/workload_profile.hpp"

namespace models {

struct LoadSpec {
  WorkloadProfile profile;
  std::int64_t threads = 1;
  std::optional<sim::PerSecond> rate;
  std::string client_host;        // whose CPU the clients use; "" for machines of their own
  HotRowsSpec hot_rows;
};

struct DeviceSpec {
  bool serial = false;
  double drift = 0;               // coefficient of variation of its condition from replicate to replicate
};

// Programs of others, see ForeignLoad. Assumed unless a scenario says otherwise: the length of a burst; the time slice, which ends at a
// tick of a timer of 250 Hz (the default of Linux distributions). The share of those who wait is what makes the 1-client runs on the busy
// machine as slow as they were (experiments/validation/mariadb-10.11-busy.yaml).
struct ForeignLoadSpec {
  double cores = 0;                // CPU that they use
  sim::Seconds burst{10e-3};       // they compute so long without a pause, in the mean
  sim::Seconds time_slice{4e-3};   // and so long while others wait
  double waiting_share = 0.1;      // of the threads that wake up when no core is free: wait for the end of a time slice
};

struct HostSpec {
  std::int64_t cores = 4;
  std::vector<std::pair<std::string, DeviceSpec>> devices;
  bool broadcast_requeues = false;  // see Host
  ForeignLoadSpec foreign_load{};
  std::string site{};               // where it stands; "" anywhere
};

// Something that stops for a while.
struct StopSpec {
  sim::Seconds at{};              // since the measurement began
  sim::Seconds length{};
};

struct LinkSpec {
  std::string a;
  std::string b;
  sim::Seconds rtt{};
  sim::BytesPerSecond bandwidth{};
  sim::Distribution jitter;       // seconds that a message comes later, one way
  sim::Bytes tcp_window{};        // 0: as much as fills the link
  double loss = 0;                // of packets
  std::vector<StopSpec> stops;    // times in which nothing gets through, one after the other
};

struct ServerSpec {
  std::string host;
  std::string version;
  std::string replicates_from;    // "" for a source
  bool applies = true;            // the SQL thread runs
  sim::Seconds source_delay{};    // that a replica applies a transaction later than its source committed it, at least
  ChannelAlgorithm source_compression = ChannelAlgorithm::uncompressed;
  ServerVariables variables;
  CostProfile costs;
  std::string redo_log_device;    // "" for the host's own
  std::string binary_log_device;
  std::string relay_log_device;
  std::optional<LoadSpec> load;
  std::vector<StopSpec> stops;    // of its replication threads, one after the other
};

using NamedServer = std::pair<std::string, ServerSpec>;

struct RunSpec {
  sim::Seconds duration{60};
  std::optional<sim::Seconds> warm_up;   // none: found by MSER-5
  std::uint64_t seed = 1;
  std::int64_t replicates = 1;
  std::optional<double> precision;       // relative half-width of throughput and mean response to reach
  sim::Seconds report_interval{1};
  std::int64_t crash_moments = 0;        // so many moments are looked at for what a crash would lose
  std::string promote;                   // the replica that then takes over; "": the most advanced one
};

struct Scenario {
  std::string file;
  RunSpec run;
  std::vector<std::pair<std::string, HostSpec>> hosts;
  std::vector<LinkSpec> links;            // every pair that talks
  LinkSpec default_link;                  // for the pairs without one of their own
  NetworkChoice network = NetworkChoice::automatic;
  std::vector<NamedServer> servers;       // sources before their replicas

  const LinkSpec& link_between(const std::string& a, const std::string& b) const {
    for (const LinkSpec& link : links) {
      if ((link.a == a && link.b == b) || (link.a == b && link.b == a)) return link;
    }
    return default_link;
  }

  // The server of that name, or null.
  const ServerSpec* find_server(const std::string& name) const {
    for (const auto& [each, server] : servers) {
      if (each == name) return &server;
    }
    return nullptr;
  }

  // Those with clients, sources first; the first one is what the throughput of the cluster is told of.
  std::vector<const NamedServer*> servers_with_clients() const {
    std::vector<const NamedServer*> found;
    for (const bool of_sources : {true, false}) {
      for (const NamedServer& server : servers) {
        if (server.second.load && server.second.replicates_from.empty() == of_sources) found.push_back(&server);
      }
    }
    return found;
  }
  bool has_clients() const { return !servers_with_clients().empty(); }

  // The host of that name, or null.
  const HostSpec* find_host(const std::string& name) const {
    for (const auto& [each, host] : hosts) {
      if (each == name) return &host;
    }
    return nullptr;
  }
};

}  // namespace models
