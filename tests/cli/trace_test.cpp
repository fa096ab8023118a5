// run --trace: the file, its format, what it says, and when it is not written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kChecker = std::string(COMMITSIM_SOURCE_DIR) + "/tests/trace/check_trace.py";

Outcome traced(const std::string& file, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"run", "constant.yaml", "--trace", file});
  return commitsim(more, {.folder = kData});
}

json read_trace(const std::string& file) { return json::parse(read_file(file)); }

TEST(Trace, IsInTheTraceEventFormat) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "trace.json").string();
  const std::vector<std::vector<std::string>> runs{
      {},
      {"--set", "workload.threads=20", "--trace-window", "1s..1.05s"},
      {"--set", "workload.rate=150/s", "--set", "workload.threads=2"},  // open arrivals: some wait for a client thread
      {"--set", "workload.threads=20", "--set", "servers.source.version=mariadb-11.8"},
      {"--set", "workload.threads=8", "--set", "servers.source.version=mysql-5.5", "--replicates", "2"},
      {"--set", "workload.threads=8", "--set", "servers.source.version=mysql-8.4", "--set",
       "servers.near.variables.replica_parallel_workers=4"}};
  for (const std::vector<std::string>& more : runs) {
    const Outcome outcome = traced(file, more);
    ASSERT_EQ(outcome.status, 0) << outcome;
    const Outcome checked = run("/usr/bin/python3", {kChecker, file});
    EXPECT_EQ(checked.status, 0) << checked;
    const json counts = json::parse(checked.out);
    for (const char* const kind : {"transaction", "part", "stage", "device", "message", "ack", "i", "C", "s", "t", "f"}) {
      const bool has_no_queue = kind == std::string("C") && !more.empty() && more.back() == "2";
      EXPECT_TRUE(counts.contains(kind) || has_no_queue) << kind << checked;
    }
  }
}

// One transaction takes 8 ms: 0.3 between client and server, 0.5 of statements, 1 to flush, 2 to sync, 4 for the ACK, 0.2 for the engine.
TEST(Trace, SaysWhatEverythingTakes) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "trace.json").string();
  ASSERT_EQ(traced(file).status, 0);
  std::map<std::int64_t, std::map<std::string, std::int64_t>> parts;
  std::map<std::int64_t, std::int64_t> wholes;
  const auto nanoseconds = [](const json& us) { return std::llround(us.get<double>() * 1e3); };
  const json trace = read_trace(file);
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] != "X" || event["pid"] != 1) continue;
    if (event["cat"] == "transaction") wholes[event["args"]["transaction"]] = nanoseconds(event["dur"]);
    if (event["cat"] == "part") parts[event["args"]["transaction"]][event["name"]] += nanoseconds(event["dur"]);
  }
  ASSERT_GT(wholes.size(), 10U);
  for (const auto& [number, whole] : wholes) {
    EXPECT_NEAR(static_cast<double>(whole), 8e6, 1e4);  // ACKs are a few bytes long
    std::int64_t sum = 0;
    for (const auto& [part, length] : parts[number]) sum += length;
    EXPECT_EQ(sum, whole);
    EXPECT_NEAR(static_cast<double>(parts[number]["flush"]), 1e6, 1);
    EXPECT_NEAR(static_cast<double>(parts[number]["sync"]), 2e6, 1);
    EXPECT_NEAR(static_cast<double>(parts[number]["engine_commit"]), 2e5, 1);
    EXPECT_NEAR(static_cast<double>(parts[number]["execute"]), 5e5, 3);
  }
}

TEST(Trace, ChangesNoResult) {
  const TemporaryFolder folder;
  const Outcome plain = commitsim({"run", "constant.yaml", "--replicates", "3", "--format", "json"}, {.folder = kData});
  const Outcome watched = traced((folder.path() / "t.json").string(), {"--replicates", "3", "--format", "json"});
  json a = json::parse(plain.out);
  json b = json::parse(watched.out);
  EXPECT_EQ(a, b);
}

TEST(Trace, KeepsToItsWindow) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "trace.json").string();
  ASSERT_EQ(traced(file, {"--trace-window", "1s..1.1s"}).status, 0);
  double first = 1e12;
  double last = 0;
  const json trace = read_trace(file);
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == "M") continue;
    const double begin = event["ts"];
    first = std::min(first, begin + (event.contains("dur") ? event["dur"].get<double>() : 0));
    last = std::max(last, begin);
  }
  EXPECT_GE(first, 1e6 - 8e3);  // parts of a transaction that is under way then
  EXPECT_LT(last, 1.1e6 + 8e3);
  EXPECT_GT(last, 1.09e6);
}

TEST(Trace, IsATableByItsName) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "trace.csv").string();
  ASSERT_EQ(traced(file, {"--trace-window", "0s..20ms"}).status, 0);
  const std::string text = read_file(file);
  EXPECT_THAT(text, StartsWith("kind,server,row,what,begin_us,end_us,duration_us,transaction,group,members,binlog_entry,queue_length\n"));
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_EQ(std::count(line.begin(), line.end(), ','), 11) << line;
  EXPECT_GT(count, 40U);
  EXPECT_THAT(text, HasSubstr("part,source,client 1,sync,"));
  EXPECT_THAT(text, HasSubstr("device,source,binary log (disk),fsync,"));
}

TEST(Trace, RefusesBadWindowsAndPlacesAndLeavesFilesAlone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("trace.json", "old");
  for (const char* const window : {"", "1s", "2s..1s", "1..2", "1s..2", "-1s..2s", "9s..10s"}) {
    const Outcome outcome = traced(file, {"--trace-window", window});
    EXPECT_EQ(outcome.status, 2) << window << outcome;
    EXPECT_THAT(outcome.err, HasSubstr("--trace-window"));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
  EXPECT_EQ(commitsim({"run", "constant.yaml", "--trace-window", "0s..1s"}, {.folder = kData}).status, 2);
  EXPECT_EQ(traced(file, {"--output", file}).status, 2);
  EXPECT_EQ(traced("/nowhere/trace.json").status, 2);
  EXPECT_THAT(traced("/nowhere/trace.json").err, HasSubstr("--trace"));
  EXPECT_EQ(traced(folder.path().string()).status, 2);
  EXPECT_EQ(read_file(file), "old");
}

}  // namespace
}  // namespace cli
