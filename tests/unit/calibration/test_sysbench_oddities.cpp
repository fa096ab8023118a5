// Logs of every version, and what scripts, loggers and faults make of them. All inputs are made up for these tests.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/readers/import_reader.hpp"

namespace calibration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

sim::Json imported(const std::string& text) {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, "run.log");
  return import_source(source, {}, diagnostics);
}

sim::Json only_run(const std::string& text) {
  const sim::Json file = imported(text);
  EXPECT_EQ(file["kind"], "sysbench");
  EXPECT_EQ(file["runs"].size(), 1U) << file.dump(1);
  return file["runs"].empty() ? sim::Json::object() : file["runs"][0];
}

std::string warnings_of(const std::string& text) { return imported(text)["warnings"].dump(); }

std::string started(const std::string& threads = "4", const std::string& version = "1.0.20") {
  return "sysbench " + version + " (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: " +
         threads + "\nReport intermediate results every 1 second(s)\n\nThreads started!\n\n";
}

std::string statistics(const std::string& count, const std::string& tps, const std::string& seconds, const std::string& mean) {
  return "SQL statistics:\n    queries performed:\n        read:                            0\n        write:                           " +
         count + "\n        other:                           0\n        total:                           " + count +
         "\n    transactions:                        " + count + "   (" + tps + " per sec.)\n    queries:                             " +
         count + "   (" + tps + " per sec.)\n    ignored errors:                      0      (0.00 per sec.)\n" +
         "    reconnects:                          0      (0.00 per sec.)\n\nGeneral statistics:\n    total time:               " +
         "           " + seconds + "s\n    total number of events:              " + count + "\n\nLatency (ms):\n         min:   " +
         "         1.00\n         avg:            " + mean + "\n         max:           99.00\n         95th percentile:   " +
         "     9.00\n\nThreads fairness:\n    events (avg/stddev):           1.0000/0.00\n" +
         "    execution time (avg/stddev):   1.0000/0.00\n";
}

std::string with_prefix(const std::string& prefix, const std::string& text) {
  std::string result = prefix;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += prefix;
  }
  return result;
}

TEST(SysbenchOddities, Version04CountsNoQueriesInOther) {
  const sim::Json run = only_run(
      "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nRunning the test with following options:\n"
      "Number of threads: 2\n\nDoing OLTP test.\nDoing read-only test\nSkipping BEGIN/COMMIT\nThreads started!\n"
      "OLTP test statistics:\n    queries performed:\n        read:  500\n        write: 0\n        other: 500\n        total: 1000\n"
      "    transactions:                        500    (50.00 per sec.)\n    deadlocks:                           1      (0.10 per "
      "sec.)\n    read/write requests:                 500    (50.00 per sec.)\n\nTest execution summary:\n    total time:   "
      "                       10.0000s\n    total number of events:              500\n    total time taken by event execution: "
      "19.5000\n    per-request statistics:\n         min:     0.09ms\n         avg:     0.0390s\n         max:   41.37ms\n"
      "         approx.  95 percentile:               1.46ms\n");
  EXPECT_EQ(run["version"], "0.4.12");
  EXPECT_EQ(run["workload"], "read-only");
  EXPECT_EQ(run["qps"], 50);
  EXPECT_EQ(run["qps_total"], 100);
  EXPECT_EQ(run["deadlocks"], 1);
  EXPECT_EQ(run["lat_avg_ms"], 39) << "an old build prints seconds";
  EXPECT_EQ(run["lat_p95_ms"], 1.46);
  EXPECT_EQ(run["event_time_s"], 19.5);
  EXPECT_EQ(run["places"]["tps"], "run.log:16:50");
}

