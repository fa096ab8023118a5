// What published measurements of commit on one server have in common, whatever their machine: shapes, ratios and limits.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using laws::Measured;
using models::Scenario;
using sim::milliseconds;

struct Machine {
  std::string version = "mysql-5.7";
  int clients = 1;
  double fsync = 1;        // of either log, ms
  double statement = 0.1;  // CPU, ms, +-20 %
  int cores = 1024;
};

Scenario scenario_on(const Machine& machine) {
  models::CostProfile costs = tests::free_of_charge();
  costs.redo_fsync = tests::costing(milliseconds(machine.fsync));
  costs.binlog_fsync = tests::costing(milliseconds(machine.fsync));
  costs.statements.by_kind[0].second = tests::uniformly(milliseconds(machine.statement * 0.8), milliseconds(machine.statement * 1.2));
  Scenario scenario = tests::updates_on(machine.version, machine.clients, costs, sim::Seconds{0.5}, sim::Seconds{5});
  scenario.hosts.front().second.cores = machine.cores;
  return scenario;
}

using Change = std::function<void(models::ServerSpec&)>;

Measured measure_machine(const Machine& machine, const Change& change = [](models::ServerSpec&) {}) {
  Scenario scenario = scenario_on(machine);
  change(tests::source_of(scenario));
  return laws::measure(scenario);
}

double throughput(const Machine& machine, const Change& change = [](models::ServerSpec&) {}) {
  return measure_machine(machine, change).throughput();
}

void switch_binlog_off(models::ServerSpec& source) { source.variables.log_bin = false; }

// Published with serialised syncs of 17 ms: 57 to 60 transactions per second from 8 to 256 threads.
TEST(GroupCommitLawsModel, WithoutGroupCommitThroughputIsFlat) {
  const double at_8 = throughput({.version = "mysql-5.1", .clients = 8});
  for (const int clients : {32, 128}) EXPECT_NEAR(throughput({.version = "mysql-5.1", .clients = clients}) / at_8, 1, 0.01);
  EXPECT_NEAR(at_8, 1 / 3e-3, 10);
}

// The rate of syncs stays, the batch grows; and it is smaller than the number of clients, for who is released by a sync misses
// the next batch.
TEST(GroupCommitLawsModel, OnlyTheBatchGrows) {
  const Measured few = measure_machine({.clients = 8});
  const Measured many = measure_machine({.clients = 64});
  EXPECT_NEAR(many.groups() / few.groups(), 1, 0.05);
  EXPECT_NEAR(many.group_size() / few.group_size(), 8, 0.4);
  EXPECT_LT(many.group_size(), 0.75 * 64);
  EXPECT_GT(many.group_size(), 0.2 * 64);
}

// Nearly linear in the clients until another stage saturates.
TEST(GroupCommitLawsModel, GrowsLinearlyUntilAnotherStageSaturates) {
  EXPECT_NEAR(throughput({.clients = 64}) / throughput({.clients = 16}), 4, 0.2);
  const Machine small{.clients = 64, .cores = 1};
  EXPECT_NEAR(throughput(small), 1 / 0.1e-3, 200);
}

// A fast sync removes most of what group commit brings: 76 times without a write cache, at most 1.4 times with one.
TEST(GroupCommitLawsModel, FastSyncsRemoveTheBenefit) {
  const Machine slow{.version = "mysql-5.6", .clients = 64, .fsync = 5, .cores = 4};
  Machine slow_without = slow;
  slow_without.version = "mysql-5.5";
  EXPECT_GT(throughput(slow) / throughput(slow_without), 10);
  const Machine fast{.version = "mysql-5.6", .clients = 64, .fsync = 0.02, .statement = 0.5, .cores = 4};
  Machine fast_without = fast;
  fast_without.version = "mysql-5.5";
  EXPECT_LT(throughput(fast) / throughput(fast_without), 1.4);
}

// One client: 1 / (base + k F).
TEST(GroupCommitLawsModel, OneClientPaysEverySync) {
  for (const double fsync : {0.1, 1.0, 4.0}) {
    EXPECT_NEAR(1e3 / throughput({.clients = 1, .fsync = fsync}), 0.1 + 2 * fsync, 0.01);
  }
}

// Many clients on flash: the durable binary log costs a few percent. One client on a slow device: a third or more.
TEST(GroupCommitLawsModel, TheBinaryLogIsCheapForManyAndDearForOne) {
  const auto with_binlog_work = [](models::ServerSpec& source) {
    source.costs.prepare_cpu = tests::costing(milliseconds(0.02));
    source.costs.flush_stage_cpu = tests::costing(milliseconds(0.01));
  };
  const Machine flash{.clients = 64, .fsync = 0.05, .statement = 0.5, .cores = 8};
  const double cost_for_many = 1 - throughput(flash, with_binlog_work) / throughput(flash, switch_binlog_off);
  EXPECT_GT(cost_for_many, 0.02);
  EXPECT_LT(cost_for_many, 0.16);
  const Machine slow{.clients = 1, .fsync = 1.6};
  EXPECT_LT(throughput(slow) / throughput(slow, switch_binlog_off), 0.67);
}

