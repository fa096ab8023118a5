// The model on commitsim's engine: its locks, CPU, devices, gates and network.
#include <utility>
#include <vector>

#include "sim/engine/connection.hpp"
#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/engine/sync.hpp"
#include "tests/bench/peers/peer_model.hpp"

namespace {

using sim::Seconds;

struct Stage {
  std::vector<sim::Completion*> queue;
  sim::Lock mutex;

  bool enrol(const std::vector<sim::Completion*>& group) {
    const bool leads = queue.empty();
    queue.insert(queue.end(), group.begin(), group.end());
    return leads;
  }
};

struct Server {
  sim::Simulation& simulation;
  sim::Cpu cpu{simulation, peers::kCores};
  sim::Device disk{simulation, sim::Device::Service::parallel};
  Stage flush{{}, {simulation, "LOCK_log"}};
  Stage sync{{}, {simulation, "LOCK_sync"}};
  Stage commit{{}, {simulation, "LOCK_commit"}};
  sim::NetworkHost here = simulation.network().add_host("source");
  sim::NetworkHost there = simulation.network().add_host("replica");
  sim::Connection<std::int64_t> events{simulation, here, there, "events"};
  sim::Connection<std::int64_t> acks{simulation, there, here, "an ACK"};
  std::int64_t groups_sent = 0;
  std::int64_t groups_acknowledged = 0;
  std::int64_t transactions = 0;
};

sim::Process replica(Server& server) {
  while (true) {
    const std::int64_t group = co_await server.events.receive();
    server.acks.send(group, {0});
  }
}

// Waits for the acknowledgement of everything that has been sent by now.
sim::Task<> await_ack(Server& server) {
  const std::int64_t wanted = server.groups_sent;
  while (server.groups_acknowledged < wanted) server.groups_acknowledged = co_await server.acks.receive();
}

sim::Task<> commit(Server& server, sim::Completion& done) {
  if (!server.flush.enrol({&done})) {
    co_await done.wait();
    co_return;
  }
  co_await server.flush.mutex.acquire();
  std::vector<sim::Completion*> group = std::exchange(server.flush.queue, {});
  co_await server.cpu.execute(Seconds{peers::kCopy} * static_cast<double>(group.size()));
  co_await server.disk.serve(Seconds{peers::kBinlogWrite});

  bool leads = server.sync.enrol(group);
  server.flush.mutex.release();
  if (!leads) {
    co_await done.wait();
    co_return;
  }
  co_await server.sync.mutex.acquire();
  group = std::exchange(server.sync.queue, {});
  co_await server.disk.serve(Seconds{peers::kFsync});
  const auto size = static_cast<std::int64_t>(peers::kBytes) * static_cast<std::int64_t>(group.size());
  server.events.send(++server.groups_sent, {size});

  leads = server.commit.enrol(group);
  server.sync.mutex.release();
  if (!leads) {
    co_await done.wait();
    co_return;
  }
  co_await server.commit.mutex.acquire();
  group = std::exchange(server.commit.queue, {});
  co_await await_ack(server);
  server.commit.mutex.release();
  for (sim::Completion* member : group) {
    if (member != &done) member->complete();
  }
}

sim::Process client(Server& server, int number) {
  peers::Execution execution(number);
  while (true) {
    co_await server.cpu.execute(Seconds{execution.next()});
    sim::Completion done(server.simulation);
    co_await commit(server, done);
    ++server.transactions;
  }
}

}  // namespace

int main(int count, char** words) {
  const peers::Arguments arguments = peers::arguments_of(count, words);
  const bool on_simgrid = count > 3 && std::string(words[3]) == "simgrid";
  sim::Simulation simulation(on_simgrid ? sim::NetworkModel::simgrid : sim::NetworkModel::point_to_point);
  Server server{simulation};
  simulation.network().connect(server.here, server.there, Seconds{peers::kOneWay}, {peers::kBandwidth});
  simulation.spawn("replica", replica(server));
  for (int number = 0; number < arguments.clients; ++number) simulation.spawn("client", client(server, number));
  simulation.run_until(sim::Instant{Seconds{peers::kWarmUp}});
  const std::int64_t before = server.transactions;
  const double cpu = peers::cpu_seconds();
  simulation.run_until(sim::Instant{Seconds{peers::kWarmUp + arguments.seconds}});
  const std::int64_t transactions = server.transactions - before;
  peers::report(static_cast<double>(transactions) / arguments.seconds, transactions, peers::cpu_seconds() - cpu);
}
