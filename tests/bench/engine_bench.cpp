// What the engine's pieces cost. Read them as ratios to BM_Delay of the same run: machines differ.
#include <benchmark/benchmark.h>

#include <functional>

#include "sim/core/distribution.hpp"
#include "sim/engine/connection.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/network.hpp"
#include "sim/engine/simulation.hpp"

namespace {

using sim::Process;
using sim::Seconds;
using sim::Simulation;

constexpr Seconds kStep{1e-4};

// One simulation for all benchmarks: there cannot be a second one in a process. Each goes on where the last one stopped.
struct Bench {
  Simulation simulation;
  sim::NetworkHost a = simulation.network().add_host("a");
  sim::NetworkHost b = simulation.network().add_host("b");
  sim::Cpu cpu{simulation, 4};
  sim::Cpu shared_cpu{simulation, 1};

  Bench() { simulation.network().connect(a, b, Seconds{1e-4}, {125e6}); }
};

Bench& bench() {
  static Bench the_bench;
  return the_bench;
}

Process delays(std::int64_t times) {
  for (std::int64_t i = 0; i < times; ++i) co_await bench().simulation.delay(kStep);
}

Process bursts(sim::Cpu& cpu, std::int64_t times) {
  for (std::int64_t i = 0; i < times; ++i) co_await cpu.execute(kStep);
}

Process send_and_receive(sim::Connection<int>& connection, std::int64_t times) {
  for (std::int64_t i = 0; i < times; ++i) {
    connection.send(1, {300});
    co_await connection.receive();
  }
}

// Runs `processes` processes of kRounds rounds each per iteration, and counts the rounds.
void run_rounds(benchmark::State& state, const std::function<Process(std::int64_t)>& make) {
  constexpr std::int64_t kRounds = 1000;
  constexpr int kProcesses = 8;
  Simulation& simulation = bench().simulation;
  for ([[maybe_unused]] auto each : state) {
    for (int i = 0; i < kProcesses; ++i) simulation.spawn("bench", make(kRounds));
    simulation.run_until(simulation.now() + Seconds{10});
  }
  state.SetItemsProcessed(state.iterations() * kRounds * kProcesses);
}

void BM_Delay(benchmark::State& state) { run_rounds(state, delays); }
BENCHMARK(BM_Delay);

void BM_CpuBurst(benchmark::State& state) {
  run_rounds(state, [](std::int64_t times) { return bursts(bench().cpu, times); });
}
BENCHMARK(BM_CpuBurst);

void BM_CpuBurstShared(benchmark::State& state) {
  run_rounds(state, [](std::int64_t times) { return bursts(bench().shared_cpu, times); });
}
BENCHMARK(BM_CpuBurstShared);

void BM_Transfer(benchmark::State& state) {
  static sim::Connection<int> connection(bench().simulation, bench().a, bench().b, "bench");
  run_rounds(state, [](std::int64_t times) { return send_and_receive(connection, times); });
}
BENCHMARK(BM_Transfer);

void sample(benchmark::State& state, const sim::Distribution& distribution) {
  sim::RandomStream stream(1, 0, "bench");
  for ([[maybe_unused]] auto each : state) benchmark::DoNotOptimize(distribution.sample(stream));
  state.SetItemsProcessed(state.iterations());
}

void BM_SampleExponential(benchmark::State& state) { sample(state, sim::Distribution::exponential(1)); }
BENCHMARK(BM_SampleExponential);

void BM_SampleGamma(benchmark::State& state) { sample(state, sim::Distribution::gamma_mean_cv(1, 0.3)); }
BENCHMARK(BM_SampleGamma);

}  // namespace
