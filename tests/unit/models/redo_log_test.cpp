#include <gmock/gmock.h>

#include "models/storage/pending_flush_redo_log.hpp"
#include "sim/engine/cpu.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::PendingFlushRedoLog;
using models::RedoLog;
using models::SampledCost;
using sim::Bytes;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;

SampledCost priced_at(double seconds) {
  return {sim::Distribution::constant(seconds), sim::RandomStream(1, 0, "redo log test")};
}

// write() takes 1/4 second, fsync 1, a wake-up 1/8.
struct RedoLogMachine {
  explicit RedoLogMachine(Simulation& simulation, double write = 0.25, double wake_up = 0.125)
      : device(simulation, sim::Device::Service::parallel),
        cpu(simulation, 8),
        log({simulation, "server", device, cpu, {priced_at(write), priced_at(1), priced_at(wake_up), Seconds{0}, Seconds{0}}, {}}) {}
  sim::Device device;
  sim::Cpu cpu;
  PendingFlushRedoLog log;
};

enum class Until { written, synced };

// Appends 100 bytes at that date and makes them as durable as asked.
sim::Process session(Simulation& simulation, Journal& journal, RedoLog& log, std::string name, double date,
                     Until until) {
  co_await simulation.delay(Seconds{date});
  const Bytes end = log.append(Bytes{100});
  if (until == Until::written) co_await log.write_up_to(end);
  if (until == Until::synced) co_await log.flush_up_to(end);
  journal.note(name);
}

struct Arrival {
  std::string name;
  double date;
  Until until = Until::synced;
};

std::vector<std::string> run(const std::vector<Arrival>& arrivals, double write = 0.25, double wake_up = 0.125) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    RedoLogMachine machine(simulation, write, wake_up);
    simulation.spawn("clock", tests::keep_running(simulation));
    for (const Arrival& each : arrivals) {
      simulation.spawn(each.name, session(simulation, journal, machine.log, each.name, each.date, each.until));
    }
    simulation.run_until(tests::at(100));
    journal.note(fmt::format("{} fsyncs, {} bytes", machine.log.fsyncs(), machine.log.flushed().count));
  });
}

TEST(RedoLog, FlushWritesAndSyncs) { EXPECT_THAT(run({{"A", 0}}), ElementsAre("1.25 A", "100 1 fsyncs, 100 bytes")); }

// B and C come during A's flush, which does not reach them. Both wake up at its end; B leads the next, C follows.
TEST(RedoLog, WhoComesDuringAFlushSharesTheNext) {
  EXPECT_THAT(run({{"A", 0}, {"B", 0.5}, {"C", 1}}),
              ElementsAre("1.25 A", "2.625 B", "2.75 C", "100 2 fsyncs, 300 bytes"));
}

// D comes while B and C wake up, and takes the flush over for all of them.
TEST(RedoLog, WhoComesInTheRestartGapLeadsForAll) {
  EXPECT_THAT(run({{"A", 0}, {"B", 0.5}, {"C", 1}, {"D", 1.3125}}),
              ElementsAre("1.25 A", "2.5625 D", "2.6875 B", "2.6875 C", "100 2 fsyncs, 400 bytes"));
}

// The flush takes what was in the buffer when it began, also of those who did not ask.
TEST(RedoLog, FlushCoversWhatWasThereBefore) {
  EXPECT_THAT(run({{"A", 0, Until::written}, {"B", 0}}), ElementsAre("0.25 A", "1.5 B", "100 1 fsyncs, 200 bytes"));
}

// Whoever only writes does not wait for the fsync under way.
TEST(RedoLog, WritersPassAnFsync) {
  EXPECT_THAT(run({{"A", 0}, {"B", 0.5, Until::written}}), ElementsAre("0.75 B", "1.25 A", "100 1 fsyncs, 100 bytes"));
}

// Writes queue for the mutex; who finds its bytes written by the one before does not write again.
TEST(RedoLog, WritesAreShared) {
  EXPECT_THAT(run({{"A", 0, Until::written}, {"B", 0.0625, Until::written}, {"C", 0.125, Until::written}}),
              ElementsAre("0.25 A", "0.5 B", "0.5 C", "100 0 fsyncs, 0 bytes"));
}

sim::Process write_and_sync(RedoLog& log, Bytes size, Journal& journal) {
  log.append(size);
  co_await log.write_up_to(log.end());
  co_await log.flush_up_to(log.end());
  journal.note("synced");
}

// An fsync writes back what has gathered in the page cache: here 2 MiB at half a second each, before its own second.
TEST(RedoLog, AnFsyncWritesBackWhatGathered) {
  EXPECT_THAT(tests::journal_of([](Simulation& simulation, Journal& journal) {
                sim::Device device(simulation, sim::Device::Service::parallel);
                sim::Cpu cpu(simulation, 8);
                PendingFlushRedoLog log({simulation, "server", device, cpu,
                                         {priced_at(0.25), priced_at(1), priced_at(0), Seconds{0}, Seconds{0}, Seconds{0.5}}, {}});
                simulation.spawn("clock", tests::keep_running(simulation));
                simulation.spawn("session", write_and_sync(log, Bytes{2 << 20}, journal));
                simulation.run_until(tests::at(10));
              }),
              ElementsAre("2.25 synced"));
}

TEST(RedoLog, WhatIsThereAlreadyCostsNothing) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    RedoLogMachine machine(simulation);
    simulation.spawn("clock", tests::keep_running(simulation));
    simulation.spawn("A", session(simulation, journal, machine.log, "A", 0, Until::synced));
    simulation.run_until(tests::at(2));
    machine.log.reset_counts();
    simulation.spawn("again", [](RedoLog& log, Journal& told) -> sim::Process {
      co_await log.flush_up_to(log.end());
      co_await log.write_up_to(log.end());
      told.note("again");
    }(machine.log, journal));
    simulation.run_until(tests::at(10));
    journal.note(fmt::format("{} fsyncs", machine.log.fsyncs()));
  });
  EXPECT_THAT(lines, ElementsAre("1.25 A", "2 again", "10 0 fsyncs"));
}

}  // namespace
