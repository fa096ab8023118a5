// The model as SimGrid's users write it: an actor per client, its mutexes, semaphores and mailboxes.
// The CPU is a semaphore, since SimGrid's own is shared among all who compute, which is another model.
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/peers/peer_model.hpp"

namespace {

namespace sg = simgrid::s4u;

constexpr double kSpeed = 1e9;  // nobody uses it

struct Stage {
  std::vector<sg::Semaphore*> queue{};
  sg::MutexPtr mutex = sg::Mutex::create();

  bool enrol(const std::vector<sg::Semaphore*>& group) {
    const bool leads = queue.empty();
    queue.insert(queue.end(), group.begin(), group.end());
    return leads;
  }
};

struct Server {
  sg::SemaphorePtr cores = sg::Semaphore::create(peers::kCores);
  Stage flush{};
  Stage sync{};
  Stage commit{};
  sg::Mailbox* events = sg::Mailbox::by_name("events");
  sg::Mailbox* acks = sg::Mailbox::by_name("acks");
  std::vector<sg::CommPtr> under_way{};
  std::int64_t groups_sent = 0;
  std::int64_t groups_acknowledged = 0;
  std::int64_t transactions = 0;
};

void execute(Server& server, double demand) {
  server.cores->acquire();
  sg::this_actor::sleep_for(demand);
  server.cores->release();
}

void replica(Server& server) {
  while (true) {
    auto* group = server.events->get<std::int64_t>();
    server.acks->put_init(group, 0)->detach();
  }
}

// Waits for the acknowledgement of everything that has been sent by now.
void await_ack(Server& server) {
  const std::int64_t wanted = server.groups_sent;
  while (server.groups_acknowledged < wanted) server.groups_acknowledged = *server.acks->get_unique<std::int64_t>();
}

void commit(Server& server, sg::Semaphore* done) {
  if (!server.flush.enrol({done})) return done->acquire();
  server.flush.mutex->lock();
  std::vector<sg::Semaphore*> group = std::exchange(server.flush.queue, {});
  execute(server, peers::kCopy * static_cast<double>(group.size()));
  sg::this_actor::sleep_for(peers::kBinlogWrite);

  bool leads = server.sync.enrol(group);
  server.flush.mutex->unlock();
  if (!leads) return done->acquire();
  server.sync.mutex->lock();
  group = std::exchange(server.sync.queue, {});
  sg::this_actor::sleep_for(peers::kFsync);
  const auto size = static_cast<std::uint64_t>(peers::kBytes) * group.size();
  server.events->put_init(new std::int64_t(++server.groups_sent), size)->detach();

  leads = server.commit.enrol(group);
  server.sync.mutex->unlock();
  if (!leads) return done->acquire();
  server.commit.mutex->lock();
  group = std::exchange(server.commit.queue, {});
  await_ack(server);
  server.commit.mutex->unlock();
  for (sg::Semaphore* member : group) {
    if (member != done) member->release();
  }
}

void client(Server& server, int number) {
  peers::Execution execution(number);
  const sg::SemaphorePtr done = sg::Semaphore::create(0);
  while (true) {
    execute(server, execution.next());
    commit(server, done.get());
    ++server.transactions;
  }
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> settings{words[0], "--log=root.threshold:warning", "--cfg=network/model:CM02", "--cfg=network/crosstraffic:0"};
  std::vector<char*> pointers;
  for (std::string& setting : settings) pointers.push_back(setting.data());
  int settings_count = static_cast<int>(pointers.size());
  sg::Engine engine(&settings_count, pointers.data());
  const peers::Arguments arguments = peers::arguments_of(count, words);
  auto* zone = sg::create_full_zone("network");
  auto* source = zone->create_host("source", kSpeed)->seal();
  auto* other = zone->create_host("replica", kSpeed)->seal();
  for (const auto& [from, to] : {std::pair{source, other}, std::pair{other, source}}) {
    const auto* link = zone->create_link(from->get_name() + "-" + to->get_name(), peers::kBandwidth)->set_latency(peers::kOneWay)->seal();
    zone->add_route(from->get_netpoint(), to->get_netpoint(), nullptr, nullptr, {sg::LinkInRoute(link)}, false);
  }
  zone->seal();
  Server server;
  sg::Actor::create("replica", other, [&server] { replica(server); })->daemonize();
  for (int number = 0; number < arguments.clients; ++number) {
    sg::Actor::create("client", source, [&server, number] { client(server, number); })->daemonize();
  }
  std::int64_t transactions = 0;
  double cpu = 0;
  sg::Actor::create("clock", source, [&] {
    sg::this_actor::sleep_for(peers::kWarmUp);
    transactions = -server.transactions;
    cpu = -peers::cpu_seconds();
    sg::this_actor::sleep_for(arguments.seconds);
    transactions += server.transactions;
    cpu += peers::cpu_seconds();
  });
  engine.run();
  peers::report(static_cast<double>(transactions) / arguments.seconds, transactions, cpu);
}
