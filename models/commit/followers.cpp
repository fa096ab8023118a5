#include "models/commit/followers.hpp"

#include <algorithm>
#include <utility>

#include "models/server.hpp"

namespace models {

Followers::Followers(Server& server)
    : server_(server),
      woken_for_nothing_(server.name() + ": followers woken for nothing"),
      until_asleep_(server.costs().wake_up.mean() + server.costs().context_switch_cpu.mean()) {}

sim::Task<> Followers::follow(Transaction& transaction) {
  const std::int64_t first = broadcasts_;
  co_await transaction.done.wait();
  const std::int64_t wake_ups = wake_ups_since(first);
  server_.note_wake_ups(wake_ups);
  for_nothing_ += wake_ups - 1;
  co_await server_.wake_up();
}

std::int64_t Followers::wake_ups_since(std::int64_t first) const {
  std::int64_t wake_ups = 0;
  sim::Instant asleep_at{};
  for (std::int64_t number = std::max(first, broadcasts_ - kRemembered); number < broadcasts_; ++number) {
    const sim::Instant broadcast = broadcast_at_[static_cast<std::size_t>(number % kRemembered)];
    if (broadcast < asleep_at) continue;
    ++wake_ups;
    asleep_at = broadcast + until_asleep_;
  }
  return wake_ups;
}

void Followers::finish(Group group) {
  broadcast_at_[static_cast<std::size_t>(broadcasts_++ % kRemembered)] = server_.now();
  group.for_each([](Transaction& member) { member.done.complete(); });
  use_cpu_for_nothing();
}

// Those of a group are paid at the next broadcast, all at once: one by one when they happen would slow simulations down. In one
// burst, for the condition's mutex lets one after the other look.
void Followers::use_cpu_for_nothing() {
  const sim::Seconds demand = server_.costs().context_switch_cpu.mean() * static_cast<double>(std::exchange(for_nothing_, 0));
  if (demand.count() > 0) server_.simulation().spawn(woken_for_nothing_, look_and_sleep(server_, demand));
}

sim::Process Followers::look_and_sleep(Server& server, sim::Seconds demand) {
  co_await server.simulation().delay(server.costs().wake_up.mean());
  co_await server.execute(demand);
}

}  // namespace models
