#include "tests/law/queue.hpp"

#include <limits>
#include <vector>

#include "sim/core/random.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/sync.hpp"
#include "sim/metrics/histogram.hpp"
#include "sim/metrics/level.hpp"
#include "sim/metrics/steady_state.hpp"
#include "tests/support/simulate.hpp"

namespace laws {
namespace {

using sim::Distribution;
using sim::Instant;
using sim::Seconds;

struct Customer {
  Instant arrival;
  Seconds service;
  sim::Latch* served;  // what a client that goes round waits for
};

// The station and what is observed in it.
struct World {
  World(sim::Simulation& s, const Queue& q)
      : simulation(s),
        queue(q),
        lock(s, "lock"),
        device(s, sim::Device::Service::serial),
        line(s, "a customer"),
        cpu(s, q.servers, Seconds{q.time_slice}) {}

  sim::Simulation& simulation;
  const Queue& queue;
  sim::Lock lock;
  sim::Device device;
  sim::FifoQueue<Customer> line;
  sim::Cpu cpu;

  sim::Level number;
  sim::Level busy_servers;
  std::int64_t still_to_come = std::numeric_limits<std::int64_t>::max();  // arrivals until the sources dry up
  double services = 0;
  std::vector<double> responses;

  bool dries_up() {
    if (still_to_come == 0) return true;
    --still_to_come;
    return false;
  }

  // Server seconds used so far.
  double busy() {
    if (queue.station == Station::Device) return device.busy().count();
    if (queue.station == Station::Cpu) return cpu.used().count();
    return busy_servers.area(simulation.now());
  }
};

void enter(World& world, const Customer& customer) {
  world.number.change(world.simulation.now(), 1);
  world.services += customer.service.count();
}

void leave(World& world, const Customer& customer) {
  world.number.change(world.simulation.now(), -1);
  world.responses.push_back((world.simulation.now() - customer.arrival).count());
}

// Serves customers, as one of several.
sim::Process server(World& world) {
  while (true) {
    const Customer customer = co_await world.line.pop();
    world.busy_servers.change(world.simulation.now(), 1);
    co_await world.simulation.delay(customer.service);
    world.busy_servers.change(world.simulation.now(), -1);
    customer.served->arrive();
  }
}

sim::Task<> hold_lock(World& world, Seconds service) {
  co_await world.lock.acquire();
  world.busy_servers.change(world.simulation.now(), 1);
  co_await world.simulation.delay(service);
  world.busy_servers.change(world.simulation.now(), -1);
  world.lock.release();
}

sim::Task<> be_served(World& world, Seconds service) {
  Customer customer{world.simulation.now(), service, nullptr};
  enter(world, customer);
  if (world.queue.station == Station::Lock) {
    co_await hold_lock(world, service);
  } else if (world.queue.station == Station::Device) {
    co_await world.device.serve(service);
  } else if (world.queue.station == Station::Cpu) {
    co_await world.cpu.execute(service);
  } else {
    sim::Latch served(world.simulation, "service", 1);
    customer.served = &served;
    world.line.push(customer);
    co_await served.wait();
  }
  leave(world, customer);
}

sim::Process passer_by(World& world, Seconds service) { co_await be_served(world, service); }

sim::Process source(World& world) {
  sim::RandomStream arrivals(world.queue.seed, 0, "arrivals");
  sim::RandomStream services(world.queue.seed, 0, "services");
  const Distribution gap = Distribution::exponential(1 / world.queue.arrival_rate);
  while (!world.dries_up()) {
    co_await world.simulation.delay(gap.sample_time(arrivals));
    world.simulation.spawn("customer", passer_by(world, world.queue.service.sample_time(services)));
  }
}

sim::Process client(World& world, std::uint64_t number) {
  sim::RandomStream thinking(world.queue.seed, 0, "thinking", number);
  sim::RandomStream services(world.queue.seed, 0, "services", number);
  const Distribution think_time = Distribution::exponential(world.queue.think_time);
  while (!world.dries_up()) {
    co_await world.simulation.delay(think_time.sample_time(thinking));
    co_await be_served(world, world.queue.service.sample_time(services));
  }
}

void populate(World& world) {
  if (world.queue.station == Station::Servers) {
    for (int i = 0; i < world.queue.servers; ++i) world.simulation.spawn("server", server(world));
  }
  if (world.queue.clients == 0) world.simulation.spawn("source", source(world));
  for (int i = 0; i < world.queue.clients; ++i) {
    world.simulation.spawn("client", client(world, static_cast<std::uint64_t>(i)));
  }
}

tests::Json observe_in_slots(World& world) {
  constexpr int kSlots = 500;
  const double warm_up = world.queue.duration / 20;
  const double slot = world.queue.duration / kSlots;
  world.simulation.run_until(tests::at(warm_up));
  std::vector<double> responses;
  std::vector<double> number;
  std::vector<double> throughput;
  std::vector<double> utilisation;
  std::vector<sim::Histogram> histograms;
  for (int i = 1; i <= kSlots; ++i) {
    world.responses.clear();
    const double area_before = world.number.area(world.simulation.now());
    const double busy_before = world.busy();
    world.simulation.run_until(tests::at(warm_up + i * slot));
    number.push_back((world.number.area(world.simulation.now()) - area_before) / slot);
    utilisation.push_back((world.busy() - busy_before) / slot / world.queue.servers);
    throughput.push_back(static_cast<double>(world.responses.size()) / slot);
    responses.insert(responses.end(), world.responses.begin(), world.responses.end());
    histograms.emplace_back();
    for (const double response : world.responses) histograms.back().record(response);
  }
  tests::Json percentiles = tests::Json::array();
  for (const double percent : kPercents) percentiles.push_back(sim::estimate_percentile(histograms, percent));
  return {{"response", sim::estimate_from_batches(responses)},
          {"number", sim::estimate_from_batches(number)},
          {"throughput", sim::estimate_from_batches(throughput)},
          {"utilisation", sim::estimate_from_batches(utilisation)},
          {"percentiles", percentiles}};
}

tests::Json totals(World& world) {
  double responses = 0;
  for (const double response : world.responses) responses += response;
  return {{"customers", world.responses.size()},
          {"responses", responses},
          {"services", world.services},
          {"number", world.number.area(world.simulation.now())},
          {"busy", world.busy()}};
}

}  // namespace

Observed observe(const Queue& queue) {
  const tests::Json found = tests::simulate([&queue](sim::Simulation& simulation) {
    World world(simulation, queue);
    populate(world);
    return observe_in_slots(world);
  });
  return {found["response"].get<sim::Estimate>(), found["number"].get<sim::Estimate>(),
          found["throughput"].get<sim::Estimate>(), found["utilisation"].get<sim::Estimate>(),
          found["percentiles"].get<std::array<sim::Estimate, kPercents.size()>>()};
}

Totals run_to_the_end(Queue queue, std::int64_t customers) {
  const tests::Json found = tests::simulate([&queue, customers](sim::Simulation& simulation) {
    World world(simulation, queue);
    world.still_to_come = customers;
    populate(world);
    simulation.run_until(tests::at(1e15));  // until nothing is pending any more
    return totals(world);
  });
  return {found["customers"], found["responses"], found["services"], found["number"], found["busy"]};
}

}  // namespace laws
