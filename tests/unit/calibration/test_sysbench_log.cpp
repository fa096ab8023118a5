#include "calibration/readers/sysbench_log.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calibration {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string shipped(const std::string& name) {
  std::ifstream file(COMMITSIM_SOURCE_DIR "/experiments/measurements/semisync_vs_async/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Read {
  SysbenchLog file;
  std::string said;  // while it was read
  std::string found;  // by the checks of its runs

  // The only run, or an empty one where there is none.
  SysbenchRun log() const { return file.runs.empty() ? SysbenchRun{} : file.runs.front(); }
};

Read read(const std::string& text) {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, "run.log");
  Read result{read_sysbench_log(source, diagnostics), "", ""};
  for (const auto& each : diagnostics.sorted()) result.said += to_string(each) + "\n";
  sim::Diagnostics checks;
  for (const SysbenchRun& run : result.file.runs) check_sysbench_run(run, checks);
  for (const auto& each : checks.sorted()) result.found += to_string(each) + "\n";
  return result;
}

TEST(SysbenchLog, ReadsTheAsyncRun) {
  const Read result = read(shipped("sysbench_async_4threads.log"));
  const SysbenchRun log = result.log();
  EXPECT_EQ(result.said, "");
  EXPECT_EQ(log.threads, 4);
  ASSERT_EQ(log.intervals.size(), 20U);
  const SysbenchInterval& first = log.intervals.front();
  EXPECT_EQ(first.end_s, 3);
  EXPECT_EQ(first.tps, 805.14);
  EXPECT_EQ(first.qps, 16122.80);
  EXPECT_EQ(first.reads, 11286.63);
  EXPECT_EQ(first.writes, 3224.56);
  EXPECT_EQ(first.others, 1611.61);
  EXPECT_EQ(first.p95_ms(), 7.70);
  EXPECT_EQ(first.errors, 0);
  EXPECT_EQ(first.reconnects, 0);
  EXPECT_EQ(log.intervals.back().end_s, 60);
  EXPECT_NEAR(median_p95_ms(log), 7.98, 1e-9);
  EXPECT_NEAR(interval_tps_cv(log), 0.0216, 5e-5);
}

TEST(SysbenchLog, DoesNotTakeTheMeanOfTheRunForAnInterval) {
  const Read result = read(shipped("sysbench_semisync_4threads.log"));
  const SysbenchRun log = result.log();
  EXPECT_EQ(result.said, "run.log:1:31: warning: qps 15207.04 is not the sum of r/w/o, 11998.31: the sum is used\n");
  ASSERT_EQ(log.intervals.size(), 20U);
  EXPECT_NEAR(log.intervals.front().qps.value(), 11998.31, 0.005);
  EXPECT_NEAR(log.intervals.front().qps.value() / log.intervals.front().tps, 20, 0.05);
  EXPECT_NEAR(median_p95_ms(log), 8.28, 1e-9);
  EXPECT_NEAR(interval_tps_cv(log), 0.0234, 5e-5);
  EXPECT_NEAR(interval_tps_cv(log, 0), 0.0549, 5e-5) << "with the start-up";
}

TEST(SysbenchLog, ReadsTheSummaryOfVersion1) {
  const Read result = read(
      "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of "
      "threads: 4\n\n"
      "[ 1s ] thds: 4 tps: 468.50 qps: 9382.03 (r/w/o: 6568.02/1877.01/937.00) lat (ms,99%): 13.70 err/s: 0.00 "
      "reconn/s: 0.00\n"
      "       4.652 |**                                       9\n"
      "SQL statistics:\n    queries performed:\n        read:                            54236\n"
      "    transactions:                        3874   (483.55 per sec.)\n"
      "    queries:                             77480  (9670.95 per sec.)\n"
      "General statistics:\n    total time:                          8.0108s\n"
      "Latency (ms):\n         min:  5.58\n         avg:  8.26\n         max: 19.82\n         99th percentile: "
      "13.22\n");
  const SysbenchRun log = result.log();
  EXPECT_EQ(result.said, "");
  EXPECT_EQ(log.threads, 4);
  EXPECT_EQ(log.value("tps"), 483.55);
  EXPECT_EQ(log.value("qps"), 9670.95);
  EXPECT_EQ(log.value("duration_s"), 8.0108);
  EXPECT_EQ(log.value("lat_min_ms"), 5.58);
  EXPECT_EQ(log.value("lat_avg_ms"), 8.26);
  EXPECT_EQ(log.value("lat_max_ms"), 19.82);
  EXPECT_EQ(log.value("lat_p95_ms"), std::nullopt);
  EXPECT_EQ(log.intervals.at(0).p95_ms(), std::nullopt) << "the 99th percentile is another number";
}

