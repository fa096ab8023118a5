#include "models/foreign_load.hpp"

namespace models {

ForeignLoad::ForeignLoad(sim::Simulation& simulation, const std::string& host, sim::Cpu& cpu, const ForeignLoadSpec& spec,
                         const RandomStreams& streams) {
  const double share = spec.cores / cpu.cores();
  const auto gap = sim::Distribution::exponential(spec.burst.count() / share);
  const auto burst = sim::Distribution::exponential(spec.burst.count());
  cpu.set_foreign_rules({spec.waiting_share, spec.time_slice, streams.stream(host + "/foreign_load/who_waits")});
  for (int number = 0; number < cpu.cores(); ++number) {
    const auto index = static_cast<std::uint64_t>(number);
    threads_.push_back(std::make_unique<Thread>(
        Thread{streams.draws(gap, host + "/foreign_load/gap", index), streams.draws(burst, host + "/foreign_load/burst", index)}));
    simulation.spawn(host + ": foreign load", compute(simulation, cpu, *threads_.back()));
  }
}

sim::Process ForeignLoad::compute(sim::Simulation& simulation, sim::Cpu& cpu, Thread& thread) {
  sim::Instant next = simulation.now();
  while (true) {
    next = next + thread.gap.next();
    if (next > simulation.now()) co_await simulation.delay(next - simulation.now());
    co_await cpu.execute(thread.burst.next(), sim::Cpu::Work::foreign);
  }
}

}  // namespace models