TEST(SysbenchOddities, EveryVersionOfAnIntervalLine) {
  const sim::Json run = only_run(
      "[   1s] threads: 2, tps: 9.00, reads/s: 6.00, writes/s: 2.00 response time: 2.50ms (99%)\n"
      "[   2s] threads: 2, tps: 9.00, reads: 6.00, writes: 2.00, response time: 2.50ms (99%), errors: 1.00, reconnects:  0.50\n"
      "[   3s] threads: 2 tps: 9.00 qps: 9.00 (r/w/o: 6.00/2.00/1.00) latency: 2.50ms (99%) errors/s: 1.00 reconnects/s: 0.50\n"
      "[ 4s ] thds: 2 tps: 9.00 qps: 9.00 (r/w/o: 6.00/2.00/1.00) lat (ms,99%): 2.50 err/s: 1.00 reconn/s: 0.50\n"
      "[ 4s ] queue length: 7, concurrency: 2\n");
  ASSERT_EQ(run["interval_lines"], 4);
  for (const sim::Json& each : run["intervals"]) {
    EXPECT_EQ(each["tps"], 9) << each;
    EXPECT_EQ(each["reads_per_s"], 6) << each;
    EXPECT_EQ(each["writes_per_s"], 2) << each;
    EXPECT_EQ(each["lat_p99_ms"], 2.5) << each;
    if (each["t_s"] == 1) continue;  // the first builds of 0.5 do not print them
    EXPECT_EQ(each["errors_per_s"], 1) << each;
    EXPECT_EQ(each["reconnects_per_s"], 0.5) << each;
  }
  EXPECT_EQ(run["intervals"][3]["queue_length"], 7);
  EXPECT_EQ(run["complete"], "no");
  EXPECT_EQ(run["summary"], "absent");
}

TEST(SysbenchOddities, CsvAndJsonReporters) {
  const sim::Json csv = only_run(started() + "1,4,100.00,2000.00,1400.00,400.00,200.00,50.00,0.00,0.00\n"
                                             "2,4,100.00,2000.00,1400.00,400.00,200.00,50.00,0.00,0.00\n" +
                                 statistics("200", "100.00", "2.0000", "40.00"));
  EXPECT_EQ(csv["interval_lines"], 2);
  EXPECT_EQ(csv["intervals"][1]["lat_percentile_ms"], 50);
  EXPECT_EQ(csv["tps"], 100);

  const sim::Json json = only_run(started() +
                                  "[\n  {\n    \"time\":    1,\n    \"threads\": 4,\n    \"tps\": 100.00,\n    \"qps\": {\n      "
                                  "\"total\": 2000.00,\n      \"reads\": 1400.00,\n      \"writes\": 400.00,\n      \"other\": 200.00\n"
                                  "    },\n    \"latency\": 6.21,\n    \"errors\": 0.00,\n    \"reconnects\": 0.00\n  },\n"
                                  "  {\"time\": 2, \"threads\": 4, \"tps\": 100.00, \"qps\": {\"total\": 2000.00}, \"latency\": 6.00, "
                                  "\"errors\": 0.00, \"reconnects\": 0.00\n  }" +
                                  statistics("200", "100.00", "2.0000", "40.00") + "\n]\n");
  EXPECT_EQ(json["interval_lines"], 2) << json.dump(1);
  EXPECT_EQ(json["intervals"][0]["writes_per_s"], 400);
  EXPECT_EQ(json["intervals"][1]["qps"], 2000);
  EXPECT_EQ(json["tps"], 100) << "the list ends on the line on which the statistics begin";
}

TEST(SysbenchOddities, HistogramIsNoInterval) {
  const sim::Json run = only_run(started() + "Latency histogram (values are in milliseconds)\n"
                                             "       value  ------------- distribution ------------- count\n"
                                             "       1.000 |****                                     4\n"
                                             "       2.000 |                                         0\n"
                                             "       8.000 |******                                   6\n \n" +
                                 statistics("10", "10.00", "1.0000", "400.00"));
  EXPECT_EQ(run["histogram_buckets"], 3);
  EXPECT_EQ(run["histogram_total"], 10);
  EXPECT_EQ(run["histogram_p50_ms"], 8);
  EXPECT_EQ(run["interval_lines"], 0);
  EXPECT_EQ(run["events"], 10);
}