TEST(SysbenchLog, ReadsVersion05) {
  const Read result = read(
      "[   3s] threads: 16, tps: 412.11, reads: 5772.85, writes: 1648.10, response time: 48.90ms (95%), errors: 0.33, "
      "reconnects:  0.00\n"
      "OLTP test statistics:\n    transactions:                        24733  (412.17 per sec.)\n"
      "    read/write requests:                 445194 (7419.06 per sec.)\n"
      "    total time:                          60.0067s\n"
      "    response time:\n         min:                                  4.11ms\n         avg:                        "
      "         38.81ms\n"
      "         max:                                310.20ms\n         approx.  95 percentile:              50.52ms\n");
  const SysbenchRun log = result.log();
  EXPECT_EQ(result.said, "");
  ASSERT_EQ(log.intervals.size(), 1U);
  EXPECT_EQ(log.threads, 16);
  EXPECT_EQ(log.intervals[0].end_s, 3);
  EXPECT_EQ(log.intervals[0].reads, 5772.85);
  EXPECT_EQ(log.intervals[0].others, std::nullopt);
  EXPECT_EQ(log.intervals[0].qps, std::nullopt) << "the others are not printed";
  EXPECT_EQ(log.intervals[0].p95_ms(), 48.90);
  EXPECT_EQ(log.intervals[0].errors, 0.33);
  EXPECT_EQ(log.value("tps"), 412.17);
  EXPECT_EQ(log.value("lat_avg_ms"), 38.81);
  EXPECT_EQ(log.value("lat_p95_ms"), 50.52);
}

TEST(SysbenchLog, SkipsWhatItDoesNotKnow) {
  const Read result =
      read("\r\nWARNING: something\n[mysqld] is not an interval\n[ 1s ] queue length: 3, concurrency: 4\n");
  const SysbenchRun log = result.log();
  EXPECT_EQ(result.said, "");
  EXPECT_TRUE(log.intervals.empty());
  EXPECT_TRUE(read("").file.runs.empty());
}

TEST(SysbenchLog, SaysWhereALineIsMalformed) {
  EXPECT_THAT(read("\n[3s] thds: 4 tps: 8o5.14 qps: 1.00\n").said,
              HasSubstr("run.log:2:19: warning: expected a number, found '8o5.14'"));
  EXPECT_THAT(read("\n[3s] thds: 4 tps: abc\n").said,
              StartsWith("run.log:2:19: warning: expected a number, found 'abc'"));
  EXPECT_THAT(read("[3s] thds: 4 tps: -1.00\n").said,
              HasSubstr("run.log:1:19: warning: expected a number, found '-1.00'"));
  EXPECT_THAT(read("[3s] thds: 4 tps: nan\n").said, HasSubstr("found 'nan'"));
  EXPECT_THAT(read("[3s] thds: 4 tps:\n").said, HasSubstr("run.log:1:18: warning: expected a number, found nothing"));
  EXPECT_THAT(read("[3s] thds: 4\n").said, HasSubstr("run.log:1:13: warning: an interval without tps"));
  EXPECT_THAT(read("[3s] tps: 5 (r/w/o: 1.00/2.00) lat (ms,95%): 1\n").said,
              HasSubstr("run.log:1:26: warning: expected a number and '/'"));
  EXPECT_THAT(read("[3s] tps: 5 lat (ms,95%): x\n").said,
              HasSubstr("run.log:1:27: warning: expected a number, found 'x'"));
  EXPECT_THAT(read("SQL statistics:\ntransactions: 7 (many per sec.)\n").said,
              HasSubstr("run.log:2:18: warning: expected a number and ' per sec'"));
}

TEST(SysbenchLog, NoticesASecondRun) {
  const Read result = read("[3s] tps: 5\n[6s] tps: 5\n[3s] tps: 5\n");
  EXPECT_THAT(result.said, HasSubstr("run.log:3:1: note: time goes back"));
  ASSERT_EQ(result.file.runs.size(), 2U);
  EXPECT_EQ(result.file.runs[1].place.line, 3);
}

TEST(SysbenchLog, NumbersOfTooFewIntervalsAreUnknown) {
  EXPECT_TRUE(std::isnan(interval_tps_cv(read("[3s] tps: 5\n[6s] tps: 5\n").log())));
  EXPECT_TRUE(std::isnan(median_p95_ms(SysbenchRun{})));
}

}  // namespace
}  // namespace calibration
