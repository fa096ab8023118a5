#include <gmock/gmock.h>

#include "models/storage/page_cache.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::PageCache;
using sim::Bytes;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

constexpr Bytes kMib{1 << 20};

struct CachedDisk {
  CachedDisk(Simulation& simulation, Seconds per_mib)
      : device(simulation, sim::Device::Service::serial), cache(simulation, "server: binary log", device, per_mib) {}

  sim::Device device;
  PageCache cache;
};

sim::Process writer(Simulation& simulation, PageCache& cache, std::vector<double> dates, Bytes size) {
  Bytes end{};
  for (const double date : dates) {
    co_await simulation.delay(tests::at(date) - simulation.now());
    cache.note_written(end += size);
  }
}

// A file grows by 2 MiB at each of `dates`, and a MiB takes 1/4 second: what is dirty, how long the device was busy, and when.
std::vector<std::string> looks(const std::vector<double>& dates, const std::vector<double>& when, Seconds per_mib = Seconds{0.25}) {
  return tests::journal_of([=](Simulation& simulation, Journal& journal) {
    CachedDisk machine(simulation, per_mib);
    simulation.spawn("clock", tests::keep_running(simulation));
    simulation.spawn("writer", writer(simulation, machine.cache, dates, kMib * 2));
    machine.cache.start();
    for (const double date : when) {
      simulation.run_until(tests::at(date));
      journal.note(fmt::format("{} dirty, {} s busy", machine.cache.dirty().count, machine.device.busy().count()));
    }
  });
}

// Written at 1, it is 29 s old when the flusher looks at 30, and old enough at 35.
TEST(PageCache, TheFlusherWritesWhatHasBeenDirtyForLong) {
  EXPECT_THAT(looks({1}, {34.5, 35.25, 40}),
              ElementsAre("34.5 2097152 dirty, 0 s busy", "35.25 0 dirty, 0.25 s busy", "40 0 dirty, 0.5 s busy"));
}

// Of what was written at 1 and 8 only the first is due at 35.
TEST(PageCache, TheFlusherLeavesYoungPages) {
  EXPECT_THAT(looks({1, 8}, {37, 42}), ElementsAre("37 2097152 dirty, 0.5 s busy", "42 0 dirty, 1 s busy"));
}

TEST(PageCache, NothingHappensWhereWriteBackIsFree) {
  EXPECT_THAT(looks({1, 8}, {100}, Seconds{0}), ElementsAre("100 0 dirty, 0 s busy"));
}

// An fsync writes everything; the flusher has nothing left to do.
TEST(PageCache, AnFsyncTakesEverything) {
  const Json found = tests::simulate([](Simulation& simulation) {
    CachedDisk machine(simulation, Seconds{0.25});
    simulation.spawn("clock", tests::keep_running(simulation));
    machine.cache.start();
    machine.cache.note_written(kMib * 3);
    const double first = machine.cache.take_dirty().count();
    const double second = machine.cache.take_dirty().count();
    simulation.run_until(tests::at(100));
    return Json{first, second, machine.device.busy().count()};
  });
  EXPECT_EQ(found, Json({0.75, 0.0, 0.0}));
}

sim::Process fsync(Simulation& simulation, Journal& journal, sim::Device& device, double date) {
  co_await simulation.delay(Seconds{date});
  co_await device.serve(Seconds{0.0625});
  journal.note("synced");
}

// The fsync of another file waits for the request under way and not for the whole write-back.
TEST(PageCache, OtherFilesWaitForOneRequest) {
  EXPECT_THAT(tests::journal_of([](Simulation& simulation, Journal& journal) {
                CachedDisk machine(simulation, Seconds{0.25});
                simulation.spawn("clock", tests::keep_running(simulation));
                machine.cache.note_written(kMib * 8);
                machine.cache.start();
                simulation.spawn("fsync", fsync(simulation, journal, machine.device, 30.125));
                simulation.run_until(tests::at(60));
              }),
              ElementsAre("30.3125 synced"));
}

}  // namespace
