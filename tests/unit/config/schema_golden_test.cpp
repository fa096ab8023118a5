// One bad document, all its faults in one pass, in the order of their places.
#include <gtest/gtest.h>

#include "example_spec.hpp"

namespace sim::test {
namespace {

constexpr const char* kBad = R"(# What people write by mistake.
sync_stage:
  fsync_tme: 2ms
  binlog_group_commit_sync_delay: 100
  sync_binlog: 1
  sync_binlog: 5000000000
  wait_point: after-sync
hosts: [db1, db2]
links:
  - {between: [a], rtt: -1ms, bandwidth: 0Gbps}
  - fast
warm_up: [1s]
think_factor: 10
row_size: {kB: 1}
arrivals: inf/s
read_share: 120%
binlog_order_commits: maybe
spare: {cores: 0}
Hosts: {}
)";

constexpr const char* kFaults =
    "bad.yaml:3:3: error: unknown key 'fsync_tme' in sync_stage; did you mean 'fsync_time'? known: fsync_time, "
    "binlog_group_commit_sync_delay, sync_binlog, wait_point\n"
    "bad.yaml:3:3: error: missing required key 'fsync_time' (service time of one binlog fsync) in sync_stage\n"
    "bad.yaml:4:35: error: binlog_group_commit_sync_delay: time '100' has no unit; write '100us', '100ms' or '100s' "
    "(the "
    "server "
    "counts this variable in microseconds)\n"
    "bad.yaml:6:3: error: duplicate key 'sync_binlog'; it was first given at 5:3\n"
    "bad.yaml:7:15: error: wait_point: unknown value 'after-sync'; did you mean 'AFTER_SYNC'? known: AFTER_SYNC, "
    "AFTER_COMMIT, "
    "lossless\n"
    "bad.yaml:8:8: error: hosts: expected a mapping from names to values, found a list\n"
    "bad.yaml:10:15: error: between: a length of 1 is out of range; it must be 2 long\n"
    "bad.yaml:10:25: error: rtt: time '-1ms' is negative\n"
    "bad.yaml:10:42: error: bandwidth: 0B/s is out of range; it must be more than 0B/s\n"
    "bad.yaml:11:5: error: links[1]: expected a mapping (link), found 'fast'\n"
    "bad.yaml:12:10: error: warm_up: expected a time such as '5ms', found a list\n"
    "bad.yaml:13:15: error: think_factor: 10.0 is out of range; it must be less than 10.0\n"
    "bad.yaml:14:11: error: row_size: expected a size such as '16MiB', found a mapping\n"
    "bad.yaml:15:11: error: arrivals: 'inf/s' is not a rate; write a number and a unit, such as '10/s', '10/min' or "
    "'10/h'\n"
    "bad.yaml:16:13: error: read_share: 120% is out of range; it must be at most 100%\n"
    "bad.yaml:17:23: error: binlog_order_commits: 'maybe' is neither ON nor OFF\n"
    "bad.yaml:18:16: error: cores: 0 is out of range; it must be at least 1\n"
    "bad.yaml:19:1: error: unknown key 'Hosts' in scenario; did you mean 'hosts'? known: sync_stage, profile, hosts, "
    "links, "
    "warm_up, binlog_order_commits, think_factor, row_size, arrivals, read_share, spare\n"
    "18 errors; nothing was run\n";

TEST(SchemaGolden, AllFaultsInOnePass) { EXPECT_EQ(bind_text(kBad), kFaults); }

TEST(SchemaGolden, FaultsOfOverridesPointAtTheOption) {
  auto root = good("sync_stage: {fsync_time: 1ms}\n");
  Diagnostics diagnostics;
  apply_override(root, "sync_stage.fsync_time=5", diagnostics);
  apply_override(root, "sync_stage.syncbinlog=5", diagnostics);
  apply_override(root, "hosts.db1={cors: 5}", diagnostics);
  apply_override(root, "foo", diagnostics);
  Scenario scenario;
  EXPECT_FALSE(schema_of<Scenario>().bind(root, scenario, diagnostics));
  EXPECT_EQ(
      printed(diagnostics),
      "--set foo: error: expected PATH=VALUE, such as run.duration=60s\n"
      "--set hosts.db1: error: unknown key 'cors' in hosts.db1; did you mean 'cores'? known: cores\n"
      "--set sync_stage.fsync_time: error: fsync_time: time '5' has no unit; write '5us', '5ms' or '5s'\n"
      "--set sync_stage.syncbinlog: error: unknown key 'syncbinlog' in sync_stage; did you mean 'sync_binlog'? known: "
      "fsync_time, binlog_group_commit_sync_delay, sync_binlog, wait_point\n"
      "4 errors; nothing was run\n");
}

}  // namespace
}  // namespace sim::test
