// commitsim sweep and recommend: points are kept as they end, whoever runs them.
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kBase =
    "workload: {sysbench: oltp_update_non_index, threads: 4}\n"
    "run: {duration: 2s, warm_up: 500ms, seed: 1}\n"
    "servers:\n"
    "  source: {host: db1, version: mysql-5.7, variables: {log_bin: ON}}\n"
    "hosts: {db1: {cores: 2}}\n";

constexpr const char* kStudy =
    "description: what durability costs\n"
    "scenario: base.yaml\n"
    "factors:\n"
    "  threads: {path: workload.threads, values: [1, 4, 16]}\n"
    "  durability:\n"
    "    levels:\n"
    "      safe: {set: [servers.source.variables.sync_binlog=1, servers.source.variables.innodb_flush_log_at_trx_commit=1], cost: 3}\n"
    "      fast: {set: [servers.source.variables.sync_binlog=0, servers.source.variables.innodb_flush_log_at_trx_commit=2], cost: 1}\n"
    "responses: [tps, p99]\n"
    "constraints: [tps > 1000/s]\n"
    "objective: minimise cost\n";

class Studies : public ::testing::Test {
 protected:
  Studies() { folder_.file("base.yaml", kBase); }

  std::vector<std::string> words(const std::string& command, const std::vector<std::string>& more) const {
    std::vector<std::string> all = {command, study_, "--database", database()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Outcome sweep(const std::vector<std::string>& more = {}) const { return commitsim(words("sweep", more)); }
  std::string database() const { return (folder_.path() / "d.sqlite").string(); }

  TemporaryFolder folder_;
  std::string study_ = folder_.file("study.yaml", kStudy);
};

TEST_F(Studies, ShowsEveryPointInTheOrderOfTheDesign) {
  const Outcome outcome = sweep();
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, ContainsRegex("threads +durability +throughput.tps .1/s. +response_ms.p99 .ms."));
  EXPECT_THAT(outcome.out, ContainsRegex("1 +safe .*\n +1 +fast .*\n +4 +safe .*\n +4 +fast .*\n +16 +safe .*\n +16 +fast "));
  EXPECT_THAT(outcome.out, HasSubstr("not tps > 1000/s"));
}

TEST_F(Studies, KnowsWhatItHasSimulatedBefore) {
  const Outcome first = sweep({"--format", "csv", "--progress", "plain"});
  EXPECT_THAT(first.err, HasSubstr("6 of 6 points"));
  const Outcome second = sweep({"--format", "csv", "--progress", "plain"});
  EXPECT_EQ(second.err, "");
  EXPECT_EQ(first.out, second.out);
}

TEST_F(Studies, WritesOneRowPerPointWithEveryParameterAndTheSeed) {
  const Outcome outcome = sweep({"--format", "csv"});
  EXPECT_THAT(outcome.out, StartsWith("study,place,threads,durability,seed,version,status,throughput.tps,throughput.tps.half_width,"
                                      "response_ms.p99,response_ms.p99.half_width\nstudy,0,1,safe,1,"));
  const Outcome lines = sweep({"--format", "jsonl"});
  const json last = json::parse(lines.out.substr(lines.out.rfind('\n', lines.out.size() - 2) + 1));
  EXPECT_EQ(last["levels"], (json{{"threads", "16"}, {"durability", "fast"}}));
  EXPECT_GT(last["figures"]["throughput.tps"]["value"], 1000);
}

// Starts the program and kills it after the time; returns whether it was still at work.
bool kill_after(const std::vector<std::string>& words, std::chrono::milliseconds time) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    std::vector<char*> arguments = {const_cast<char*>(COMMITSIM_BINARY)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(COMMITSIM_BINARY, arguments.data());
    ::_exit(127);
  }
  std::this_thread::sleep_for(time);
  ::kill(pid, SIGKILL);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFSIGNALED(status);
}

TEST_F(Studies, LoseNothingWhenKilledAndEndAsIfTheyHadNotBeen) {
  const std::string undisturbed = commitsim({"sweep", study_, "--database", (folder_.path() / "u.sqlite").string(), "--format", "csv"}).out;
  for (const int milliseconds : {40, 90, 160, 250, 370, 520})
    kill_after(words("sweep", {"--output", "/dev/null"}), std::chrono::milliseconds(milliseconds));
  EXPECT_EQ(sweep({"--format", "csv"}).out, undisturbed);
}

