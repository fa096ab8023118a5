// What is wrong with the input is told at once, in full and in place; then nothing is run and nothing is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kShippedScenario = "experiments/scenarios/one_semisync_two_async.yaml";

constexpr const char* kFaulty = R"(workload: {sysbench: oltp_read_wrte, threads: 0}
run: {duration: 60, sed: 1}
servers:
  source: {version: mysql-5.7, variables: {sync_binlgo: 1}}
  replica: {version: mysq-5.7, replicates_from: sorce}
  replica: {}
)";

// The lists of what is known grow with the program.
std::string without_lists(const std::string& text) {
  return std::regex_replace(text, std::regex(" known: .*"), " known: ...");
}

TEST(Faults, AreToldAllAtOnce) {
  const TemporaryFolder folder;
  folder.file("bad.yaml", kFaulty);
  for (const char* command : {"run", "check"}) {
    const Outcome outcome =
        commitsim({command, "bad.yaml", "--set", "run.seed", "--warm-up", "5"}, {.folder = folder.path()});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(
        without_lists(outcome.err),
        "--set run.seed: error: expected PATH=VALUE, such as run.duration=60s\n"
        "--warm-up: error: warm_up: time '5' has no unit; write '5us', '5ms' or '5s'\n"
        "bad.yaml:1:22: error: unknown sysbench script 'oltp_read_wrte'; did you mean 'oltp_read_write'? known: ...\n"
        "bad.yaml:1:47: error: threads: 0 is out of range; it must be from 1 to 100000\n"
        "bad.yaml:2:17: error: duration: time '60' has no unit; write '60us', '60ms' or '60s'\n"
        "bad.yaml:2:21: error: unknown key 'sed' in run; did you mean 'seed'? known: ...\n"
        "bad.yaml:4:44: error: unknown server variable 'sync_binlgo'; did you mean 'sync_binlog'? known: ...\n"
        "bad.yaml:5:22: error: unknown version 'mysq-5.7'; did you mean 'mysql-5.7'? known: ...\n"
        "bad.yaml:5:49: error: unknown server 'sorce'; did you mean 'source'? known: ...\n"
        "bad.yaml:6:3: error: duplicate key 'replica'; it was first given at 5:3\n"
        "10 errors; nothing was run\n");
  }
}

// MySQL bug 86230, in the releases that have it.
TEST(Faults, AcksThatTheSourceCannotReadAreToldOf) {
  const auto warnings = [](const std::string& source) {
    const Outcome outcome = commitsim({"check", kShippedScenario, "--set", "servers.source.version=" + source, "--set",
                                       "servers.replica1.variables.slave_compressed_protocol=ON"});
    return outcome.out + outcome.err;
  };
  EXPECT_THAT(warnings("mysql-5.7.18"), HasSubstr("MySQL bug 86230"));
  EXPECT_THAT(warnings("mysql-8.0.3"), HasSubstr("MySQL bug 86230"));
  for (const char* fixed : {"mysql-5.6.29", "mysql-5.7.21", "mysql-8.0.4"}) {
    EXPECT_THAT(warnings(fixed), testing::Not(HasSubstr("86230"))) << fixed;
  }
}

