#include "sim/engine/frame_pool.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <set>

#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/sync.hpp"
#include "tests/support/simulate.hpp"
#include "tests/unit/engine/allocation_count.hpp"

namespace {

using sim::Process;
using sim::Seconds;
using sim::Simulation;
using sim::Task;
using tests::Json;

TEST(FramePool, GivesDistinctAlignedMemory) {
  std::set<void*> seen;
  for (const std::size_t size : {1U, 63U, 64U, 65U, 500U, 4000U, 4096U, 100'000U}) {
    for (int i = 0; i < 3; ++i) {
      void* frame = sim::frame_pool::allocate(size);
      EXPECT_TRUE(seen.insert(frame).second);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(frame) % __STDCPP_DEFAULT_NEW_ALIGNMENT__, 0U);
      std::fill_n(static_cast<char*>(frame), size, 'x');
    }
  }
  for (void* frame : seen) sim::frame_pool::release(frame, 100'000);  // of a size that the pool does not keep
}

#ifdef COMMITSIM_SANITIZE
TEST(FramePool, SteadyStateAllocatesNothing) { GTEST_SKIP() << "the sanitizer must see every frame"; }
#else

TEST(FramePool, ReusesFramesOfTheSameClass) {
  void* first = sim::frame_pool::allocate(100);
  sim::frame_pool::release(first, 100);
  EXPECT_EQ(sim::frame_pool::allocate(128), first);
  sim::frame_pool::release(first, 128);
  EXPECT_NE(sim::frame_pool::allocate(129), first);
}

Task<int> answer(sim::Lock& lock, int value) {
  co_await lock.acquire();
  lock.release();
  co_return value + 1;
}

// One side of a ping-pong; `limit` messages in all, none of which takes simulated time.
Process player(sim::Lock& lock, sim::FifoQueue<int>& in, sim::FifoQueue<int>& out, int& rounds, int limit) {
  while (rounds < limit) {
    const int value = co_await in.pop();
    const int next = co_await answer(lock, value);
    ++rounds;
    out.push(next);
  }
}

// Allocations during messages 1'001 to 101'000.
TEST(FramePool, SteadyStateAllocatesNothing) {
  const auto found = tests::simulate([](Simulation& simulation) {
    sim::Lock lock(simulation, "lock");
    sim::FifoQueue<int> ping(simulation, "ping");
    sim::FifoQueue<int> pong(simulation, "pong");
    int rounds = 0;
    std::int64_t before = 0;
    for (const int limit : {1'000, 101'000}) {
      simulation.spawn("A", player(lock, ping, pong, rounds, limit));
      simulation.spawn("B", player(lock, pong, ping, rounds, limit));
      if (limit == 1'000) ping.push(0);
      before = tests::allocation_count();
      simulation.run_until(tests::at(0));
    }
    return Json{{"allocations", tests::allocation_count() - before}, {"rounds", rounds}};
  });
  EXPECT_GE(found["rounds"].get<int>(), 100'000);
  EXPECT_LE(found["allocations"].get<int>(), 2);  // those that an empty run_until of SimGrid makes, if any
}

Process worker(Simulation& simulation, sim::Cpu& cpu, sim::Device& disk, std::int64_t& done) {
  while (true) {
    co_await simulation.delay(Seconds{1});
    co_await cpu.execute(Seconds{0.25});
    co_await disk.serve(Seconds{0.5});
    ++done;
  }
}

// SimGrid allocates for each of its timers, of which there is one per date here: so per date a few allocations, which are
// SimGrid's, and per event none.
TEST(FramePool, EventsAllocateNothing) {
  constexpr int kWorkers = 1000;
  const auto found = tests::simulate([](Simulation& simulation) {
    sim::Cpu cpu(simulation, kWorkers);
    sim::Device disk(simulation, sim::Device::Service::parallel);
    std::int64_t done = 0;
    for (int i = 0; i < kWorkers; ++i) simulation.spawn("worker", worker(simulation, cpu, disk, done));
    simulation.run_until(tests::at(17.5));
    const std::int64_t before = tests::allocation_count();
    done = 0;
    simulation.run_until(tests::at(17.5 + 70));
    return Json{{"allocations", tests::allocation_count() - before}, {"done", done}};
  });
  EXPECT_EQ(found["done"], 40 * kWorkers);
  EXPECT_LT(found["allocations"].get<double>(), 3 * 40 * 20);  // 3 dates a cycle, 40 cycles
}

#endif

}  // namespace
