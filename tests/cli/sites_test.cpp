// Replicas in sites of their own: what each costs the source, who releases its commits, and what others leave of a link.
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;

Outcome run_three_sites(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"run",   "experiments/scenarios/three_sites.yaml", "--format", "json", "--set", "run.duration=4s",
                                        "--set", "run.warm_up=2s"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return commitsim(arguments);
}

const json& replica_named(const json& result, const std::string& name) {
  for (const json& each : result["replicas"]) {
    if (each["name"] == name) return each;
  }
  throw std::runtime_error("no replica " + name);
}

TEST(Sites, EachReplicaHasItsShareItsLagAndItsPrice) {
  const Outcome outcome = run_three_sites({});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(replica_named(result, "near")["last_ack_share"], 1);
  for (const char* async : {"far", "delayed"}) EXPECT_EQ(replica_named(result, async)["last_ack_share"], 0) << async;

  // Half of the 2 ms to the other site is the way there.
  EXPECT_LT(replica_named(result, "near")["lag_ms"]["p50"], 0.5);
  EXPECT_NEAR(replica_named(result, "far")["lag_ms"]["p50"], 1.2, 0.2);
  EXPECT_EQ(replica_named(result, "delayed")["applied_tps"], 0);

  // The same events are sent to each, two bytes per event more to the semi-sync one.
  const double dumps = replica_named(result, "far")["dump_thread_cores"];
  EXPECT_GT(dumps, 0);
  for (const char* each : {"near", "delayed"}) EXPECT_NEAR(replica_named(result, each)["dump_thread_cores"], dumps, 0.02 * dumps) << each;
  const double bytes = replica_named(result, "far")["received_bytes_per_s"];
  EXPECT_GT(replica_named(result, "near")["received_bytes_per_s"], 1.005 * bytes);
  EXPECT_LT(replica_named(result, "near")["received_bytes_per_s"], 1.05 * bytes);
}

TEST(Sites, OtherTrafficLeavesTheRestOfALink) {
  const Outcome outcome =
      run_three_sites({"--set", "network.links[0]={between: [east, west], rtt: 2ms, bandwidth: 30Mbps, other_traffic: 10Mbps}"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const double room = 20e6 / 8;
  EXPECT_NEAR(replica_named(json::parse(outcome.out), "far")["received_bytes_per_s"], room, 0.02 * room);
}

}  // namespace
}  // namespace cli