// Leaving one of two syncs out doubles throughput where syncs are what limits, more where appending is dearer than overwriting,
// and brings nothing where they do not limit.
TEST(GroupCommitLawsModel, LeavingOneSyncOut) {
  const auto without_sync = [](models::ServerSpec& source) { source.variables.sync_binlog = 0; };
  const Machine bound{.clients = 1, .fsync = 5};
  EXPECT_NEAR(throughput(bound, without_sync) / throughput(bound), 2, 0.05);
  const auto appending = [](models::ServerSpec& source) { source.costs.binlog_fsync = tests::costing(milliseconds(10)); };
  EXPECT_GT(throughput(bound, without_sync) / throughput(bound, appending), 2.5);
  const Machine free{.clients = 64, .fsync = 0.02, .statement = 1, .cores = 4};
  EXPECT_NEAR(throughput(free, without_sync) / throughput(free), 1, 0.02);
}

// sync_binlog=n before group commit: elapsed = base + F / n.
TEST(GroupCommitLawsModel, EveryNthTransactionPays) {
  for (const std::int64_t n : {1, 2, 5, 10}) {
    const double tps = throughput({.version = "mysql-5.5"}, [&](models::ServerSpec& source) { source.variables.sync_binlog = n; });
    EXPECT_NEAR(1e3 / tps, 0.1 + 2 + 1.0 / static_cast<double>(n), 0.01) << n;
  }
}

// Large n hardly changes the mean with many clients; it trades for stalls, since all that has gathered is written at once.
TEST(GroupCommitLawsModel, RareSyncsStall) {
  const auto every = [](std::int64_t n) {
    return [n](models::ServerSpec& source) {
      source.variables.sync_binlog = n;
      source.costs.binlog_writeback_per_mib = tests::costing(milliseconds(400));
    };
  };
  const Machine machine{.clients = 64, .fsync = 0.2, .statement = 1, .cores = 8};
  const Measured always = measure_machine(machine, every(1));
  const Measured rarely = measure_machine(machine, every(1000));
  EXPECT_NEAR(rarely.throughput() / always.throughput(), 1, 0.1);
  EXPECT_GT(rarely.longest(), 2 * always.longest());
}

// binlog_commit_wait_count fixes the group size where there are enough clients, and no shared redo fsync brings more of them at
// once.
TEST(GroupCommitLawsModel, WaitCountFixesTheGroupSize) {
  const Measured found = measure_machine({.version = "mariadb-10.11", .clients = 24, .statement = 3}, [](models::ServerSpec& source) {
    source.variables.innodb_flush_log_at_trx_commit = 2;
    source.variables.binlog_commit_wait_count = 10;
    source.variables.binlog_commit_wait_usec = sim::Seconds{0.1};
  });
  EXPECT_NEAR(found.group_size(), 10, 1.5);
}

// A delay adds at least itself for one client, and helps nobody in a closed loop that the syncs already group.
TEST(GroupCommitLawsModel, ADelayIsPaid) {
  const auto delay = [](models::ServerSpec& source) { source.variables.binlog_group_commit_sync_delay = milliseconds(2); };
  EXPECT_NEAR(1e3 / throughput({.clients = 1}, delay), 0.1 + 2 + 2, 0.02);
  const Measured without = measure_machine({.clients = 16});
  const Measured with = measure_machine({.clients = 16}, delay);
  EXPECT_LT(with.throughput(), without.throughput());
  EXPECT_GT(with.group_size(), without.group_size());
}

// The ordered engine commit is a serial stage: 30000 per second ordered, 41000 without, at 128 clients.
TEST(GroupCommitLawsModel, OrderedEngineCommitsAreSerial) {
  const Machine machine{.clients = 128, .fsync = 0.1, .statement = 0.5};
  const auto slow_commit = [](models::ServerSpec& source) { source.costs.engine_commit_cpu = tests::costing(milliseconds(0.03)); };
  const auto unordered = [&](models::ServerSpec& source) {
    slow_commit(source);
    source.variables.binlog_order_commits = false;
  };
  const double ordered = throughput(machine, slow_commit);
  EXPECT_LE(ordered, 1 / 0.03e-3 * 1.001);
  EXPECT_GT(throughput(machine, unordered), 1.2 * ordered);
}

// Work in the flush stage hits the peak far harder than one client: 17 % against 5 %.
TEST(GroupCommitLawsModel, FlushStageWorkHitsThePeak) {
  const auto more_work = [](models::ServerSpec& source) { source.costs.flush_stage_cpu = tests::costing(milliseconds(0.024)); };
  const auto work = [](models::ServerSpec& source) { source.costs.flush_stage_cpu = tests::costing(milliseconds(0.02)); };
  const Machine one{.clients = 1, .fsync = 0.2};
  const Machine peak{.clients = 256, .fsync = 0.05, .statement = 0.5};
  EXPECT_GT(throughput(one, more_work) / throughput(one, work), 0.98);
  EXPECT_LT(throughput(peak, more_work) / throughput(peak, work), 0.88);
}

}  // namespace
