// commitsim calibrate: simulated servers whose costs are known give them back.
#include <cmath>
#include <filesystem>
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
using ::testing::HasSubstr;

constexpr const char* kSimulatedServer =
    "workload: {sysbench: oltp_update_non_index, threads: 1}\n"
    "profile: mysql-5.7-lab\n"
    "run: {duration: 20s, warm_up: 1s, seed: 1}\n"
    "servers:\n"
    "  source: {host: db1, version: mysql-5.7, variables: {log_bin: ON, sync_binlog: 1}}\n"
    "hosts: {db1: {cores: 8}}\n";

// The true costs, which the calibration has to find.
constexpr double kTrueFsync = 3.1e-3;
constexpr double kTrueRoundTrip = 180e-6;

constexpr const char* kFit =
    "fit:\n"
    "  - {cost: costs.binlog_fsync, low: 200us, high: 20ms}\n"
    "  - {cost: costs.client_round_trip.mean, low: 10us, high: 2ms}\n";

class Calibrate : public ::testing::Test {
 protected:
  Calibrate() { folder_.file("scenario.yaml", kSimulatedServer); }

  // Writes the log of a run at the true costs, as sysbench would.
  void measure(const std::string& log, int threads, const std::string& seed = "7") {
    std::vector<std::string> arguments = {"run", path("scenario.yaml"), "--format", "sysbench", "--output", path(log)};
    const std::string fsync = fmt::format("costs.binlog_fsync={}us", kTrueFsync * 1e6);
    const std::string round_trip = fmt::format("costs.client_round_trip={{mean: {}us, cv: 0.3}}", kTrueRoundTrip * 1e6);
    const std::string clients = fmt::format("workload.threads={}", threads);
    for (const std::string& each : {clients, "run.seed=" + seed, std::string("run.duration=10s"), fsync, round_trip}) {
      arguments.emplace_back("--set");
      arguments.push_back(each);
    }
    const Outcome outcome = commitsim(arguments);
    ASSERT_EQ(outcome.status, 0) << outcome;
  }

  Outcome calibrate(const std::string& text, std::vector<std::string> options = {}) {
    folder_.file("calibration.yaml", text);
    std::vector<std::string> arguments = {"calibrate", path("calibration.yaml"), "--starts", "2", "--resamples", "200"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return commitsim(arguments);
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  TemporaryFolder folder_;
};

const json& cost(const json& document, const std::string& name) {
  for (const json& each : document["costs"]) {
    if (each["name"] == name) return each;
  }
  throw std::runtime_error("no cost " + name);
}

TEST_F(Calibrate, FindsTheCostsOfASimulatedServerInItsLogs) {
  for (const int threads : {1, 4, 16}) measure(fmt::format("t{}.log", threads), threads);
  const Outcome outcome = calibrate(std::string("scenario: scenario.yaml\n") + kFit +
                                        "cases:\n"
                                        "  t01: {set: [workload.threads=1], role: fitted, sysbench: [t1.log]}\n"
                                        "  t04: {set: [workload.threads=4], role: fitted, sysbench: [t4.log]}\n"
                                        "  t16: {set: [workload.threads=16], sysbench: [t16.log]}\n",
                                    {"--format", "json", "-o", path("found.yaml")});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document["schema"], "commitsim.calibration/1");
  EXPECT_TRUE(document["converged"]);
  EXPECT_NEAR(cost(document, "costs.binlog_fsync")["value"], kTrueFsync, 0.02 * kTrueFsync);
  EXPECT_NEAR(cost(document, "costs.client_round_trip.mean")["value"], kTrueRoundTrip, 0.15 * kTrueRoundTrip);
  EXPECT_EQ(document["correlations"].size(), 2U);
  for (const json& row : document["runs"]) {
    if (row["metric"] != "tps") continue;
    EXPECT_EQ(row["role"], row["case"] == "t16" ? "predicted" : "fitted");
    EXPECT_LT(std::abs(row["error_pct"].get<double>()), 2) << row;
  }

  // The profile that it wrote runs, and says where its costs come from.
  const Outcome with_profile = commitsim({"run", path("scenario.yaml"), "--set", "profile=" + path("found.yaml"), "--format", "json"});
  ASSERT_EQ(with_profile.status, 0) << with_profile;
  const double predicted = document["runs"][0]["predicted"];
  EXPECT_NEAR(json::parse(with_profile.out)["throughput"]["tps"]["mean"], predicted, 0.01 * predicted);
  const std::string profile = read_file(path("found.yaml"));
  EXPECT_THAT(profile, HasSubstr("standard_error"));
  EXPECT_THAT(profile, HasSubstr("fewest_threads: 1, most_threads: 16"));
  const std::string found = "profile=" + path("found.yaml");
  const Outcome beyond = commitsim({"check", path("scenario.yaml"), "--set", found, "--set", "workload.threads=64"});
  EXPECT_THAT(beyond.err, HasSubstr("the costs come from runs with 1 to 16 client threads, here are 64"));
}

TEST_F(Calibrate, SaysWhichCostsItCannotTellApart) {
  measure("t1.log", 1);
  measure("t16.log", 16);
  const Outcome outcome = calibrate(
      "scenario: scenario.yaml\n"
      "fit:\n"
      "  - {cost: costs.redo_fsync, low: 200us, high: 20ms}\n"
      "  - {cost: costs.binlog_fsync, low: 200us, high: 20ms}\n"
      "cases:\n"
      "  alone: {set: [workload.threads=1], role: fitted, sysbench: [t1.log]}\n"
      "  redo_only: {set: [workload.threads=1, servers.source.variables.sync_binlog=0], measured: {tps: []}}\n",
      {"--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json document = json::parse(outcome.out);
  ASSERT_EQ(document["indistinct"].size(), 1U) << outcome;
  EXPECT_EQ(document["indistinct"][0].size(), 2U);
  for (const json& each : document["advice"]) EXPECT_EQ(each["measure"], "redo_only") << each;
}

TEST_F(Calibrate, RefusesRunsThatAreNoMeasurement) {
  measure("t1.log", 1);
  const std::string log = read_file(path("t1.log"));
  folder_.file("cut.log", log.substr(0, log.find("SQL statistics")));
  const std::string fatal = "FATAL: mysql_drv_query() returned error 2013 (Lost connection) for query 'COMMIT'\n";
  folder_.file("failed.log", log.substr(0, log.find("SQL statistics")) + fatal);
  const std::string head = std::string("scenario: scenario.yaml\n") + kFit + "cases:\n";
  const auto refuses = [&](const std::string& the_case, const std::string& because) {
    const Outcome outcome = calibrate(head + the_case, {"-o", path("never.yaml")});
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(because));
    EXPECT_FALSE(std::filesystem::exists(path("never.yaml")));
  };
  refuses("  a: {role: fitted, sysbench: [cut.log]}\n", "was cut short");
  refuses("  a: {role: fitted, sysbench: [failed.log]}\n", "failed");
  refuses("  a: {set: [workload.threads=2], role: fitted, sysbench: [t1.log]}\n", "1 threads, the case has 2");
  refuses("  a: {role: fitted, sysbench: [t1.log], measured: {tps: [100]}}\n", "given here and by the logs");
  refuses("  a: {role: fitted, sysbench: [none.log]}\n", "none.log");
  refuses("  a: {role: fitted}\n", "missing required key 'measured'");
}

}  // namespace
}  // namespace cli
