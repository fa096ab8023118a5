// One station with customers, simulated with the engine's building blocks: the subject of the laws of queueing theory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/core/distribution.hpp"
#include "sim/metrics/estimate.hpp"

namespace laws {

// What serves the customers.
enum class Station {
  Lock,     // a lock, held during the service: one server, first come first served
  Device,   // a serial device: likewise
  Servers,  // `servers` processes that take customers from a queue: first come first served
  Cpu,      // a CPU with `servers` cores: first come first served for a time slice, then the others
};

struct Queue {
  Station station = Station::Lock;
  int servers = 1;
  sim::Distribution service = sim::Distribution::exponential(1);
  double arrival_rate = 0;  // Poisson arrivals from outside, per second, unless there are clients
  int clients = 0;          // or so many customers that go round, with exponential think times between
  double think_time = 0;    // of this mean
  double time_slice = 1e9;  // of a CPU
  double duration = 1e6;    // seconds observed, after a warm-up
  std::uint64_t seed = 1;
};

inline constexpr std::array kPercents{50.0, 90.0, 95.0, 99.0};

struct Observed {
  sim::Estimate response;     // seconds
  sim::Estimate number;       // of customers in the station
  sim::Estimate throughput;   // customers per second
  sim::Estimate utilisation;  // of all servers, 0 to 1
  std::array<sim::Estimate, kPercents.size()> percentiles;  // of response, at kPercents
};

// Simulates the queue in a process of its own.
Observed observe(const Queue& queue);

// What was served in a run that ended only when every customer had left: nothing is cut off at the ends.
struct Totals {
  double customers = 0;
  double responses = 0;  // sum of response times
  double services = 0;   // sum of service times asked for
  double number = 0;     // integral of the number in the station
  double busy = 0;       // busy time as the device or the CPU counts it, else as the servers do, summed over the servers
};

Totals run_to_the_end(Queue queue, std::int64_t customers);

}  // namespace laws
