// Programs that are none of the cluster's, on one of its hosts: they compete with servers and clients for the cores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/random_streams.hpp"
#include "models/scenario.hpp"
#include "sim/engine/cpu.hpp"

namespace models {

// What was measured of such programs is how much CPU they got, not how much they wanted. So there is work for them that comes
// independently of the servers (Poisson, of exponential length) and adds up to what they got; one thread per core works it off, without
// a pause while it is behind. Where the servers leave that much CPU, the programs get it; where they do not, each of their threads
// takes its turn behind those that woke up before. Most threads of servers and clients that wake up take the core from it at once, as
// a scheduler does for those that sleep much; the others wait for the end of its time slice.
class ForeignLoad {
 public:
  // Starts the threads; `cores` of `spec` are used by them in all.
  ForeignLoad(sim::Simulation& simulation, const std::string& host, sim::Cpu& cpu, const ForeignLoadSpec& spec,
              const RandomStreams& streams);

 private:
  struct Thread {
    SampledCost gap;
    SampledCost burst;
  };

  static sim::Process compute(sim::Simulation& simulation, sim::Cpu& cpu, Thread& thread);

  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace models
