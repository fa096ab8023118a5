// The check vectors of the MySQL 5.7 commit pipeline.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/law/check_vectors.hpp"

namespace {

using laws::expect;
using laws::measure;
using laws::Measured;
using laws::scenario_for;
using laws::Setting;
using models::Scenario;
using sim::milliseconds;

// The cycle is a whole number of bottleneck fsyncs: 3 F for equal ones, else 2 max(R, B); one client pays R + B + c.
TEST(CheckVectorsModel, TwoFsyncsPerGroup) {
  expect({{{.redo_fsync = 1, .binlog_fsync = 1, .clients = 1}, {0.488, 2.05, 1}},
          {{.redo_fsync = 1, .binlog_fsync = 1, .clients = 2}, {0.974, 2.05, 1}},
          {{.redo_fsync = 1, .binlog_fsync = 1, .clients = 16}, {5.33, 3.00, 5.33}},
          {{.redo_fsync = 1, .binlog_fsync = 1, .clients = 64}, {21.3, 3.00, 21.3}},
          {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 1}, {0.247, 4.05, 1}},
          {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 2}, {0.333, 6.0, 1}},
          {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 16}, {2.67, 6.0, 8}},
          {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 64}, {10.7, 6.0, 32}},
          {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 1}, {0.247, 4.05, 1}},
          {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 2}, {0.333, 6.0, 1}},
          {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 16}, {2.67, 6.0, 8}},
          {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 64}, {10.7, 6.0, 32}}},
         0.03);
}

// Longer statements: fewer clients in the pipeline.
TEST(CheckVectorsModel, GrowingStatementTime) {
  expect({{{.clients = 16, .statement = 0.9}, {4.73}},
          {{.clients = 16, .statement = 1.5}, {4.00}},
          {{.clients = 16, .statement = 3}, {2.91}},
          {{.clients = 16, .statement = 10}, {1.29}}},
         0.03);
}

// Response is about R + B + A + max(R, B): groups merge in the commit queue while the ACK is out.
TEST(CheckVectorsModel, AfterSync) {
  expect({{{.clients = 1, .ack = 0.5}, {0.392}},
          {{.clients = 16, .ack = 0.5}, {5.33, 3.0}},
          {{.clients = 64, .ack = 0.5}, {21.3, 3.0}},
          {{.clients = 1, .ack = 2}, {0.247}},
          {{.clients = 16, .ack = 2}, {2.87, 5.6}},
          {{.clients = 64, .ack = 2}, {10.8, 5.9}},
          {{.clients = 1, .ack = 10}, {0.083}},
          {{.clients = 16, .ack = 10}, {1.22, 13.1}},
          {{.clients = 64, .ack = 10}, {4.86, 13.2}},
          {{.clients = 1, .ack = 50}, {0.0192}},
          {{.clients = 16, .ack = 50}, {0.302, 53.0}},
          {{.clients = 64, .ack = 50}, {1.21, 53.0}}},
         0.03);
}

// Storage engine commits are serial, and the whole batch waits for the last of them.
TEST(CheckVectorsModel, SerialEngineCommits) {
  expect({{{.clients = 64, .engine_commit = 0.02}, {15.2, 4.2}}, {{.clients = 64, .engine_commit = 0.1}, {7.0, 0}}},
         0.03);
}

// Without the binary log the cycle is two redo fsyncs, and half of the clients share each.
TEST(CheckVectorsModel, WithoutBinaryLog) {
  for (const int clients : {1, 2, 16, 64}) {
    Scenario scenario = scenario_for({.clients = clients});
    tests::source_of(scenario).variables.log_bin = false;
    const Measured found = laws::measure(scenario);
    const double cycle = clients == 1 ? 1.05 : 2;
    EXPECT_NEAR(found.throughput() * 1e-3, clients / cycle, 0.03 * clients / cycle) << clients << " clients";
    const double shared = found.transactions() / static_cast<double>(found.record.servers[0].redo_fsyncs);
    EXPECT_NEAR(shared, clients == 1 ? 1 : clients / 2.0, 0.03 * clients) << clients << " clients";
  }
}

// The share of transactions that took longer than that many milliseconds.
double share_above(const Measured& found, double response) {
  double above = 0;
  double all = 0;
  for (const sim::Histogram& batch : found.record.loads[0].batches) {
    if (batch.is_empty()) continue;
    int percent = 0;
    while (percent < 100 && batch.percentile(percent) * 1e3 <= response) ++percent;
    above += static_cast<double>(batch.count()) * (100 - percent) / 100;
    all += static_cast<double>(batch.count());
  }
  return above / all;
}

// AFTER_COMMIT keeps only the lowest waiting position, so that some transactions wait for about two round trips. Measured
// at F = 2 and 20 ms round trip: 8 % of them at 4 clients, 42 % at 32, and AFTER_SYNC is faster with many clients.
TEST(CheckVectorsModel, AfterCommitPaysTwoRoundTripsNowAndThen) {
  Setting few{.redo_fsync = 2, .binlog_fsync = 2, .clients = 4, .ack = 20, .statement = 0.3};
  few.wait_point = models::WaitPoint::after_commit;
  Setting many = few;
  many.clients = 32;
  Setting many_after_sync = many;
  many_after_sync.wait_point = models::WaitPoint::after_sync;
  const std::vector<Measured> found = measure({few, many, many_after_sync});
  const double halfway_to_two_round_trips = 2 + 2 + 20 * 1.5;
  EXPECT_NEAR(share_above(found[0], halfway_to_two_round_trips), 0.08, 0.06);
  EXPECT_NEAR(share_above(found[1], halfway_to_two_round_trips), 0.42, 0.15);
  EXPECT_EQ(share_above(found[2], halfway_to_two_round_trips), 0);
  EXPECT_GT(found[2].throughput(), 1.1 * found[1].throughput());
}

}  // namespace
