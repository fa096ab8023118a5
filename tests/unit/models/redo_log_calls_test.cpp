#include "models/storage/redo_log_calls.hpp"

#include <gtest/gtest.h>

#include "models/version/release.hpp"
#include "tests/support/scenarios.hpp"

namespace models {
namespace {

using Write = RedoLogCalls::Write;
using Sync = RedoLogCalls::Sync;

RedoLogCalls by_default(const char* version) {
  const Release release = *parse_release(version);
  return redo_log_calls(release, default_variables(release));
}

RedoLogCalls with(const char* version, FlushMethod method) {
  const Release release = *parse_release(version);
  ServerVariables variables = default_variables(release);
  variables.innodb_flush_method = method;
  return redo_log_calls(release, variables);
}

TEST(RedoLogCalls, FollowTheDefaultsOfTheRelease) {
  for (const char* version : {"mysql-5.1", "mysql-5.7", "mysql-8.0", "percona-8.0", "mariadb-10.4"}) {
    EXPECT_EQ(by_default(version).write, Write::to_page_cache) << version;
    EXPECT_EQ(by_default(version).sync, Sync::fsync) << version;
  }
  EXPECT_EQ(by_default("mysql-8.4").sync, Sync::fdatasync);
  EXPECT_EQ(by_default("mariadb-10.6").sync, Sync::fdatasync);
  EXPECT_EQ(by_default("mariadb-10.6").write, Write::to_page_cache);
  EXPECT_EQ(by_default("mariadb-10.11").write, Write::to_device);
}

TEST(RedoLogCalls, FollowTheFlushMethod) {
  EXPECT_EQ(with("mysql-5.7", FlushMethod::o_dsync).write, Write::durable);
  EXPECT_EQ(with("mysql-5.7", FlushMethod::o_dsync).sync, Sync::none);
  EXPECT_EQ(with("mysql-8.0", FlushMethod::o_direct).sync, Sync::fsync);
  EXPECT_EQ(with("mysql-8.0", FlushMethod::o_direct_no_fsync).sync, Sync::fsync);
  EXPECT_EQ(with("mysql-8.0", FlushMethod::o_direct_no_fsync).write, Write::to_page_cache);
  EXPECT_EQ(with("percona-5.7", FlushMethod::all_o_direct).write, Write::to_device);
  EXPECT_EQ(with("percona-5.7", FlushMethod::all_o_direct).sync, Sync::none);
}

TEST(RedoLogCalls, WriteThroughNeedsNoSync) {
  const Release release = *parse_release("mariadb-11.8");
  ServerVariables variables = default_variables(release);
  variables.innodb_log_file_write_through = true;
  EXPECT_EQ(redo_log_calls(release, variables).write, Write::durable);
  EXPECT_EQ(redo_log_calls(release, variables).sync, Sync::none);
}

// A profile that knows an fsync and nothing else gives what it gave before there were more kinds.
TEST(RedoLogCalls, TakeTheNearestCostThatIsStated) {
  CostProfile costs;
  costs.redo_write = tests::costing(sim::microseconds(10));
  costs.redo_fsync = tests::costing(sim::microseconds(500));
  const auto write_us = [&](Write write, Sync sync) { return 1e6 * redo_write_time({write, sync}, costs).mean(); };
  const auto sync_us = [&](Write write, Sync sync) { return 1e6 * redo_sync_time({write, sync}, costs).mean(); };
  EXPECT_NEAR(write_us(Write::to_page_cache, Sync::fsync), 10, 1e-9);
  EXPECT_NEAR(write_us(Write::to_device, Sync::fdatasync), 10, 1e-9);
  EXPECT_NEAR(write_us(Write::durable, Sync::none), 500, 1e-9);
  EXPECT_NEAR(sync_us(Write::to_page_cache, Sync::fdatasync), 500, 1e-9);
  EXPECT_NEAR(sync_us(Write::to_device, Sync::fdatasync), 500, 1e-9);
  EXPECT_EQ(sync_us(Write::durable, Sync::none), 0);
}

// Of a write to the device nothing is left for the sync to write.
TEST(RedoLogCalls, ASyncAfterAWriteToTheDeviceOnlyFlushes) {
  CostProfile costs;
  costs.redo_fsync = tests::costing(sim::microseconds(900));
  costs.redo_fdatasync = tests::costing(sim::microseconds(540));
  costs.redo_direct_write = tests::costing(sim::microseconds(500));
  const auto sync_us = [&](Write write, Sync sync) { return 1e6 * redo_sync_time({write, sync}, costs).mean(); };
  EXPECT_NEAR(sync_us(Write::to_page_cache, Sync::fdatasync), 540, 1e-9);
  EXPECT_NEAR(sync_us(Write::to_device, Sync::fdatasync), 40, 1e-9);
  EXPECT_NEAR(sync_us(Write::to_device, Sync::fsync), 400, 1e-9);
  costs.redo_direct_write = tests::costing(sim::microseconds(2000));
  EXPECT_EQ(sync_us(Write::to_device, Sync::fsync), 0);
}

}  // namespace
}  // namespace models