TEST(SysbenchOddities, CheckpointsAreNotTheEnd) {
  const std::string text = started() + "[ 1s ] thds: 4 tps: 100.00\n[ 1s ] Checkpoint report:\n" +
                           statistics("100", "100.00", "1.0000", "40.00") + "[ 2s ] thds: 4 tps: 50.00\n" +
                           statistics("50", "50.00", "1.0000", "80.00");
  const sim::Json run = only_run(text);
  EXPECT_EQ(run["checkpoints"], 1);
  EXPECT_EQ(run["checkpoint_summaries"][0]["tps"], 100);
  EXPECT_EQ(run["tps"], 50);
  EXPECT_EQ(run["interval_lines"], 2);
  EXPECT_THAT(warnings_of(text), HasSubstr("the summary begins at the last checkpoint"));
}

TEST(SysbenchOddities, PrefixesOfLoggersAreNotTheLog) {
  const std::string text = started() + "[ 1s ] thds: 4 tps: 100.00 lat (ms,95%): 9.00\n" + statistics("100", "100.00", "1.0000", "40.00");
  for (const std::string prefix : {"2024-06-11T09:14:00.100000Z pod-7c9d stdout F ", "2024-06-11 09:14:00,123 ", "> ", "sysbench_1  | ",
                                   "[2024-06-11 09:14:00] ", "09:14:00 ", "Mar  5 02:00:01 db1 bench[71]: ", "node-3: ", "\t"}) {
    const sim::Json run = only_run(with_prefix(prefix, text));
    EXPECT_EQ(run["threads"], 4) << prefix;
    EXPECT_EQ(run["interval_lines"], 1) << prefix;
    EXPECT_EQ(run["tps"], 100) << prefix;
    EXPECT_EQ(run["lat_p95_ms"], 9) << prefix;
  }
  const sim::Json run = only_run(with_prefix("> ", text));
  EXPECT_EQ(run["place"], "run.log:1:1");
  EXPECT_THAT(run["places"]["interval_s"].get<std::string>(), HasSubstr("run.log:5:"));
}

TEST(SysbenchOddities, ColoursOfATerminalAreLeftOut) {
  const sim::Json run = only_run("\x1B[32msysbench 1.0.20 (using system LuaJIT)\x1B[0m\nNumber of threads: 3\n"
                                 "[ \x1B[1m1s\x1B[0m ] thds: 3 tps: \x1B[31m7.00\x1B[0m\n");
  EXPECT_EQ(run["version"], "1.0.20");
  EXPECT_EQ(run["intervals"][0]["tps"], 7);
}

TEST(SysbenchOddities, ByteOrderMarkAndLineEnds) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : started() + statistics("100", "100.00", "1.0000", "40.00")) {
    if (c == '\n') text += '\r';
    text += c;
  }
  const sim::Json file = imported(text);
  EXPECT_EQ(file["line_ends"], "CRLF");
  EXPECT_EQ(file["byte_order_mark"], true);
  EXPECT_EQ(file["runs"][0]["tps"], 100);
  EXPECT_EQ(file["runs"][0]["version"], "1.0.20");
}

TEST(SysbenchOddities, MarkdownAroundTheRunsOfALoop) {
  const std::string run = started("8") + statistics("800", "800.00", "1.0000", "10.00");
  const std::string command = "$ sysbench oltp_update_index --threads=8 \\\n    --mysql-password=geheim --rate=0 --time=1 run\n";
  const std::string text = "# Runs\n\n```\n" + command + run + "```\nand again, with 16:\n```\n" + started("16") +
                           statistics("1600", "1600.00", "1.0000", "10.00") + "```\n";
  const sim::Json file = imported(text);
  ASSERT_EQ(file["counts"]["runs"], 2);
  EXPECT_EQ(file["runs"][0]["workload"], "oltp_update_index");
  EXPECT_EQ(file["runs"][0]["command"]["rate"], "0");
  EXPECT_EQ(file["runs"][1]["threads"], 16);
  EXPECT_EQ(file["runs"][1].count("command"), 0U);
  EXPECT_THAT(file.dump(), Not(HasSubstr("geheim")));
}

