// What queueing analysis says of a scenario before it is simulated: bounds that no run can break, and an estimate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/analysis/commit_outline.hpp"
#include "models/scenario.hpp"

namespace models {

// The throughput cannot be above it.
struct ThroughputBound {
  sim::PerSecond throughput;
  std::string law;       // in words of queueing theory
  std::string resource;  // what limits
};

// What is to be expected where fsyncs set the pace.
struct LoadEstimate {
  sim::PerSecond throughput;
  sim::Seconds response{};
  double group_size = 1;  // transactions that share a flush
  std::string law;
  std::string resource;
};

// Of the first load, from the means of the costs alone. The laws: the asymptotic bounds of a closed network and the
// bottleneck bound from the utilisation law (Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978),
// Little's law, and the self-clocking of group commit.
struct Bounds {
  std::string server;
  bool has_commit = true;                   // false: nothing is known of the server's commit pipeline, bounds leave it out
  std::vector<ResponsePart> parts;          // of one client alone; they add up
  sim::Seconds response_alone{};            // zero contention, on warm cores
  sim::Seconds response_least{};            // no mean response is below it: N / X of the tightest bound in a closed network
  std::vector<ThroughputBound> throughput;  // the tightest first; never empty
  std::optional<LoadEstimate> estimate;     // none where the commit pipeline is not known
  bool counts_on_acks = false;              // they hold while semi-sync is on
  bool devices_drift = false;   // a replicate may be above bounds that are of the mean device
};

// None for a scenario without clients.
std::optional<Bounds> bounds_of(const Scenario& scenario);

}  // namespace models
