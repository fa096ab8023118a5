// Runs: options, files, pipes, failures, and that the same seed gives the same bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kScenario = "experiments/scenarios/one_semisync_two_async.yaml";

// A short run of that scenario.
Outcome short_run(std::vector<std::string> more) {
  more.insert(more.begin(), {"run", kScenario, "--duration", "1s", "--warm-up", "100ms"});
  return commitsim(more);
}

json result(std::vector<std::string> more) {
  more.insert(more.end(), {"--format", "json"});
  const Outcome outcome = short_run(more);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return json::parse(outcome.out);
}

TEST(Run, ShowsAScenarioWhoseNumbersAreKnown) {
  const Outcome table = commitsim({"run", "constant.yaml"}, {.folder = kData});
  EXPECT_EQ(table.status, 0) << table;
  EXPECT_THAT(table.err, IsEmpty());
  expect_golden(table.out, "constant.table.txt");
  const json known = json::parse(commitsim({"run", "constant.yaml", "--format", "json"}, {.folder = kData}).out);
  EXPECT_NEAR(known["response_ms"]["mean"]["mean"], 8, 1e-3);
  EXPECT_NEAR(known["throughput"]["tps"]["mean"], 125, 1);
  EXPECT_NEAR(known["commit_ms"]["ack_wait"], 4, 1e-3);
  EXPECT_NEAR(known["commit_ms"]["sync"], 2, 1e-6);
  EXPECT_NEAR(known["response_parts_ms"]["execute"], 0.5, 1e-6);
}

TEST(Run, TakesOptionsAsTheScenariosOwnValues) {
  const json changed = result({"--seed", "42", "--replicates", "2", "--precision", "20%", "--set", "workload.threads=3",
                               "--set", "servers.source.variables.sync_binlog=0"});
  EXPECT_EQ(changed["seed"], 42);
  EXPECT_EQ(changed["replicates"], 2);
  EXPECT_EQ(changed["warm_up_s"], 0.1);
  EXPECT_EQ(changed["workload"]["threads"], 3);
  EXPECT_EQ(changed["scenario"]["run"]["precision"], "20%");
  EXPECT_EQ(changed["scenario"]["servers"]["source"]["variables"]["sync_binlog"], 0);
  EXPECT_EQ(changed["origins"]["run.seed"], "--seed");
  EXPECT_EQ(changed["origins"]["run.warm_up"], "--warm-up");
  EXPECT_EQ(changed["origins"]["servers.source.variables.sync_binlog"], "--set servers.source.variables.sync_binlog");
  EXPECT_EQ(changed["origins"]["workload.table_size"], std::string(kScenario) + ":2");
  EXPECT_EQ(changed["origins"]["servers.source.variables.log_bin"], "default");
  EXPECT_EQ(changed["scenario"]["servers"]["source"]["variables"]["log_bin"], "ON");
}

TEST(Run, GivesTheSameBytesWhateverTheJobs) {
  const Outcome one = short_run({"--replicates", "4", "--jobs", "1", "--format", "json"});
  const Outcome four = short_run({"--replicates", "4", "--jobs", "4", "--format", "json"});
  EXPECT_EQ(one.status, 0) << one;
  EXPECT_EQ(one.out, four.out);
  const Outcome other = short_run({"--replicates", "4", "--seed", "2", "--format", "json"});
  EXPECT_NE(one.out, other.out);
}

TEST(Run, AnotherSeedAgreesWithinTheHalfWidths) {
  const auto with_seed = [](const char* seed) {
    return json::parse(commitsim({"run", kScenario, "--duration", "30s", "--seed", seed, "--format", "json"}).out);
  };
  const json one = with_seed("1");
  const json other = with_seed("2");
  for (const char* key : {"tps", "qps"}) {
    const json& a = one["throughput"][key];
    const json& b = other["throughput"][key];
    EXPECT_NE(a["mean"], b["mean"]) << key;
    EXPECT_NEAR(a["mean"], b["mean"], double(a["half_width"]) + double(b["half_width"])) << key;
  }
}

TEST(Run, WritesAFileInOneStep) {
  const TemporaryFolder folder;
  const std::string file = folder.file("result.csv", "old");
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const std::filesystem::path link = folder.path() / "link.csv";
  std::filesystem::create_symlink("result.csv", link);
  const Outcome outcome = short_run({"--format", "csv", "--output", link});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(read_file(file), StartsWith("scenario,metric,value,half_width,unit\n"));
  EXPECT_EQ(read_file(file), short_run({"--format", "csv"}).out);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
  EXPECT_EQ(short_run({"--output", "/dev/null"}).status, 0);
}

TEST(Run, ThatFailsSaysWhyInOneLine) {
  const TemporaryFolder folder;
  const std::string old = folder.file("old.txt", "precious");
  const std::string command = "ulimit -t 1; exec '" COMMITSIM_BINARY "' run " + std::string(kScenario) +
                              " --duration 200h --warm-up 0s --output " + old;
  const Outcome outcome = run("sh", {"-c", command});
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("commitsim: error: the simulation was killed by signal"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  EXPECT_EQ(read_file(old), "precious");
}

TEST(Run, EndsQuietlyWhenItsReaderHasGone) {
  const std::string command = "{ '" COMMITSIM_BINARY "' run " + std::string(kScenario) +
                              " --duration 1s --format json; echo status $? >&2; } | true";
  EXPECT_EQ(run("bash", {"-c", command}).err, "status 0\n");
  EXPECT_EQ(
      run("bash", {"-c", "'" COMMITSIM_BINARY "' describe scenario | head -1 > /dev/null; exit ${PIPESTATUS[0]}"}).err,
      "");
}

TEST(Run, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const Outcome outcome = short_run({"--output", "/dev/full"});
  EXPECT_EQ(outcome.status, 1) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /dev/full: No space left on device"));
}

}  // namespace
}  // namespace cli
