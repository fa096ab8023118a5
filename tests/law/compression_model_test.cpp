// Compression: what gets smaller where, and who pays for it.
#include <gmock/gmock.h>

#include "models/storage/binlog_compression.hpp"
#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::microseconds;
using sim::milliseconds;

constexpr sim::Bytes kRow{1084};
constexpr std::int64_t kTransaction = 1084 + 60 + 171;

models::CompressionCosts halving() {
  models::CompressionCosts costs;
  costs.compress_cpu = tests::costing(microseconds(10));
  costs.compress_cpu_per_kib = tests::costing(microseconds(20));
  costs.decompress_cpu = tests::costing(microseconds(3));
  costs.decompress_cpu_per_kib = tests::costing(microseconds(4));
  costs.ratio = sim::Fraction{0.5};
  costs.block_overhead = sim::Bytes{100};
  return costs;
}

// One client whose transactions take 2 ms of fsyncs and change one long row; a semi-sync replica that applies them.
models::Scenario one_client(const std::string& version) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(1));
  costs.zlib = costs.zstd = halving();
  models::Scenario scenario = tests::one_source(costs);
  costs.redo_fsync = costs.binlog_fsync = {};
  tests::add_semi_sync_replica(scenario, "replica", costs).version = version;
  models::ServerSpec& source = tests::source_of(scenario);
  source.version = version;
  source.load = tests::updates(1);
  source.load->profile.transaction[0].binlog = kRow + sim::Bytes{60};
  source.load->profile.transaction[0].binlog_events = 2;
  source.load->profile.transaction_binlog = sim::Bytes{171};
  source.load->profile.transaction_binlog_events = 3;
  tests::set_round_trip(scenario, "source", "replica", milliseconds(1));
  scenario.run.warm_up = sim::Seconds{0.1};
  scenario.run.duration = sim::Seconds{2};
  return scenario;
}

double bytes_per_transaction(const laws::Measured& found) {
  return static_cast<double>(found.record.replicas[0].received_bytes) / found.transactions();
}

constexpr double kClock = 0.5;           // us, within which dates of the network are exact
constexpr double kTwoBytesPerEvent = 2;  // of a semi-sync replica

TEST(CompressionModel, TheProtocolMakesTheWayShorterAndCostsBothEnds) {
  models::Scenario scenario = one_client("mysql-5.7");
  const auto plain = laws::measure(scenario);
  scenario.servers[1].second.variables.replica_compressed_protocol = true;
  const auto compressed = laws::measure(scenario);
  const double raw = kTransaction + 5 * kTwoBytesPerEvent;
  EXPECT_NEAR(bytes_per_transaction(plain), raw, 2);
  EXPECT_NEAR(bytes_per_transaction(compressed), raw / 2 + 100 + 7, 2);
  const double compress_us = 10 + 20 * raw / 1024;
  const double decompress_us = 3 + 4 * raw / 1024;
  EXPECT_NEAR((compressed.response() - plain.response()) * 1e6, compress_us + decompress_us, kClock);
  const models::ReplicaRecord& replica = compressed.record.replicas[0];
  EXPECT_NEAR(replica.dump_thread_cpu / compressed.transactions() * 1e6, compress_us, 0.1);
  EXPECT_NEAR(replica.receiver_cpu / compressed.transactions() * 1e6, decompress_us, 0.1);
}

TEST(CompressionModel, AChannelMayAskForZstd) {
  models::Scenario scenario = one_client("mysql-8.0.36");
  scenario.servers[0].second.costs.zstd.block_overhead = sim::Bytes{50};
  scenario.servers[1].second.source_compression = models::ChannelAlgorithm::zstd;
  EXPECT_NEAR(bytes_per_transaction(laws::measure(scenario)), (kTransaction + 5 * kTwoBytesPerEvent) / 2 + 50 + 7, 2);
}

// The session compresses all behind the GTID event; two events are left, in the binary log, on the way, in the relay log.
TEST(CompressionModel, TransactionsAreCompressedInTheBinaryLog) {
  models::Scenario scenario = one_client("mysql-8.0.36");
  const auto plain = laws::measure(scenario);
  scenario.servers[0].second.variables.binlog_transaction_compression = true;
  const auto compressed = laws::measure(scenario);
  const double raw = kTransaction - 65;
  EXPECT_NEAR(bytes_per_transaction(compressed), 65 + raw / 2 + 100 + 36 + 2 * kTwoBytesPerEvent, 2);
  EXPECT_NEAR((compressed.response() - plain.response()) * 1e6, 10 + 20 * raw / 1024, kClock);
  EXPECT_NEAR(static_cast<double>(compressed.record.replicas[0].applied), compressed.transactions(), 2);
}

// MariaDB compresses the row event alone, and the receiver takes it apart.
TEST(CompressionModel, MariadbCompressesLongEvents) {
  models::Scenario scenario = one_client("mariadb-10.11");
  scenario.servers[0].second.variables.log_bin_compress = true;
  const auto compressed = laws::measure(scenario);
  const double raw = static_cast<double>(kRow.count);
  EXPECT_NEAR(bytes_per_transaction(compressed), kTransaction - raw / 2 + 100 + 5 * kTwoBytesPerEvent, 2);
  EXPECT_NEAR(compressed.record.replicas[0].receiver_cpu / compressed.transactions() * 1e6, 3 + 4 * raw / 1024, 0.1);
  scenario.servers[0].second.variables.log_bin_compress_min_len = kRow + sim::Bytes{1};
  EXPECT_NEAR(bytes_per_transaction(laws::measure(scenario)), kTransaction + 5 * kTwoBytesPerEvent, 2);
}

// A replica that writes a binary log of its own gets the transaction as it was.
TEST(BinlogCompression, IsUndoneForTheApplier) {
  models::Changes changes;
  changes.binlog = sim::Bytes{kTransaction};
  changes.binlog_events = 5;
  changes.rows = 1;
  models::ServerVariables variables;
  variables.binlog_transaction_compression = true;
  models::CostProfile costs;
  costs.zstd = halving();
  const models::Changes compressed = models::compress_for_binlog(changes, variables, costs).changes;
  EXPECT_LT(compressed.binlog, changes.binlog);
  EXPECT_EQ(models::decompressed(compressed).binlog, changes.binlog);
  EXPECT_EQ(models::decompressed(compressed).binlog_events, 5);
}

TEST(BinlogCompression, KeepsWhatWouldNotGetSmaller) {
  models::Changes changes;
  changes.binlog = sim::Bytes{65 + 120};
  changes.binlog_events = 5;
  models::ServerVariables variables;
  variables.binlog_transaction_compression = true;
  models::CostProfile costs;
  costs.zstd = halving();
  EXPECT_EQ(models::compress_for_binlog(changes, variables, costs).changes.binlog, changes.binlog);
}

}  // namespace
