#include <filesystem>
#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const char* const kSysbench =
    "$ sysbench oltp_write_only --threads=8 --tables=4 --table-size=50000 --mysql-password=geheim --time=2 run\n"
    "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 8\n\n"
    "Threads started!\n\nSQL statistics:\n    transactions:                        1600   (800.00 per sec.)\n\n"
    "General statistics:\n    total time:                          2.0000s\n    total number of events:              1600\n";

const char* const kFio =
    "{\"fio version\": \"fio-3.28\", \"global options\": {\"fdatasync\": \"1\"}, \"jobs\": [{\"jobname\": \"log\", \"error\": 0,\n"
    "\"sync\": {\"lat_ns\": {\"min\": 500000, \"max\": 9000000, \"mean\": 1000000, \"N\": 3000,\n"
    "\"percentile\": {\"99.000000\": 3000000}}}}]}\n";

TEST(Init, ComposesAScenarioThatRuns) {
  const TemporaryFolder folder;
  const std::string log = folder.file("run.log", kSysbench);
  const std::string device = folder.file("fsync.json", kFio);
  const std::string scenario = folder.path() / "mine.yaml";
  const Outcome made = commitsim({"init", "--from", log, device, "-o", scenario, "--server", "mysql-5.7"});
  ASSERT_EQ(made.status, 0) << made;
  const std::string text = read_file(scenario);
  EXPECT_THAT(text, testing::ContainsRegex("  sysbench: oltp_write_only +# " + log + ":2:1"));
  EXPECT_THAT(text, testing::ContainsRegex("  tables: 4 +# .*: its command line"));
  EXPECT_THAT(text, testing::ContainsRegex("    rtt: 200us +# default: "));
  EXPECT_THAT(text, testing::ContainsRegex("    version: mysql-5.7 +# --server"));
  EXPECT_THAT(text, HasSubstr("8 threads, 800.00 tps"));
  EXPECT_THAT(text, Not(HasSubstr("geheim")));
  const Outcome result = commitsim({"run", scenario, "--duration", "2s", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result;
  const json numbers = json::parse(result.out);
  EXPECT_GT(numbers["throughput"]["tps"]["mean"], 100);
}

// The published runs (experiments/measurements/semisync_vs_async), and the options that they state.
TEST(Init, PredictsThePublishedRunsFromTheirLogs) {
  const TemporaryFolder folder;
  const std::string options =
      "[mysqld]\nserver-id = 1\nlog-bin = mysql-bin\nsync_binlog = 1\ninnodb_flush_log_at_trx_commit = 1\n[mysqld-5.7]\n";
  const std::string async = folder.file("async.cnf", options + "gtid_mode = ON\n");
  const std::string semi_sync = folder.file("semisync.cnf", options + "rpl_semi_sync_master_enabled = 1\n");
  for (const auto& [name, file, measured] : {std::tuple{"async", async, 837.05}, {"semisync", semi_sync, 760.35}}) {
    const std::string scenario = folder.path() / (std::string(name) + ".yaml");
    const std::string log = "experiments/measurements/semisync_vs_async/sysbench_" + std::string(name) + "_4threads.log";
    const Outcome made = commitsim({"init", "--from", file, log, "-o", scenario});
    ASSERT_EQ(made.status, 0) << made;
    EXPECT_THAT(read_file(scenario), testing::ContainsRegex("version: mysql-5.7 +# .*: it has a group for it"));
    const Outcome result = commitsim({"run", scenario, "--format", "json"});
    ASSERT_EQ(result.status, 0) << result;
    EXPECT_NEAR(json::parse(result.out)["throughput"]["tps"]["mean"].get<double>(), measured, 0.03 * measured) << name;
  }
}

TEST(Init, TheDeviceIsTheOneMeasured) {
  const TemporaryFolder folder;
  folder.file("fsync.json", kFio);
  folder.file("reads.json", "{\"fio version\": \"fio-3.28\", \"jobs\": [{\"jobname\": \"a\", \"error\": 0, \"read\": {\"iops\": 5}}]}\n");
  const auto scenario = [&](const std::string& device) {
    const std::string hosts = "hosts: {db1: {devices: {disk: {fio: " + device + "}}}}\n";
    return folder.file("scenario.yaml", "workload: {sysbench: oltp_update_index, threads: 1}\n" + hosts +
                                            "servers: {source: {host: db1, version: mysql-5.7}}\n");
  };
  const Outcome result = commitsim({"run", scenario("fsync.json"), "--duration", "5s", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result;
  // Without a binary log, the storage engine syncs its redo log once.
  EXPECT_NEAR(json::parse(result.out)["commit_ms"]["engine_commit"].get<double>(), 1, 0.2);
  EXPECT_THAT(commitsim({"check", scenario("reads.json")}).err, HasSubstr("'reads.json' holds no sync times"));
  EXPECT_THAT(commitsim({"check", scenario("absent.json")}).err, HasSubstr("cannot be read"));
}

TEST(Init, AScenarioMayPointAtAnOptionFile) {
  const TemporaryFolder folder;
  folder.file("my.cnf", "[mysqld]\nlog_bin = x\nsync_binlog = 100\ninnodb_flush_log_at_trx_commit = 2\n[mysqld-5.7]\nsync_binlog = 7\n");
  const std::string scenario =
      folder.file("scenario.yaml",
                  "workload: {sysbench: oltp_update_index, threads: 1}\nservers:\n  source:\n    version: mysql-5.7\n"
                  "    option_file: my.cnf\n    variables: {innodb_flush_log_at_trx_commit: 1}\n");
  const Outcome result = commitsim({"run", scenario, "--duration", "1s", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result;
  const json variables = json::parse(result.out)["scenario"]["servers"]["source"]["variables"];
  EXPECT_EQ(variables["sync_binlog"], 7) << "its version's group comes last";
  EXPECT_EQ(variables["innodb_flush_log_at_trx_commit"], 1) << "the scenario goes before the file";
  folder.file("my.cnf", "[mysqld]\nsync_binlog = often\n");
  EXPECT_EQ(commitsim({"check", scenario}).status, 2);
  folder.file("my.cnf", kSysbench);
  EXPECT_THAT(commitsim({"check", scenario}).err, HasSubstr("neither an option file nor output of SHOW VARIABLES"));
}

TEST(Init, OverwritesOnlyWhenToldTo) {
  const TemporaryFolder folder;
  const std::string log = folder.file("run.log", kSysbench);
  const std::string scenario = folder.file("mine.yaml", "precious");
  const Outcome refused = commitsim({"init", "--from", log, "-o", scenario});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("exists; --force overwrites it"));
  EXPECT_EQ(read_file(scenario), "precious");
  EXPECT_EQ(commitsim({"init", "--from", log, "-o", scenario, "--force"}).status, 0);
  EXPECT_THAT(read_file(scenario), StartsWith("# Composed by"));
}

TEST(Init, WritesNothingFromFilesAtFault) {
  const TemporaryFolder folder;
  const std::string scenario = folder.path() / "mine.yaml";
  EXPECT_EQ(commitsim({"init", "--from", folder.path() / "absent", "-o", scenario}).status, 2);
  EXPECT_FALSE(std::filesystem::exists(scenario));
  EXPECT_EQ(commitsim({"init", "-o", scenario}).status, 2);
  const std::string log = folder.file("run.log", kSysbench);
  EXPECT_THAT(commitsim({"init", "--from", log, "--server", "oracle-19"}).err, HasSubstr("cannot be simulated"));
  EXPECT_THAT(commitsim({"init", "--from", log}).err, IsEmpty());
}

TEST(Init, LeavesFailedRunsOut) {
  const TemporaryFolder folder;
  const std::string log = folder.file("run.log", "sysbench 1.0.20 (using system LuaJIT)\n\nNumber of threads: 77\nFATAL: error 2003: no\n" +
                                                     std::string(kSysbench));
  const Outcome made = commitsim({"init", "--from", log});
  EXPECT_EQ(made.status, 0) << made;
  EXPECT_THAT(made.out, testing::ContainsRegex("  threads: 8 "));
  EXPECT_THAT(made.out, HasSubstr("a run that failed was left out"));
  EXPECT_THAT(made.out, Not(HasSubstr("77")));
}

}  // namespace
}  // namespace cli
