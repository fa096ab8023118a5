// The binary log in the page cache: rare syncs hardly change the mean and bring stalls, at the n-th group or at rotation.
// Published: Percona Server 5.7, TPC-C with 56 clients, sync_binlog 0, 1, 1000 and 10000 (V. Tkachenko, Percona, 2018-05-04).
#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using sim::milliseconds;

// The published server at a tenth of its speed, with transactions ten times as large and n a tenth as large: so files fill as fast
// as there, and a run is short. 6.25 kB of binary log per transaction there, about 5000 transactions per second.
constexpr sim::Bytes kLargeTransaction{62500};
constexpr double kPerFile = (std::int64_t{1} << 30) / 62500.0;

struct Writer {
  std::int64_t sync_binlog = 0;
  double statement = 13;        // CPU, ms, +-20 %
  double writeback_per_mib = 3.5;  // ms
};

Measured measure_stalls(const Writer& machine) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = costs.binlog_fsync = tests::costing(milliseconds(8));
  costs.binlog_writeback_per_mib = tests::costing(milliseconds(machine.writeback_per_mib));
  costs.statements.by_kind[0].second = tests::uniformly(milliseconds(machine.statement * 0.8), milliseconds(machine.statement * 1.2));
  models::Scenario scenario = tests::one_source(costs);
  scenario.hosts.front().second = {8, {{"disk", {true}}}};
  models::ServerSpec& source = tests::source_of(scenario);
  source.redo_log_device = source.binary_log_device = "disk";
  source.load = tests::updates(56);
  source.load->profile.transaction.front().binlog = kLargeTransaction;
  source.variables.sync_binlog = machine.sync_binlog;
  scenario.run.warm_up = sim::Seconds{10};
  scenario.run.duration = sim::Seconds{300};
  return laws::measure(scenario);
}

std::int64_t seconds_below(const Measured& found, double tps) {
  const auto& seconds = found.record.loads[0].intervals;
  return std::count_if(seconds.begin(), seconds.end(), [&](const auto& each) { return static_cast<double>(each.transactions) < tps; });
}

// How many transactions were answered from the start of one dip to the start of the next: a dip starts in a second with less than
// `share` of the median.
std::vector<double> between_dips(const Measured& found, double share) {
  std::vector<double> counts;
  for (const models::Interval& second : found.record.loads[0].intervals) counts.push_back(static_cast<double>(second.transactions));
  std::vector<double> sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  const double threshold = share * sorted[sorted.size() / 2];
  std::vector<double> between;
  double sum = -1;
  bool is_low = false;
  for (const double count : counts) {
    if (count < threshold && !is_low) {
      if (sum >= 0) between.push_back(sum);
      sum = 0;
    }
    is_low = count < threshold;
    if (sum >= 0) sum += count;
  }
  return between;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The mean hardly changes with n: published within 2 %, where stalls took 7 % of the time; here by the time of the stalls.
TEST(WritebackStallsModel, RareSyncsHardlyChangeTheMean) {
  const double always = measure_stalls({.sync_binlog = 1, .writeback_per_mib = 2.5}).throughput();
  for (const std::int64_t n : {0, 100, 1000}) {
    EXPECT_NEAR(measure_stalls({.sync_binlog = n, .writeback_per_mib = 2.5}).throughput() / always, 1, 0.1) << n;
  }
}

// Seconds with less than 1 % of the throughput, out of 1800 published: 65 to 87 with 0, up to 8 with 10000, none with 1000 and 1.
// The longest response was 3.0 to 3.6 s, 1.4 to 2.1 s and 0.7 s. Here n is a tenth, and the device as busy as the slowest there.
TEST(WritebackStallsModel, LargeNStalls) {
  const auto at = [](std::int64_t n) { return measure_stalls({.sync_binlog = n, .writeback_per_mib = 4.5}); };
  const Measured never = at(0);
  const Measured rarely = at(1000);
  EXPECT_GT(seconds_below(never, 5), 10);
  EXPECT_GT(seconds_below(rarely, 5), 0);
  EXPECT_LT(seconds_below(rarely, 5), seconds_below(never, 5) / 2);
  EXPECT_GT(never.longest(), 2 * rarely.longest());
  for (const std::int64_t n : {100, 1}) {
    const Measured often = at(n);
    EXPECT_EQ(seconds_below(often, 5), 0) << n;
    EXPECT_LT(often.longest(), 0.7) << n;
  }
}

// sync_binlog=0: the stalls sit at rotation. Published: 171.8 k transactions apart at three speeds, 33 to 46 s.
TEST(WritebackStallsModel, StallsAreAFixedNumberOfTransactionsApart) {
  for (const double statement : {13.0, 16.0, 20.0}) {
    const Measured found = measure_stalls({.statement = statement});
    const std::vector<double> between = between_dips(found, 0.5);
    EXPECT_THAT(between, testing::SizeIs(testing::Ge(4))) << statement;
    EXPECT_THAT(between, testing::Each(testing::DoubleNear(kPerFile, 0.04 * kPerFile))) << statement;
    EXPECT_NEAR(median(between), kPerFile, 0.015 * kPerFile) << statement;
  }
}

// sync_binlog=n counts groups: the transactions between stalls, divided by n, are the mean group size. Published: 4 to 7 with 56
// clients.
TEST(WritebackStallsModel, TheirSpacingTellsTheGroupSize) {
  for (const double statement : {13.0, 20.0}) {
    const Measured found = measure_stalls({.sync_binlog = 1000, .statement = statement});
    EXPECT_NEAR(median(between_dips(found, 0.7)) / 1000, found.group_size(), 0.05 * found.group_size()) << statement;
  }
  EXPECT_NEAR(measure_stalls({.sync_binlog = 1000}).group_size(), 5.5, 1.5);
}

}  // namespace
