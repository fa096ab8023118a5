// The way of a semi-sync ACK, from publishing a position to the source's hearing of it: a sum of means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/scenario.hpp"

namespace models {

struct AckPath {
  sim::Seconds mean{};   // of a transaction that finds every thread on the way asleep
  sim::Seconds least{};  // without what is saved when one of them is awake, or when another replica is faster by chance

  // What must take in every transaction before it is acknowledged, one after another.
  struct Server {
    std::string name;
    sim::Seconds per_transaction{};
  };
  std::vector<Server> servers;
};

// That of a server with `changes` per transaction. With several replicas the k-th fastest decides, where k is
// rpl_semi_sync_source_wait_for_replica_count. Nothing where semi-sync is off, where it goes off because too few replicas
// take part, and where the ACK comes after the timeout.
std::optional<AckPath> ack_path(const Scenario& scenario, const std::string& source, const Changes& changes);

}  // namespace models
