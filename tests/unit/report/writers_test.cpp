#include "experiments/report/writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/report/notes.hpp"
#include "tests/unit/report/example_result.hpp"

namespace experiments {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(TableWriter, ShowsEverythingOnce) {
  EXPECT_EQ(table_text(example_result()),
            R"(example.yaml
10 s simulated after 500 ms of warm-up, seed 7, 1 replicate

oltp_read_write on source, 4 client threads
  throughput     800.0 ± 4.2 transactions/s   (16000 ± 85 queries/s)
  response time  5.000 ± 0.062 ms   p50 4.500   p95 8.250   p99 11.50   max 40.00

Where the response time goes
  client           1.000 ms  20.0 %  ███████████
  execute          2.000 ms  40.0 %             ███████████████████████
  prepare          0.001 ms   0.0 %                                    ▏
  flush wait       0.250 ms   5.0 %                                    ██
  flush            0.500 ms  10.0 %                                      ██████
  sync             1.000 ms  20.0 %                                            ███████████
  ack wait         0.200 ms   4.0 %                                                       ██
  engine commit    0.049 ms   1.0 %                                                         █

Group commit on source: 400.0 groups/s with 2.000 transactions in the mean
  size 1                     50.0 %  ████████████████████████████
  size 2                     25.0 %  ██████████████
  size 3-4                   25.0 %  ██████████████

Semi-sync on source: 4000 waits acknowledged, 0 not; 0.500 ms in the mean
  Rpl_semi_sync_master_clients                         1
  Rpl_semi_sync_master_net_avg_wait_time               0
  Rpl_semi_sync_master_net_wait_time                   0
  Rpl_semi_sync_master_net_waits                       0
  Rpl_semi_sync_master_no_times                        0
  Rpl_semi_sync_master_no_tx                           0
  Rpl_semi_sync_master_status                         ON
  Rpl_semi_sync_master_timefunc_failures               0
  Rpl_semi_sync_master_tx_avg_wait_time              500
  Rpl_semi_sync_master_tx_wait_time              2000000
  Rpl_semi_sync_master_tx_waits                     4000
  Rpl_semi_sync_master_wait_pos_backtraverse           0
  Rpl_semi_sync_master_wait_sessions                   0
  Rpl_semi_sync_master_yes_tx                       4000

Servers    version    commits/s     CPU  fsyncs/s: redo  binlog  relay log  disk busy
  source   mysql-5.7      800.0  25.0 %           400.0   395.0          0     87.5 %
  replica  mysql-5.7      800.0   5.0 %           800.0       0      1.500     50.0 %

Replicas   from    mode       lag in ms: mean    p50    p95    p99    max  applied/s  received  s behind  can apply  sending takes  last ACK
  replica  source  semi-sync            1.500  1.250  4.000  7.000  15.00      800.0  1.5 MB/s         1  2.5 times    0.013 cores   100.0 %

Bounds from the mean costs of source
  one client alone    4.500 ms
  response at least   4.000 ms
  throughput at most  1000/s   asymptotic bound N / R: latency seen by 4 clients
  estimate            900.0/s, 4.250 ms, groups of 1.500   self-clocking group commit: LOCK_log

Bottleneck: the sync stage of source is busy 98 % of the time.
)");
}

TEST(TableWriter, ShowsServersWithoutClients) {
  EXPECT_EQ(table_text(idle_result()),
            R"(example.yaml
10 s simulated after 500 ms of warm-up, seed 7, 1 replicate

Servers  version    commits/s    CPU  fsyncs/s: redo  binlog  relay log  disk busy
  alone  mysql-5.7          0  0.0 %               0       0          0      0.0 %

Bottleneck: nothing is asked of the servers.
)");
}

TEST(TableWriter, LeavesOutAnUnknownHalfWidth) {
  Result result = example_result();
  result.summary.loads[0].tps.half_width = models::kUnknown;
  EXPECT_THAT(table_text(result), HasSubstr("throughput     800.0 transactions/s"));
}

TEST(Notes, SayNothingOfAnOrdinaryRun) { EXPECT_THAT(notes(example_result()), IsEmpty()); }

TEST(Notes, TellWhatMakesTheNumbersDoubtful) {
  Result result = example_result();
  models::Summary& summary = result.summary;
  summary.is_steady = false;
  result.wanted_precision = 0.01;
  summary.loads[0].offered_rate = 1000;
  summary.loads[0].queued_at_end = 2000;
  summary.stalls = {{"source: client 1", "source: a semi-sync ACK", 0.25}};
  summary.replicas[0].falls_behind = true;
  summary.replicas[0].behind_at_end = 1234;
  EXPECT_THAT(notes(result),
              ElementsAre(HasSubstr("not steady"), HasSubstr("precision of 1% was not reached"),
                          HasSubstr("2000 transactions wait"),
                          "since 0.250 s 'source: client 1' waits for 'source: a semi-sync ACK'",
                          HasSubstr("replica falls behind: at the end it has 1234 transactions to apply")));
}

TEST(Notes, FindAModelAtFaultThatLeavesItsBounds) {
  Result result = example_result();
  result.bounds->throughput.front().throughput = {780};
  result.bounds->response_least = sim::milliseconds(5.5);
  EXPECT_THAT(notes(result),
              ElementsAre("throughput 800/s is above the bound 780/s (asymptotic bound N / R: latency seen by 4 clients): a model fault",
                          HasSubstr("mean response time 5 ms is below the bound 5.5 ms")));
  result.summary.servers[0].semi_sync.off_s = 1;
  result.bounds->counts_on_acks = true;
  EXPECT_THAT(notes(result), IsEmpty());
}

TEST(Notes, NameAFewOfManyStalls) {
  Result result = example_result();
  result.summary.stalls.assign(8, {"client", "a lock", 1});
  EXPECT_THAT(notes(result).back(), "3 more clients wait");
  EXPECT_EQ(notes(result).size(), 6U);
}

TEST(Bottleneck, IsTheLatencyWhereNothingIsSaturated) {
  Result result = example_result();
  result.summary.bottleneck = {"CPU of db1", 0.4, false};
  EXPECT_EQ(
      bottleneck_sentence(result.summary),
      "no resource is saturated: the latency seen by 4 clients is the limit (the CPU of db1 is busy 40 % of the time)");
  result.summary.loads[0].offered_rate = 100;
  EXPECT_THAT(bottleneck_sentence(result.summary), HasSubstr("the rate of arrivals is the limit"));
}

TEST(CsvWriter, HasOneRowPerMetric) {
  const std::string text = csv_text(example_result());
  EXPECT_THAT(text, testing::StartsWith("scenario,metric,value,half_width,unit\nexample.yaml,replicates,1,,\n"));
  EXPECT_THAT(text, HasSubstr("\nexample.yaml,throughput.tps,800,4.25,1/s\n"));
  EXPECT_THAT(text, HasSubstr("\nexample.yaml,servers.source.fsyncs_per_s.binlog,395,,1/s\n"));
  EXPECT_THAT(text, HasSubstr("\nexample.yaml,replicas.replica.lag_ms.p95,4,,ms\n"));
  EXPECT_THAT(text, HasSubstr("\nexample.yaml,bounds.throughput.0.tps,1000,,1/s\n"));
  EXPECT_THAT(text, HasSubstr("\nexample.yaml,bounds.alone_parts_ms.statements,2,,ms\n"));
  EXPECT_THAT(text, Not(HasSubstr("series")));
}

TEST(CsvWriter, QuotesNamesThatNeedIt) {
  Result result = example_result();
  result.scenario_file = "a,\"b\".yaml";
  EXPECT_THAT(csv_text(result), HasSubstr("\n\"a,\"\"b\"\".yaml\",replicates,1,,\n"));
}

TEST(CsvWriter, LeavesUnknownValuesEmpty) {
  EXPECT_THAT(csv_text(idle_result()), HasSubstr("\nexample.yaml,throughput.tps,,,1/s\n"));
}

TEST(SysbenchWriter, ShowsClosedClients) {
  const std::string text = sysbench_text(example_result());
  EXPECT_THAT(text, HasSubstr("\nNumber of threads: 4\nReport intermediate results every 1 second(s)\n"));
  EXPECT_THAT(
      text, HasSubstr("\n[ 2s ] thds: 4 tps: 799.00 qps: 15980.00 (r/w/o: 11186.00/3196.00/1598.00) lat (ms,95%): 8.38 "
                      "err/s: 0.00 reconn/s: 0.00\nSQL statistics:\n"));
  EXPECT_THAT(text, HasSubstr("\n    transactions:                        8000   (800.00 per sec.)\n"));
  EXPECT_THAT(text, HasSubstr("\n         95th percentile:                        8.25\n"));
  EXPECT_THAT(text, HasSubstr("\n    events (avg/stddev):           2000.0000/11.50\n"));
  EXPECT_THAT(text, Not(HasSubstr("queue length")));
}

TEST(SysbenchWriter, ShowsTheQueueOfArrivals) {
  Result result = example_result();
  result.summary.loads[0].offered_rate = 800;
  const std::string text = sysbench_text(result);
  EXPECT_THAT(text, HasSubstr("\nTarget transaction rate: 800/sec\n"));
  EXPECT_THAT(text, HasSubstr("\n[ 2s ] queue length: 3, concurrency: 4\n"));
}

TEST(Writers, AreFoundByTheirNames) {
  EXPECT_THAT(format_names(), ElementsAre("table", "json", "csv", "sysbench", "pt-heartbeat", "openmetrics"));
}

}  // namespace
}  // namespace experiments
