// A full binary log file is closed: who waits for what, and for how long.
#include <gmock/gmock.h>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;

models::Scenario updates_on(const std::string& version, int clients, sim::Bytes max_binlog_size) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(1));
  costs.binlog_fsync = tests::costing(milliseconds(1));
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.1));
  models::Scenario scenario = tests::updates_on(version, clients, costs, sim::Seconds{0.1}, sim::Seconds{4});
  tests::source_of(scenario).variables.max_binlog_size = max_binlog_size;
  return scenario;
}

// Every hundredth transaction closes a file: a redo log flush and three fsyncs more (file, new file, index).
TEST(RotationModel, OneClientPaysForEachFile) {
  const auto found = laws::measure(updates_on("mysql-5.7", 1, tests::kBinlog * 100));
  EXPECT_NEAR(found.response() * 1e3, 0.1 + 2 + (1 + 3) / 100.0, 1e-3);
  EXPECT_NEAR(found.part(models::Part::rotation) * 1e3, (1 + 3) / 100.0, 1e-3);
}

// MariaDB does not flush the redo log for it.
TEST(RotationModel, MariadbSyncsTheFileOnly) {
  const auto found = laws::measure(updates_on("mariadb-10.11", 1, tests::kBinlog * 100));
  EXPECT_NEAR(found.part(models::Part::rotation) * 1e3, 3 / 100.0, 1e-3);
}

// The pipeline stands still: the longest response has the whole rotation in it, and the stalls come a fixed number of
// transactions apart, not a fixed time.
TEST(RotationModel, StopsEverybody) {
  models::Scenario scenario = updates_on("mysql-5.7", 16, tests::kBinlog * 4000);
  models::ServerSpec& source = tests::source_of(scenario);
  source.variables.sync_binlog = 0;
  // A file of 80000 bytes that nobody has synced takes 100 ms to write.
  source.costs.binlog_writeback_per_mib = tests::costing(milliseconds(100 * 1048576.0 / 80000));
  const auto found = laws::measure(scenario);
  EXPECT_GT(found.longest() * 1e3, 100);
  EXPECT_LT(found.longest() * 1e3, 115);
  source.variables.sync_binlog = 1;
  EXPECT_LT(laws::measure(scenario).longest() * 1e3, 15);
}

}  // namespace