TEST(SysbenchOddities, AFailedRunIsNoMeasurement) {
  const std::string text = started("64") +
                           "FATAL: mysql_drv_query() returned error 1205 (Lock wait timeout) for query 'UPDATE sbtest1\n SET k=k+1'\n"
                           "FATAL: `thread_run' function failed: ./x.lua:1: SQL error, errno = 1205, state = 'HY000': Lock wait\n"
                           "(last message repeated 3 times)\n[ 1s ] thds: 63 tps: 7.00\n" +
                           statistics("7", "7.00", "1.0000", "9000.00");
  const sim::Json run = only_run(text);
  EXPECT_EQ(run["failed"], "yes");
  EXPECT_EQ(run["complete"], "no");
  EXPECT_EQ(run["errors_fatal"], 5);
  EXPECT_EQ(run["errno"], 1205);
  EXPECT_EQ(run["sqlstate"], "HY000");
  EXPECT_EQ(run["threads_seen_in_interval"], 63);
  EXPECT_EQ(imported(text)["counts"]["complete_runs"], 0);
  EXPECT_THAT(warnings_of(text), HasSubstr("the run failed and is no measurement"));
  const sim::Json unborn = only_run("sysbench 1.0.20 (using system LuaJIT)\n\nNumber of threads: 1\nFATAL: error 2003: Can't connect\n");
  EXPECT_EQ(unborn["started"], "no");
  EXPECT_EQ(unborn["errno"], 2003);
}

TEST(SysbenchOddities, NumbersThatContradictEachOther) {
  EXPECT_THAT(imported(started("1") + statistics("100", "100.00", "1.0000", "9.95"))["warnings"], IsEmpty());
  EXPECT_THAT(warnings_of(started("1") + "[ 1s ] thds: 1 tps: 80.00\n" + statistics("100", "100.00", "1.0000", "9.95")),
              HasSubstr("is not the mean of the intervals, 80.00"));
  EXPECT_THAT(warnings_of(started("1") + statistics("100", "100.00", "2.0000", "9.95")), HasSubstr("not transactions by time, 50.00"));
  EXPECT_THAT(warnings_of(started("1") + statistics("100", "100.00", "1.0000", "19.95")), HasSubstr("keep 2.0 threads busy"));
  EXPECT_THAT(warnings_of(started("8") + statistics("100", "100.00", "1.0000", "9.95")), HasSubstr("in transactions for 12 % of the time"));
  std::string dip = started("1");
  for (int i = 1; i <= 10; ++i) dip += "[ " + std::to_string(i) + "s ] thds: 1 tps: " + (i == 7 ? "10.00\n" : "100.00\n");
  EXPECT_THAT(warnings_of(dip), HasSubstr("run.log:15:1"));
  EXPECT_THAT(warnings_of(dip), HasSubstr("1 of 10 intervals, from 7 s on, are below half of the median 100.00 tps"));
}

TEST(SysbenchOddities, ARateThatWasNotReached) {
  std::string text = started("4") + statistics("50000", "500.00", "100.0000", "7000.00");
  text.replace(text.find("Report"), 0, "Target transaction rate: 1000/sec\n");
  EXPECT_EQ(only_run(text)["target_rate"], 1000);
  EXPECT_THAT(warnings_of(text), HasSubstr("500 tps were reached of the 1000 asked for"));
}

TEST(SysbenchOddities, ALongFileIsReadInBoundedMemory) {
  std::string text = started();
  for (std::size_t i = 1; i <= 120'000; ++i) text += "[ " + std::to_string(i) + "s ] thds: 4 tps: 1.00\n";
  const sim::Json run = only_run(text);
  EXPECT_EQ(run["interval_lines"], 120'000);
  EXPECT_EQ(run["intervals"].size(), 100'000U);
  EXPECT_THAT(imported(started() + std::string(3 << 20, 'x'))["errors"].dump(), HasSubstr("a line longer than 1024 KiB"));
}

}  // namespace
}  // namespace calibration