TEST(Faults, OfCompressionThatAReleaseDoesNotHave) {
  const Outcome outcome = commitsim({"check", kShippedScenario, "--set", "servers.replica1.source_compression=zstd"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("MySQL from 8.0.18 on has"));
}

TEST(Faults, OfOptionsStandAtTheOption) {
  const Outcome outcome = commitsim({"run", kShippedScenario, "--duration", "60", "--seed", "x", "--format", "jsn", "--jobs",
                                     "0", "--precision", "2", "--replicates", "0", "--output", "/no/such/folder/file"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err,
            "--duration: error: duration: time '60' has no unit; write '60us', '60ms' or '60s'\n"
            "--format: error: unknown format 'jsn'; did you mean 'json'? known: table, json, csv, sysbench, pt-heartbeat, openmetrics\n"
            "--jobs: error: '0' is not a whole number from 1 to 4096\n"
            "--output: error: cannot write '/no/such/folder/file': No such file or directory\n"
            "--precision: error: precision: 200% is out of range; it must be from 0.01% to 50%\n"
            "--replicates: error: replicates: 0 is out of range; it must be from 1 to 10000\n"
            "--seed: error: seed: 'x' is not a whole number\n"
            "7 errors; nothing was run\n");
}

TEST(Faults, LeaveTheOutputFileAlone) {
  const TemporaryFolder folder;
  const std::string old = folder.file("old.json", "precious");
  EXPECT_EQ(commitsim({"run", kShippedScenario, "--duration", "1", "--output", old}).status, 2);
  EXPECT_EQ(read_file(old), "precious");
  EXPECT_EQ(commitsim({"run", kShippedScenario, "--duration", "1", "--output", folder.path() / "new.json"}).status, 2);
  EXPECT_EQ(commitsim({"run", "no-such.yaml", "--output", folder.path() / "new.json"}).status, 2);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Faults, IncludeAFileThatCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THAT(commitsim({"run", kShippedScenario, "--output", folder.path()}).err, HasSubstr("--output: error: cannot write"));
  EXPECT_THAT(commitsim({"run", kShippedScenario, "--output", ""}).err,
              HasSubstr("--output: error: the name of a file is missing"));
}

TEST(Faults, IncludeClientsThatSysbenchWouldReport) {
  const TemporaryFolder folder;
  const std::string file = folder.file("idle.yaml", "servers: {alone: {version: mysql-5.7}}\n");
  const Outcome outcome = commitsim({"run", file, "--format", "sysbench"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--format: error: the scenario has no clients"));
}

TEST(Warnings, AreShownAndTheRunGoesOn) {
  const TemporaryFolder folder;
  folder.file(
      "warned.yaml",
      "run: {duration: 1s}\nservers:\n  source: {version: mysql-5.7, variables: {rpl_semi_sync_master_enabled: ON}}\n");
  const std::string line = "warned.yaml:3:11: warning: semi-sync waits for 1 replicas and 0 are semi-sync";
  const Outcome checked = commitsim({"check", "warned.yaml"}, {.folder = folder.path()});
  EXPECT_EQ(checked.status, 0) << checked;
  EXPECT_THAT(checked.err, HasSubstr(line));
  EXPECT_EQ(checked.out, "warned.yaml: 1 server, 0 clients, ok\n");
  const Outcome run = commitsim({"run", "warned.yaml", "--format", "json"}, {.folder = folder.path()});
  EXPECT_EQ(run.status, 0) << run;
  EXPECT_EQ(run.err, checked.err);
  EXPECT_THAT(nlohmann::json::parse(run.out)["warnings"][0].get<std::string>(), HasSubstr(line));
}

// A variable of another version is a fault; one that changes nothing is told and accepted.
TEST(Faults, IncludeVariablesThatTheVersionDoesNotHave) {
  const TemporaryFolder folder;
  folder.file("versions.yaml",
              "servers:\n"
              "  source:\n"
              "    version: mysql-5.7\n"
              "    variables:\n"
              "      binlog_commit_wait_count: 2\n"
              "      rpl_semi_sync_source_enabled: ON\n"
              "      innodb_flush_log_at_trx_commit: 3\n"
              "      innodb_log_buffer_size: 8MiB\n");
  const Outcome outcome = commitsim({"check", "versions.yaml", "--set", "servers.source.variables.innodb_flush_method=nosync"},
                                    {.folder = folder.path()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "--set servers.source.variables.innodb_flush_method: error: 'innodb_flush_method' is not simulated at nosync, only at "
            "fsync, O_DSYNC, O_DIRECT, O_DIRECT_NO_FSYNC\n"
            "versions.yaml:3:5: warning: semi-sync waits for 1 replicas and 0 are semi-sync: the first commit waits out the timeout\n"
            "versions.yaml:5:7: error: mysql-5.7 has no binlog_commit_wait_count; MariaDB has it from 10.0.5 on\n"
            "versions.yaml:6:7: note: servers.source: mysql-5.7 calls rpl_semi_sync_source_enabled rpl_semi_sync_master_enabled: one "
            "variable, two names\n"
            "versions.yaml:7:39: error: innodb_flush_log_at_trx_commit: 3 is out of range; it must be from 0 to 2\n"
            "versions.yaml:8:7: note: servers.source: innodb_log_buffer_size has no effect on the model (redo log that may wait to be "
            "written)\n"
            "3 errors; nothing was run\n");
}

TEST(Notes, AreShownAndStandInTheResult) {
  const TemporaryFolder folder;
  folder.file("noted.yaml", "run: {duration: 1s}\nservers:\n  source: {version: mysql-5.7, variables: {innodb_support_xa: OFF}}\n");
  const std::string line = "noted.yaml:3:44: note: servers.source: innodb_support_xa has no effect in mysql-5.7, where it stays at ON";
  const Outcome checked = commitsim({"check", "noted.yaml", "--format", "json"}, {.folder = folder.path()});
  EXPECT_EQ(checked.status, 0) << checked;
  EXPECT_EQ(checked.err, line + "\n");
  EXPECT_EQ(nlohmann::json::parse(checked.out)["diagnostics"][0]["severity"], "note");
  const auto result = nlohmann::json::parse(commitsim({"run", "noted.yaml", "--format", "json"}, {.folder = folder.path()}).out);
  EXPECT_EQ(result["warnings"][0], line);
  EXPECT_EQ(result["scenario"]["servers"]["source"]["variables"]["innodb_support_xa"], "ON");
}

TEST(Faults, SpeakTheVersionsLanguage) {
  const TemporaryFolder folder;
  folder.file("chain.yaml",
              "servers:\n"
              "  a: {version: mysql-5.7}\n"
              "  b: {version: mysql-5.7, replicates_from: a}\n"
              "  c: {version: mysql-5.7, replicates_from: b}\n");
  EXPECT_THAT(commitsim({"check", "chain.yaml"}, {.folder = folder.path()}).err,
              HasSubstr("chain.yaml:3:6: error: 'c' replicates from this replica, which has to set log_slave_updates: ON\n"));
}

TEST(Check, SaysInALineWhatTheScenarioIs) {
  const Outcome outcome = commitsim({"check", kShippedScenario});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out,
            std::string(kShippedScenario) + ": 4 servers, 1 semi-sync replica, 2 async replicas, 4 clients, ok\n");
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(commitsim({"check", kShippedScenario, "--set", "workload.threads=1"}).out, EndsWith(", 1 client, ok\n"));
}

TEST(Check, WritesJson) {
  const Outcome good = commitsim({"check", kShippedScenario, "--format", "json"});
  EXPECT_EQ(good.status, 0) << good;
  EXPECT_EQ(nlohmann::json::parse(good.out)["ok"], true);
  const Outcome bad = commitsim({"check", kShippedScenario, "--format", "json", "--set", "run.seed=x"});
  EXPECT_EQ(bad.status, 2) << bad;
  const auto answer = nlohmann::json::parse(bad.out);
  EXPECT_EQ(answer["ok"], false);
  EXPECT_EQ(answer["diagnostics"][0]["file"], "--set run.seed");
}

}  // namespace
}  // namespace cli
