// innodb_flush_log_at_trx_commit other than 1: the redo log is flushed once per innodb_flush_log_at_timeout, whoever waits.
// Source: srv_sync_log_buffer_in_background of MySQL 5.7 and MariaDB, log_flusher of 8.0.
#include <gtest/gtest.h>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using sim::milliseconds;

constexpr sim::Bytes kRedoPerTransaction{100000};

// Four clients, 1 ms per transaction and no binary log: 4000 transactions, 381 MiB of redo log per second.
models::Scenario updates_on(const std::string& version, std::int64_t flush_log) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(2));
  costs.redo_writeback_per_mib = tests::costing(milliseconds(0.5));
  costs.statements.by_kind[0].second = tests::costing(milliseconds(1));
  models::Scenario scenario = tests::updates_on(version, 4, costs, sim::Seconds{1.5}, sim::Seconds{20});
  models::ServerSpec& source = tests::source_of(scenario);
  source.load->profile.transaction.front().redo = kRedoPerTransaction;
  source.variables.log_bin = false;
  source.variables.innodb_flush_log_at_trx_commit = flush_log;
  source.variables.innodb_flush_log_at_timeout = sim::Seconds{1};
  source.variables.innodb_log_writer_threads = true;
  return scenario;
}

double redo_fsyncs(const Measured& found) { return static_cast<double>(found.record.servers.front().redo_fsyncs); }

// An fsync takes 2 ms and the write-back of what a second left: about 1.2 s between two.
TEST(BackgroundFlushModel, OncePerTimeout) {
  for (const char* version : {"mysql-5.6", "mysql-5.7", "mysql-8.0", "mariadb-10.11"}) {
    const Measured found = laws::measure(updates_on(version, 2));
    EXPECT_NEAR(found.throughput(), 4000, 8) << version;
    EXPECT_GT(redo_fsyncs(found), 15) << version;
    EXPECT_LE(redo_fsyncs(found), 20) << version;
  }
}

// On a serial device whoever writes waits for it meanwhile: a stall per second, of which flush_log=1 knows nothing.
TEST(BackgroundFlushModel, StallsTheDevice) {
  const auto on_serial_device = [](std::int64_t flush_log) {
    models::Scenario scenario = updates_on("mysql-5.7", flush_log);
    scenario.hosts.front().second.devices = {{"disk", {true}}};
    models::ServerSpec& source = tests::source_of(scenario);
    source.redo_log_device = source.binary_log_device = "disk";
    source.costs.redo_write = tests::costing(milliseconds(0.01));
    return laws::measure(scenario);
  };
  EXPECT_GT(on_serial_device(2).longest(), 0.1);
  EXPECT_LT(on_serial_device(1).longest(), 0.01);
}

}  // namespace
