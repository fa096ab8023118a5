// One client and constant costs: the response time is the sum of its parts, to the nanosecond of a nanosecond, against
// closed formulas written out here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/law/priced_costs.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using laws::priced;
using models::CostProfile;
using models::Scenario;
using models::WaitPoint;
using sim::microseconds;

constexpr double kExactSeconds = 1e-9;  // seconds

double us(const models::Cost& cost) { return sim::in_microseconds(cost.mean()); }

// The parts, in microseconds.
double until_commit(const CostProfile& c) { return us(c.client_round_trip) + us(c.statements.by_kind[0].second); }

double redo_flush(const CostProfile& c, std::int64_t flush_log) {
  if (flush_log == 0) return 0;
  return us(c.redo_write) + (flush_log == 1 ? us(c.redo_fsync) : 0);
}

double flush_stage(const CostProfile& c, std::int64_t flush_log) {
  const double kib = static_cast<double>(tests::kBinlog.count) / 1024;
  return redo_flush(c, flush_log) + us(c.flush_stage_cpu) + us(c.flush_stage_cpu_per_kib) * kib + us(c.binlog_write);
}

double wake_up(const CostProfile& c) { return us(c.wake_up) + us(c.context_switch_cpu); }

Scenario one_client(const CostProfile& costs) {
  Scenario scenario = tests::one_source(costs);
  tests::source_of(scenario).load = tests::updates(1);
  scenario.run.warm_up = sim::Seconds{0.5};
  scenario.run.duration = sim::Seconds{2};
  return scenario;
}

// Every response is the same, and so long.
void expect_response(const Measured& found, double expected_us) {
  EXPECT_NEAR(found.shortest(), expected_us * 1e-6, kExactSeconds);
  EXPECT_NEAR(found.longest(), expected_us * 1e-6, kExactSeconds);
  EXPECT_NEAR(found.response(), expected_us * 1e-6, kExactSeconds);
}

TEST(ResponsePartsModel, Asynchronous) {
  const CostProfile c = priced();
  for (const std::int64_t flush_log : {0, 1, 2}) {
    for (const std::int64_t sync_binlog : {0, 1, 3}) {
      SCOPED_TRACE(fmt::format("innodb_flush_log_at_trx_commit {} sync_binlog {}", flush_log, sync_binlog));
      Scenario scenario = one_client(c);
      tests::source_of(scenario).variables.innodb_flush_log_at_trx_commit = flush_log;
      tests::source_of(scenario).variables.sync_binlog = sync_binlog;
      const Measured found = laws::measure(scenario);

      const double without_sync = until_commit(c) + us(c.prepare_cpu) + flush_stage(c, flush_log) +
                                  us(c.sync_stage_cpu) + us(c.engine_commit_cpu);
      const double with_sync = without_sync + us(c.binlog_fsync);
      if (sync_binlog == 0) expect_response(found, without_sync);
      if (sync_binlog == 1) expect_response(found, with_sync);
      if (sync_binlog == 3) {
        EXPECT_NEAR(found.shortest(), without_sync * 1e-6, kExactSeconds);
        EXPECT_NEAR(found.longest(), with_sync * 1e-6, kExactSeconds);
        EXPECT_NEAR(found.response(), (without_sync + us(c.binlog_fsync) / 3) * 1e-6, 2e-6);
        EXPECT_NEAR(static_cast<double>(found.record.servers[0].binlog_fsyncs), found.transactions() / 3, 1);
      }
      // The parts are where they belong.
      EXPECT_NEAR(found.part(models::Part::client), us(c.client_round_trip) * 1e-6, kExactSeconds);
      EXPECT_NEAR(found.part(models::Part::execute), us(c.statements.by_kind[0].second) * 1e-6, kExactSeconds);
      EXPECT_NEAR(found.part(models::Part::prepare), us(c.prepare_cpu) * 1e-6, kExactSeconds);
      EXPECT_NEAR(found.part(models::Part::flush), flush_stage(c, flush_log) * 1e-6, kExactSeconds);
      if (sync_binlog < 2) {
        const double sync = us(c.sync_stage_cpu) + (sync_binlog == 1 ? us(c.binlog_fsync) : 0);
        EXPECT_NEAR(found.part(models::Part::sync), sync * 1e-6, kExactSeconds);
      }
      EXPECT_NEAR(found.part(models::Part::engine_commit), us(c.engine_commit_cpu) * 1e-6, kExactSeconds);
      for (const auto part : {models::Part::thread_wait, models::Part::flush_wait, models::Part::sync_wait,
                              models::Part::commit_wait, models::Part::ack_wait, models::Part::wake_up}) {
        EXPECT_EQ(found.part(part), 0) << models::kPartNames[static_cast<std::size_t>(part)];
      }
    }
  }
}

