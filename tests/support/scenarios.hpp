// Scenarios for tests of the models, built in code: a source, and replicas if wanted, where everything is free of charge
// but what a test prices. A transaction is one "update" that changes one row.
#pragma once

#include <string>
#include <utility>

#include "models/scenario.hpp"

namespace tests {

using sim::microseconds;
using sim::milliseconds;

// What one transaction writes: so little that the network takes its latency and hardly anything more.
inline constexpr sim::Bytes kRedo{500};
inline constexpr sim::Bytes kBinlog{20};
inline constexpr int kEvents = 4;

inline models::Cost costing(sim::Seconds time) { return {sim::TimeDistribution(time), "", {}}; }

inline models::Cost uniformly(sim::Seconds low, sim::Seconds high) {
  sim::TimeDistributionForm form;
  form.uniform = {low, high};
  return {sim::TimeDistribution(form), "", {}};
}

inline models::CostProfile free_of_charge() {
  models::CostProfile costs;
  costs.name = "free";
  costs.statements.by_kind = {{"update", costing({})}};
  costs.event_overhead = sim::Bytes{0};
  costs.ack_size = sim::Bytes{1};
  return costs;
}

inline models::LoadSpec updates(int threads) {
  models::LoadSpec load;
  load.threads = threads;
  load.profile.name = "update";
  load.profile.transaction = {{"update", models::StatementClass::write, 1, 1, kRedo, kBinlog, kEvents}};
  return load;
}

// A server on a host of its own with more cores than anybody can use. Its background flush hardly ever happens.
inline models::ServerSpec& add_server(models::Scenario& scenario, const std::string& name,
                                      const models::CostProfile& costs) {
  constexpr int kPlenty = 1024;
  scenario.hosts.push_back({name + "-host", {kPlenty, {}}});
  models::ServerSpec server;
  server.host = name + "-host";
  server.version = "mysql-5.7";
  server.costs = costs;
  server.variables.innodb_flush_log_at_timeout = sim::Seconds{2700};
  scenario.servers.emplace_back(name, server);
  return scenario.servers.back().second;
}

// A link between any two hosts.
inline models::LinkSpec link(sim::Seconds rtt, sim::BytesPerSecond bandwidth = {1e12}) {
  models::LinkSpec any;
  any.rtt = rtt;
  any.bandwidth = bandwidth;
  return any;
}

// One source named "source" with the binary log on.
inline models::Scenario one_source(const models::CostProfile& costs) {
  models::Scenario scenario;
  add_server(scenario, "source", costs).variables.log_bin = true;
  scenario.default_link = link(sim::Seconds{0});
  return scenario;
}

inline models::ServerSpec& source_of(models::Scenario& scenario) { return scenario.servers.front().second; }

// One source of that version with so many clients, observed for so long after a warm-up.
inline models::Scenario updates_on(const std::string& version, int clients, const models::CostProfile& costs, sim::Seconds warm_up,
                                   sim::Seconds duration) {
  models::Scenario scenario = one_source(costs);
  source_of(scenario).version = version;
  source_of(scenario).load = updates(clients);
  scenario.run.warm_up = warm_up;
  scenario.run.duration = duration;
  return scenario;
}

inline models::ServerSpec& add_replica(models::Scenario& scenario, const std::string& name,
                                       const models::CostProfile& costs) {
  models::ServerSpec& replica = add_server(scenario, name, costs);
  replica.replicates_from = "source";
  return replica;
}

// The same as a semi-sync replica; the source gets its side of it.
inline models::ServerSpec& add_semi_sync_replica(models::Scenario& scenario, const std::string& name,
                                                 const models::CostProfile& costs) {
  source_of(scenario).variables.rpl_semi_sync_source_enabled = true;
  models::ServerSpec& replica = add_replica(scenario, name, costs);
  replica.variables.rpl_semi_sync_replica_enabled = true;
  return replica;
}

// A round trip of so long between two servers' hosts.
inline void set_round_trip(models::Scenario& scenario, const std::string& a, const std::string& b, sim::Seconds rtt) {
  models::LinkSpec between = link(rtt);
  between.a = a + "-host";
  between.b = b + "-host";
  scenario.links.push_back(between);
}

}  // namespace tests
