// commitsim lab writes what measures a scenario, and its program reads plans and takes in results; no server is started here.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;


const std::filesystem::path kLab = std::filesystem::path(COMMITSIM_SOURCE_DIR) / "calibration" / "lab";
const std::filesystem::path kTools = std::filesystem::path(COMMITSIM_BINARY).parent_path() / "lab";
constexpr const char* kSemiSync = "experiments/scenarios/lab/mariadb_semisync.yaml";

// Absolute paths differ from machine to machine.
std::string without_paths(const std::string& text) {
  const std::string there = std::regex_replace(text, std::regex("\"[^\"]*/experiments/"), "\"<source>/experiments/");
  return std::regex_replace(there, std::regex("'/[^']*/(lab)'"), "'<$1>'");
}

class Lab : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  Outcome program(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{kLab.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run("python3", words);
  }

  // t16.log, as sysbench would write it.
  void simulate_log() const {
    const Outcome log = commitsim({"run", kSemiSync, "--set", "workload.threads=16", "--format", "sysbench", "--duration", "5s", "--output",
                                   path("t16.log")});
    ASSERT_EQ(log.status, 0) << log;
  }

  TemporaryFolder folder_;
};

TEST_F(Lab, WritesAPlanAScriptAndACalibration) {
  const Outcome outcome = commitsim({"lab", kSemiSync, "-o", path("out"), "--set", "workload.rate=500/s"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("all servers and clients share the cores of one machine"));
  expect_golden(read_file(path("out/plan.json")), "lab_plan.json");
  expect_golden(without_paths(read_file(path("out/measure.sh"))), "lab_measure.sh.txt");
  expect_golden(without_paths(read_file(path("out/calibration.yaml"))), "lab_calibration.yaml.txt");
}

TEST_F(Lab, TakesTheDiskThatIsThere) {
  const Outcome outcome = commitsim({"lab", kSemiSync, "-o", path("out"), "--real-disk", "--repetitions", "2", "--seconds", "3"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json plan = json::parse(read_file(path("out/plan.json")));
  EXPECT_EQ(plan["storage"], "disk");
  EXPECT_EQ(plan["fio"], true);
  EXPECT_FALSE(plan["servers"][0].contains("fsync_us"));
  EXPECT_EQ(plan["runs"].size(), 8U);
  EXPECT_EQ(plan["runs"][1], (json{{"name", "t01_r2"}, {"threads", 1}, {"seconds", 3}}));
  EXPECT_THAT(read_file(path("out/calibration.yaml")), HasSubstr("servers.source.files.binary_log=binlog"));
}

TEST_F(Lab, SaysWhatOneMachineCannotDo) {
  const auto refuses = [&](const std::vector<std::string>& assignments, const std::string& because) {
    std::vector<std::string> arguments{"lab", kSemiSync, "-o", path("never")};
    for (const std::string& each : assignments) arguments.insert(arguments.end(), {"--set", each});
    const Outcome outcome = commitsim(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(because));
    EXPECT_FALSE(std::filesystem::exists(path("never")));
  };
  refuses({"servers.source2={version: mariadb-10.11.19}"}, "one source and replicas of it");
  refuses({"workload={transaction: [{statement: point_select}]}"}, "the lab runs sysbench");
  refuses({"servers.replica1.host=nowhere"}, "unknown host");
}

TEST_F(Lab, ReadsAPlanBeforeItStartsAnything) {
  const std::string plan = folder_.file("bad.json", R"({"schema": "commitsim.lab_plan/1", "storage": "ssd", "sysbench": {"workload": 3},
 "servers": [{"name": "source", "fo": 1}], "runs": [{"name": "x", "threads": 1}]})");
  const Outcome outcome = program({"run", plan, "-o", path("out")});
  EXPECT_EQ(outcome.status, 2) << outcome;
  for (const char* fault : {"storage: memory or disk", "sysbench.tables: is missing", "sysbench.workload: 3 is not of its type",
                            "servers[0].fo: unknown", "runs[0].seconds: is missing"}) {
    EXPECT_THAT(outcome.err, HasSubstr(plan + ": " + fault));
  }
  EXPECT_FALSE(std::filesystem::exists(path("out")));
  EXPECT_EQ(program({"run", path("none.json"), "-o", path("out")}).status, 2);
}

TEST_F(Lab, PrintsWhatToRunOnAServerOfOnesOwn) {
  ASSERT_EQ(commitsim({"lab", kSemiSync, "-o", path("out")}).status, 0);
  const Outcome outcome = program({"staging", path("out/plan.json")});
  ASSERT_EQ(outcome.status, 0) << outcome;
  expect_golden(outcome.out, "lab_staging.sh.txt");
}

TEST_F(Lab, TakesInWhatThatWrote) {
  simulate_log();
  EXPECT_EQ(program({"take", folder_.path().string(), "-o", path("taken")}).status, 2);
  folder_.file("t16.before", "Rpl_semi_sync_master_tx_waits\t10\nQueries\t5\nUptime\t1\n");
  folder_.file("t16.after", "Rpl_semi_sync_master_tx_waits\t1010\nQueries\t2005\nUptime\t9\n");
  folder_.file("t16.variables", "version\t10.11.19-MariaDB\nsync_binlog\t1\nhostname\tprivate\n");
  const Outcome outcome = program({"take", folder_.path().string(), "-o", path("taken")});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const json record = json::parse(read_file(path("taken/t16.json")));
  EXPECT_EQ(record["schema"], "commitsim.lab/1");
  EXPECT_EQ(record["threads"], 16);
  EXPECT_EQ(record["servers"][0]["status_delta"], (json{{"Rpl_semi_sync_master_tx_waits", 1000}, {"Queries", 2000}}));
  EXPECT_EQ(record["servers"][0]["variables"], (json{{"version", "10.11.19-MariaDB"}, {"sync_binlog", "1"}}));
  folder_.file("taken/set.yaml", "scenario: " + (std::filesystem::path(COMMITSIM_SOURCE_DIR) / kSemiSync).string() +
                                     "\ncases:\n  t16: {set: [workload.threads=16], role: predicted, lab: [t16.json]}\n");
  EXPECT_THAT(commitsim({"calibrate", path("taken/set.yaml")}).err, HasSubstr("fit"));  // the record is read; there is nothing to fit
}

// What the record says of the machine becomes the scenario's; what the case says itself stays.
TEST_F(Lab, RecordsAreConditionsOfACase) {
  simulate_log();
  folder_.file("t16.json", R"({"schema": "commitsim.lab/1", "sysbench_log": "t16.log", "threads": 16, "fsync": "chosen",
"sysbench": {"transactions": 1000}, "links": [], "host": {"cores": 1, "foreign_cores": 0.5, "clients_cores": 0.1},
"servers": [{"name": "source", "fsync": {"redo": {"calls": 100, "mean_us": 9000}, "binlog": {"calls": 100, "mean_us": 9000}}}]})");
  const auto tps = [&](const std::string& more) {
    folder_.file("set.yaml", "scenario: " + (std::filesystem::path(COMMITSIM_SOURCE_DIR) / kSemiSync).string() +
                                 "\nfit: [{cost: costs.client_round_trip.mean, low: 5us, high: 2ms}]\n"
                                 "cases:\n  t16: {set: [workload.threads=16" +
                                 more + ", role: fitted, lab: [t16.json]}\n");
    const Outcome outcome = commitsim({"calibrate", path("set.yaml"), "--starts", "0", "--resamples", "2", "--format", "json"});
    EXPECT_EQ(outcome.status, 0) << outcome;
    return json::parse(outcome.out)["runs"][0]["predicted"].get<double>();
  };
  const double slow = tps("]");
  EXPECT_LT(slow, 0.4 * tps("], conditions: [machine]"));
  EXPECT_GT(tps(", costs.redo_fsync=1ms, servers.source.costs.redo_fsync=1ms, servers.source.costs.redo_fdatasync=1ms]"), 1.2 * slow);
  folder_.file("wrong.yaml", "scenario: x.yaml\ncases: {a: {lab: [t16.json], conditions: [weather]}}\n");
  EXPECT_THAT(commitsim({"calibrate", path("wrong.yaml")}).err, HasSubstr("unknown condition 'weather'"));
}

// The layout of tools/fsync_shim.cpp: magic, is_real, five tables of 257 latencies, five times calls, nanoseconds and 320 buckets.
constexpr std::size_t kKinds = 5;
constexpr std::size_t kPoints = 257;
constexpr std::size_t kBuckets = 320;
constexpr std::uint64_t kMagic = 0x31304d4948534d43U;

struct ShimFile {
  std::uint64_t magic = kMagic;
  std::uint64_t is_real = 0;
  double latency_us[kKinds][kPoints] = {};
  std::uint64_t counters[kKinds][2 + kBuckets] = {};
};

class Shim : public Lab {
 protected:
  // Syncs the files with coreutils' sync under the shim, and returns what was counted.
  ShimFile synced(ShimFile settings, std::vector<std::string> files) {
    const std::string control = folder_.file("control", {reinterpret_cast<const char*>(&settings), sizeof settings});
    std::vector<std::string> words{"COMMITSIM_LAB_SHIM=" + control, "LD_PRELOAD=" + (kTools / "libfsync_shim.so").string(), "sync"};
    for (const std::string& file : files) words.push_back(file.starts_with("--") ? file : folder_.file(file, "x"));
    const Outcome outcome = run("env", words);
    EXPECT_EQ(outcome.status, 0) << outcome;
    const std::string bytes = read_file(control);
    EXPECT_EQ(bytes.size(), sizeof settings);
    std::memcpy(&settings, bytes.data(), std::min(bytes.size(), sizeof settings));
    return settings;
  }
};

TEST_F(Shim, CountsTheSyncsOfEachKindOfFile) {
  const ShimFile found = synced({}, {"ib_logfile0", "binlog.000001", "binlog.000002", "relay.000001", "sbtest1.ibd", "binlog.index"});
  const std::uint64_t calls[kKinds] = {1, 2, 1, 1, 1};
  for (std::size_t kind = 0; kind < kKinds; ++kind) EXPECT_EQ(found.counters[kind][0], calls[kind]) << kind;
  EXPECT_EQ(synced({}, {"--data", "binlog.000001"}).counters[1][0], 1U);
}

TEST_F(Shim, WaitsAtLeastTheChosenLatency) {
  ShimFile settings;
  std::fill_n(settings.latency_us[1], kPoints, 3000.0);
  const ShimFile found = synced(settings, {"binlog.000001", "binlog.000002", "ib_logfile0"});
  EXPECT_GE(found.counters[1][1], 2U * 3'000'000U);
  std::uint64_t in_buckets = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) in_buckets += found.counters[1][2 + bucket];
  EXPECT_EQ(in_buckets, 2U);
}

TEST_F(Shim, CallsTheRealSyncWhereItIsAskedTo) {
  ShimFile settings;
  settings.is_real = 1;
  std::fill_n(settings.latency_us[1], kPoints, 1e9);  // nothing waits for it
  EXPECT_EQ(synced(settings, {"binlog.000001"}).counters[1][0], 1U);
}

}  // namespace
}  // namespace cli