TEST(ResponsePartsModel, WithoutBinaryLog) {
  const CostProfile c = priced();
  for (const std::int64_t flush_log : {0, 1, 2}) {
    SCOPED_TRACE(fmt::format("innodb_flush_log_at_trx_commit {}", flush_log));
    Scenario scenario = one_client(c);
    tests::source_of(scenario).variables.log_bin = false;
    tests::source_of(scenario).variables.innodb_flush_log_at_trx_commit = flush_log;
    expect_response(laws::measure(scenario), until_commit(c) + us(c.engine_commit_cpu) + redo_flush(c, flush_log));
  }
}

// Of several statements each pays its round trip and its CPU; what only reads does not commit.
TEST(ResponsePartsModel, Statements) {
  const CostProfile c = priced();
  Scenario scenario = one_client(c);
  tests::source_of(scenario).load->profile.transaction = {{"update", models::StatementClass::read, 4, 0, {}, {}, 0}};
  const Measured found = laws::measure(scenario);
  expect_response(found, 4 * until_commit(c));
  EXPECT_EQ(found.record.servers[0].commits, 0);
}

// From publishing the position to the moment at which the waiting session runs again.
double ack_path(const CostProfile& c, std::int64_t sync_relay_log, double one_way_us, double bytes_per_us) {
  const int events = tests::kEvents;
  const double sent_bytes =
      static_cast<double>(tests::kBinlog.count) + events * (static_cast<double>(c.event_overhead.count) + 2);
  const double send = wake_up(c) + events * us(c.dump_thread_cpu) + sent_bytes / bytes_per_us + one_way_us;
  const double relay_fsyncs = sync_relay_log == 1 ? events * us(c.relay_log_fsync) : 0;
  const double receive = wake_up(c) + events * (us(c.receiver_cpu) + us(c.relay_log_write)) + relay_fsyncs;
  const double reply =
      static_cast<double>(c.ack_size.count) / bytes_per_us + one_way_us + wake_up(c) + us(c.ack_receiver_cpu);
  return send + receive + reply + wake_up(c);
}

TEST(ResponsePartsModel, SemiSync) {
  const CostProfile c = priced();
  const double one_way_us = 700;
  const double bytes_per_us = 12.5;
  for (const WaitPoint wait_point : {WaitPoint::after_sync, WaitPoint::after_commit}) {
    for (const std::int64_t sync_binlog : {0, 1}) {
      for (const std::int64_t sync_relay_log : {0, 1}) {
        const char* name = wait_point == WaitPoint::after_sync ? "AFTER_SYNC" : "AFTER_COMMIT";
        SCOPED_TRACE(fmt::format("{} sync_binlog {} sync_relay_log {}", name, sync_binlog, sync_relay_log));
        Scenario scenario = one_client(c);
        models::ServerSpec& replica = tests::add_semi_sync_replica(scenario, "replica", c);
        replica.variables.sync_relay_log = sync_relay_log;
        scenario.default_link = tests::link(microseconds(2 * one_way_us), {bytes_per_us * 1e6});
        tests::source_of(scenario).variables.sync_binlog = sync_binlog;
        tests::source_of(scenario).variables.rpl_semi_sync_source_wait_point = wait_point;

        // With sync_binlog=1 the position is published after the sync, else before: the way of the ACK covers what comes
        // between publishing and waiting, storage engine commit included where that comes first.
        const double until_published = until_commit(c) + us(c.prepare_cpu) + flush_stage(c, 1) +
                                       (sync_binlog == 1 ? us(c.sync_stage_cpu) + us(c.binlog_fsync) : 0);
        const double engine_commit_behind = wait_point == WaitPoint::after_sync ? us(c.engine_commit_cpu) : 0;
        expect_response(laws::measure(scenario),
                        until_published + ack_path(c, sync_relay_log, one_way_us, bytes_per_us) + engine_commit_behind);
      }
    }
  }
}

}  // namespace
