#include <gmock/gmock.h>

#include <deque>

#include "models/storage/binary_log.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::BinaryLog;
using models::Group;
using models::SampledCost;
using models::Transaction;
using sim::Bytes;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

SampledCost binlog_costing(double seconds) {
  return {sim::Distribution::constant(seconds), sim::RandomStream(1, 0, "binary log test")};
}

struct BinaryLogMachine {
  BinaryLogMachine(Simulation& simulation, std::int64_t sync_binlog)
      : device(simulation, sim::Device::Service::parallel),
        log(simulation, "server", device, {binlog_costing(0.25), binlog_costing(1)}, sync_binlog, sim::Bytes{1 << 30}) {}

  // A group of transactions of these sizes.
  Group group(Simulation& simulation, const std::vector<std::int64_t>& sizes) {
    Group all;
    for (const std::int64_t size : sizes) {
      Transaction& transaction = transactions.emplace_back(simulation);
      transaction.changes = {Bytes{0}, Bytes{size}, 4, 1};
      all.append(Group{transaction});
    }
    return all;
  }

  sim::Device device;
  BinaryLog log;
  std::deque<Transaction> transactions;
};

TEST(BinaryLog, AppendSetsPositionsAndNumbers) {
  const Json found = tests::simulate([](Simulation& simulation) {
    BinaryLogMachine machine(simulation, 1);
    machine.log.add_reader();
    machine.log.append(machine.group(simulation, {100, 50}));
    machine.log.append(machine.group(simulation, {30}));
    Json rows;
    for (const Transaction& each : machine.transactions) rows.push_back({each.binlog_index, each.binlog_end.count});
    return Json{{"rows", rows},
                {"end", machine.log.end().count},
                {"entries", machine.log.end_entry()},
                {"groups", machine.log.groups()}};
  });
  EXPECT_EQ(found["rows"], (Json{{0, 100}, {1, 150}, {2, 180}}));
  EXPECT_EQ(found["end"], 180);
  EXPECT_EQ(found["entries"], 3);
  EXPECT_EQ(found["groups"], 2);
}

sim::Process sync_groups(Journal& journal, BinaryLog& log, int count) {
  for (int i = 0; i < count; ++i) {
    const bool delays = log.delays_next_sync();
    co_await log.sync_group();
    journal.note(fmt::format("{}{} fsyncs", delays ? "delay, " : "", log.fsyncs()));
  }
}

std::vector<std::string> syncs_of(std::int64_t sync_binlog, int groups) {
  return tests::journal_of([=](Simulation& simulation, Journal& journal) {
    BinaryLogMachine machine(simulation, sync_binlog);
    simulation.spawn("groups", sync_groups(journal, machine.log, groups));
    simulation.run_until(tests::at(100));
  });
}

TEST(BinaryLog, SyncsEveryNthGroup) {
  EXPECT_THAT(syncs_of(1, 2), ElementsAre("1 delay, 1 fsyncs", "2 delay, 2 fsyncs"));
  EXPECT_THAT(syncs_of(3, 4), ElementsAre("0 0 fsyncs", "0 0 fsyncs", "1 delay, 1 fsyncs", "1 1 fsyncs"));
  EXPECT_THAT(syncs_of(0, 2), ElementsAre("0 delay, 0 fsyncs", "0 delay, 0 fsyncs"));
}

sim::Process writer(Journal& journal, BinaryLog& log) {
  co_await log.write();
  journal.note("written");
}

TEST(BinaryLog, WriteTakesItsTime) {
  EXPECT_THAT(tests::journal_of([](Simulation& simulation, Journal& journal) {
                BinaryLogMachine machine(simulation, 1);
                machine.log.append(machine.group(simulation, {100}));
                simulation.spawn("writer", writer(journal, machine.log));
                simulation.run_until(tests::at(1));
              }),
              ElementsAre("0.25 written"));
}

sim::Process reader(Journal& journal, BinaryLog& log) {
  for (int i = 0; i < 2; ++i) {
    co_await log.more_published();
    journal.note(fmt::format("reads up to {}", log.published().count));
  }
}

TEST(BinaryLog, PublishingWakesReadersAndNeverGoesBack) {
  EXPECT_THAT(tests::journal_of([](Simulation& simulation, Journal& journal) {
                BinaryLogMachine machine(simulation, 1);
                simulation.spawn("clock", tests::keep_running(simulation));
                simulation.spawn("reader", reader(journal, machine.log));
                simulation.run_until(tests::at(1));
                machine.log.publish(Bytes{100});
                simulation.run_until(tests::at(2));
                machine.log.publish(Bytes{60});
                simulation.run_until(tests::at(3));
              }),
              ElementsAre("1 reads up to 100", "2 reads up to 100"));
}

TEST(BinaryLog, ForgetsWhatAllReadersHavePassed) {
  const Json found = tests::simulate([](Simulation& simulation) {
    BinaryLogMachine machine(simulation, 1);
    BinaryLog& log = machine.log;
    const int fast = log.add_reader();
    const int slow = log.add_reader();
    log.append(machine.group(simulation, {10, 10, 10}));
    Json first;
    log.reader_passed(fast, 3);
    first.push_back(log.first_entry());
    log.reader_passed(slow, 1);
    first.push_back(log.first_entry());
    first.push_back(log.entry(1).end.count);
    log.append(machine.group(simulation, {10}));
    log.reader_passed(slow, 3);
    first.push_back(log.first_entry());
    first.push_back(log.end_entry());
    first.push_back(log.entry(3).end.count);
    return first;
  });
  EXPECT_EQ(found, Json({0, 1, 20, 3, 4, 40}));
}

TEST(BinaryLog, WithoutReadersKeepsNothing) {
  const Json found = tests::simulate([](Simulation& simulation) {
    BinaryLogMachine machine(simulation, 1);
    const Group group = machine.group(simulation, {10, 10});
    machine.log.append(group);
    machine.log.note_commit(group.first(), tests::at(0));  // of what is forgotten: nothing happens
    return Json{machine.log.first_entry(), machine.log.end_entry(), machine.log.end().count};
  });
  EXPECT_EQ(found, Json({2, 2, 20}));
}

// A transaction that came by replication keeps the date at which its first server committed it.
TEST(BinaryLog, NotesTheFirstCommit) {
  const Json found = tests::simulate([](Simulation& simulation) {
    BinaryLogMachine machine(simulation, 1);
    machine.log.add_reader();
    const Group group = machine.group(simulation, {10, 10});
    group.last().was_committed_elsewhere = true;
    group.last().original_commit = tests::at(1);
    machine.log.append(group);
    const bool before = machine.log.entry(0).is_committed;
    for (const double date : {5.0, 7.0}) {
      group.for_each([&](const Transaction& each) { machine.log.note_commit(each, tests::at(date)); });
    }
    return Json{before, machine.log.entry(0).is_committed, tests::seconds(machine.log.entry(0).committed_at),
                tests::seconds(machine.log.entry(1).committed_at)};
  });
  EXPECT_EQ(found, Json({false, true, 5.0, 1.0}));
}

TEST(BinaryLog, ResetCountsKeepsPositions) {
  const Json found = tests::simulate([](Simulation& simulation) {
    BinaryLogMachine machine(simulation, 1);
    machine.log.append(machine.group(simulation, {10}));
    machine.log.reset_counts();
    return Json{machine.log.groups(), machine.log.end().count};
  });
  EXPECT_EQ(found, Json({0, 10}));
}

}  // namespace
