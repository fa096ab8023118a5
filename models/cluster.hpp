// A scenario brought to life in one simulation: hosts, network, servers, replication channels, clients.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/foreign_load.hpp"
#include "models/host.hpp"
#include "models/random_streams.hpp"
#include "models/replication/replication_channel.hpp"
#include "models/run_record.hpp"
#include "models/scenario.hpp"
#include "models/server.hpp"
#include "models/workload/clients.hpp"

namespace models {

class Cluster {
 public:
  Cluster(sim::Simulation& simulation, const Scenario& scenario, std::int64_t replicate, Observer* observer = nullptr);

  // Starts all processes.
  void start();

  // The measurement begins: forgets what has been counted so far. Called once, since stops count from here on.
  void reset_metrics();

  // What has been measured since reset_metrics().
  RunRecord record();

  // The clients that throughput and response time are reported of; null in a scenario without any.
  Clients* main_clients() { return clients_.empty() ? nullptr : clients_.front().get(); }
  Server& server(const std::string& name);

 private:
  void build_hosts();
  void build_network();
  void build_servers();
  void build_clients();
  void schedule_stops();
  void watch_lag();
  Host& host(const std::string& name);
  sim::Device& device(Host& host, const std::string& name);

  LoadRecord load_record(Clients& clients) const;
  ServerRecord server_record(Server& server) const;
  HostRecord host_record(Host& host) const;
  std::vector<StallRecord> stalls() const;

  sim::Simulation& simulation_;
  const Scenario& scenario_;
  Observer* observer_;
  RandomStreams streams_;
  std::vector<std::unique_ptr<Host>> hosts_;
  std::vector<ForeignLoad> foreign_loads_;  // of those hosts that have one
  std::vector<std::unique_ptr<Server>> servers_;
  std::vector<std::unique_ptr<ReplicationChannel>> channels_;
  std::vector<std::unique_ptr<ClientMetrics>> client_metrics_;
  std::vector<std::unique_ptr<Clients>> clients_;
  std::vector<std::int64_t> behind_at_start_;
  sim::Instant measured_from_{};
};

}  // namespace models
