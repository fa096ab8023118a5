// commitsim compare: pairs on common random numbers.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCluster =
    "profile: mysql-5.7-lab\n"
    "run: {duration: 20s, warm_up: 1s, seed: 3}\n"
    "servers:\n"
    "  source: {host: db1, version: mysql-5.7, variables: {log_bin: ON, sync_binlog: 1}}\n"
    "  replica1: {host: db2, version: mysql-5.7, replicates_from: source}\n"
    "hosts: {db1: {cores: 2}, db2: {cores: 2}}\n"
    "network: {default: {rtt: 1ms, bandwidth: 1Gbps}}\n";

std::string with_threads(int threads) {
  return fmt::format("workload: {{sysbench: oltp_update_non_index, threads: {}}}\n", threads) + kCluster;
}

class Compare : public ::testing::Test {
 protected:
  Outcome compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"compare", a_});
    return commitsim(arguments);
  }

  json compared(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome outcome = compare(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome;
    return json::parse(outcome.out);
  }

  TemporaryFolder folder_;
  std::string a_ = folder_.file("a.yaml", with_threads(4));
};

json row_of(const json& document, const std::string& metric) {
  for (const json& row : document["rows"]) {
    if (row["metric"] == metric) return row;
  }
  ADD_FAILURE() << "no row of " << metric;
  return {};
}

TEST_F(Compare, SaysWhatDiffersHowSurelyAndWhy) {
  a_ = folder_.file("one.yaml", with_threads(1));
  const json document = compared({"--set", "servers.source.variables.rpl_semi_sync_master_enabled=ON", "--set",
                                  "servers.replica1.variables.rpl_semi_sync_slave_enabled=ON"});
  EXPECT_EQ(document["schema"], "commitsim.comparison/1");
  EXPECT_EQ(document["pairs"], 10);
  const json response = row_of(document, "response_ms.mean");
  EXPECT_NEAR(response["b"].get<double>() - response["a"].get<double>(), response["difference"].get<double>(), 1e-9);
  EXPECT_GT(response["difference"], 1.0) << "a round trip";
  EXPECT_LT(response["half_width"], 0.1);
  EXPECT_TRUE(response["is_clear"]);
  EXPECT_THAT(document["reasons"].dump(), HasSubstr("ack wait +1."));
  EXPECT_THAT(document["settings"].dump(), AllOf(HasSubstr("rpl_semi_sync_slave_enabled"), Not(HasSubstr("threads"))));
}

TEST_F(Compare, SaysSoWhereNothingDiffers) {
  const Outcome outcome = compare({"--set", "servers.source.variables.max_binlog_size=1GiB"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("throughput: the same in both"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("of the change")));
}

TEST_F(Compare, TakesSetsForBWithOneFileAndForBothWithTwo) {
  const std::string b = folder_.file("b.yaml", with_threads(4));
  const json both = compared({b, "--set", "workload.threads=2"});
  EXPECT_TRUE(both["settings"].empty()) << both["settings"];
  const json one = compared({"--set", "workload.threads=2"});
  EXPECT_THAT(one["settings"].dump(), HasSubstr(R"({"a":"4","b":"2","path":"workload.threads"})"));
}

TEST_F(Compare, GivesTheSameWhateverTheJobs) {
  const std::vector<std::string> sets = {"--set", "workload.threads=5", "--duration", "2s"};
  auto one = sets;
  one.insert(one.end(), {"--jobs", "1"});
  auto three = sets;
  three.insert(three.end(), {"--jobs", "3"});
  EXPECT_EQ(compared(one), compared(three));
}

TEST_F(Compare, GoesOnUntilTheDifferenceIsKnown) {
  const json document = compared({"--set", "workload.threads=5", "--duration", "1s", "--replicates", "2", "--precision", "1%"});
  const json row = row_of(document, "throughput.tps");
  ASSERT_TRUE(document["precision_reached"]);
  EXPECT_GT(document["pairs"], 2);
  EXPECT_LE(row["half_width"].get<double>(), 0.01 * row["a"].get<double>());
}

// Half-widths fall with the root of the work, so this is how much more of it independent runs would need. Where commits group by chance,
// with many clients that do nothing but commit, pairs gain little; the shipped scenario is what people compare.
TEST_F(Compare, FindsOnePercentWithHalfTheWorkOfIndependentRuns) {
  const std::string shipped = std::string(COMMITSIM_SOURCE_DIR) + "/experiments/scenarios/one_semisync_two_async.yaml";
  const Outcome outcome = commitsim({"compare", shipped, "--set", "network.default.rtt=260us", "--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json row = row_of(json::parse(outcome.out), "throughput.tps");
  EXPECT_NEAR(row["relative"].get<double>(), -0.01, 0.003);
  EXPECT_TRUE(row["is_clear"]);
  const double independent = std::hypot(row["a_half_width"].get<double>(), row["b_half_width"].get<double>());
  EXPECT_GE(std::pow(independent / row["half_width"].get<double>(), 2), 2);
}

TEST_F(Compare, NeedsSomethingThatDiffers) {
  const Outcome outcome = compare({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, ContainsRegex("what is B\\? Give a second file, or what changes with --set"));
}

TEST_F(Compare, ReportsTheFaultsOfBothScenarios) {
  const std::string b = folder_.file("b.yaml", "workload: {sysbench: oltp_nothing}\nhosts: {h: {}}\n");
  const std::string broken = folder_.file("c.yaml", "workloads: {}\n");
  const Outcome outcome = commitsim({"compare", b, broken});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("b.yaml:1:"), HasSubstr("c.yaml:1:")));
}

}  // namespace
}  // namespace cli