TEST_F(Studies, GiveTheSameWhateverTheJobs) {
  const std::string one = sweep({"--jobs", "1", "--format", "csv", "--all"}).out;
  std::filesystem::remove(database());
  EXPECT_EQ(sweep({"--jobs", "4", "--format", "csv", "--all"}).out, one);
}

TEST_F(Studies, KeepTwoSweepsIntoOneFileApart) {
  const pid_t other = ::fork();
  if (other == 0) ::_exit(sweep({"--output", "/dev/null"}).status);
  const Outcome outcome = sweep({"--format", "csv"});
  int status = 0;
  ::waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(sweep({"--format", "csv"}).out, outcome.out);
}

TEST_F(Studies, CountAPointThatTakesTooLongAsFailedAndTryItAgain) {
  const Outcome outcome = sweep({"--limit", "1ms"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("6 of 6 points failed; the next sweep tries them again"));
  EXPECT_THAT(outcome.out, HasSubstr("failed: the simulation took longer than 0.001 s and was stopped"));
  EXPECT_EQ(sweep().status, 0);
}

TEST_F(Studies, RecommendTheCheapestThatMeetsTheConstraints) {
  const Outcome outcome = commitsim(words("recommend", {}));
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, ContainsRegex("Best: threads=16, durability=fast\n  cost 1\n  nearest bound: tps > 1000/s, [0-9.]+ % to spare"));
  EXPECT_THAT(outcome.out, HasSubstr("Runner-up: threads=4, durability=fast"));
  const json document = json::parse(commitsim(words("recommend", {"--format", "json"})).out);
  EXPECT_EQ(document["feasible"].size() + document["infeasible"].size(), 6U);
  EXPECT_EQ(document["infeasible"][0]["nearest_constraint"], "tps > 1000/s");
}

TEST_F(Studies, ReportEveryFaultAtItsPlace) {
  study_ = folder_.file("faulty.yaml",
                        "scenario: base.yaml\n"
                        "factors:\n"
                        "  threads: {path: workload.threads, values: [1], from: 2, to: 3}\n"
                        "  rtt: {path: network.default.rtt, from: 1ms, to: 2ms}\n"
                        "responses: [tsp]\n");
  const Outcome outcome = sweep();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("faulty.yaml:3:12: error: a factor has one of: values"));
  EXPECT_FALSE(std::filesystem::exists(database()));
}

TEST_F(Studies, ReportPointsWhoseScenarioIsAtFault) {
  study_ = folder_.file("odd.yaml", "scenario: base.yaml\nfactors: {threads: {path: workload.threads, values: [4, none]}}\n");
  const Outcome outcome = sweep();
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("at threads=none: "));
}

TEST_F(Studies, SayWhyADatabaseCannotBeUsed) {
  const std::string junk = folder_.file("junk.sqlite", std::string(5000, 'x'));
  const Outcome outcome = commitsim({"sweep", study_, "--database", junk});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("junk.sqlite: error: cannot write this database: file is not a database"));
  EXPECT_EQ(read_file(junk), std::string(5000, 'x'));
  const Outcome nowhere = commitsim({"sweep", study_, "--database", "/nowhere/at/all.sqlite"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("unable to open database file"));
}

TEST_F(Studies, LoseNothingOnAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const Outcome outcome = sweep({"--output", "/dev/full"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(sweep({"--progress", "plain"}).err, "") << "all points were kept";
}

TEST_F(Studies, SpreadOverRanksWithTheSameResult) {
  if (run("sh", {"-c", "command -v mpirun"}).status != 0) GTEST_SKIP() << "no mpirun here";
  const auto module = std::filesystem::path(COMMITSIM_BINARY).parent_path() / "commitsim_mpi.so";
  if (!std::filesystem::exists(module)) GTEST_SKIP() << "built without MPI";
  const std::string alone = sweep({"--format", "csv", "--all"}).out;
  std::filesystem::remove(database());
  std::vector<std::string> arguments = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "mpirun", "--oversubscribe",
                                        "-n", "3", COMMITSIM_BINARY};
  for (const std::string& word : words("sweep", {"--format", "csv", "--all"})) arguments.push_back(word);
  const Outcome outcome = run("env", arguments);
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_EQ(outcome.out, alone);
}

}  // namespace
}  // namespace cli
