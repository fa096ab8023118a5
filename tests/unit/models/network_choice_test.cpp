#include "models/network_choice.hpp"

#include <gtest/gtest.h>

#include "models/scenario.hpp"

namespace {

using models::NetworkChoice;
using models::Scenario;
using models::ServerSpec;

ServerSpec server_on(const std::string& host, const std::string& source = "") {
  ServerSpec spec;
  spec.host = host;
  spec.replicates_from = source;
  return spec;
}

// A source on a, and a replica on each of these hosts.
Scenario with_replicas(const std::vector<std::string>& hosts) {
  Scenario scenario;
  scenario.default_link.rtt = sim::milliseconds(10);
  scenario.default_link.bandwidth = {125e6};
  scenario.servers.emplace_back("source", server_on("a"));
  for (const std::string& host : hosts) {
    scenario.servers.emplace_back("replica" + std::to_string(scenario.servers.size()), server_on(host, "source"));
  }
  return scenario;
}

TEST(NetworkChoice, OneStreamPerDirectionSharesNothing) {
  EXPECT_FALSE(models::shares_links(with_replicas({})));
  EXPECT_FALSE(models::shares_links(with_replicas({"b"})));
  EXPECT_FALSE(models::shares_links(with_replicas({"b", "c", "d"})));
}

TEST(NetworkChoice, TwoReplicasOnOneHostShareItsLink) { EXPECT_TRUE(models::shares_links(with_replicas({"b", "c", "b"}))); }

TEST(NetworkChoice, AReplicaBesideItsSourceSharesTheLoopbackWithItsAcknowledgements) {
  EXPECT_TRUE(models::shares_links(with_replicas({"a"})));
}

TEST(NetworkChoice, AStreamBackToTheSourcesHostSharesWithAcknowledgements) {
  Scenario ring = with_replicas({"b"});
  ring.servers.emplace_back("back", server_on("a", "replica1"));
  EXPECT_TRUE(models::shares_links(ring));
}

// 4 MiB per round trip of 10 ms are 419 MB/s.
TEST(NetworkChoice, WhereTcpKeepsAStreamBelowTheBandwidthMessagesCanOverlap) {
  Scenario scenario = with_replicas({"b"});
  scenario.default_link.bandwidth = {419e6};
  EXPECT_FALSE(models::shares_links(scenario));
  scenario.default_link.bandwidth = {420e6};
  EXPECT_TRUE(models::shares_links(scenario));
}

TEST(NetworkChoice, SimGridIsTakenWhereLinksAreSharedOrOnRequest) {
  Scenario scenario = with_replicas({"b"});
  EXPECT_EQ(models::network_model_of(scenario), sim::NetworkModel::point_to_point);
  scenario.network = NetworkChoice::simgrid;
  EXPECT_EQ(models::network_model_of(scenario), sim::NetworkModel::simgrid);
  EXPECT_EQ(models::network_model_of(with_replicas({"b", "b"})), sim::NetworkModel::simgrid);
}

}  // namespace
