// The model as one would write it for this one purpose: coroutines on a heap, no engine, no statistics beside two counters.
#include <coroutine>
#include <cstddef>
#include <deque>
#include <queue>
#include <utility>
#include <vector>

#include "tests/bench/peers/peer_model.hpp"

namespace {

double now = 0;

struct Event {
  double date;
  std::uint64_t order;
  std::coroutine_handle<> handle;
  bool operator<(const Event& other) const { return date != other.date ? date > other.date : order > other.order; }
};

std::priority_queue<Event> calendar;
std::uint64_t orders = 0;

void wake_at(double date, std::coroutine_handle<> handle) { calendar.push({date, orders++, handle}); }

struct Delay {
  double span;
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> handle) const { wake_at(now + span, handle); }
  void await_resume() const {}
};

// So many at a time, first come, first served: a mutex, or the cores of a machine.
struct Slots {
  int free;
  std::deque<std::coroutine_handle<>> waiting{};

  struct Awaiter {
    Slots& slots;
    bool await_ready() const {
      if (slots.free == 0) return false;
      --slots.free;
      return true;
    }
    void await_suspend(std::coroutine_handle<> handle) const { slots.waiting.push_back(handle); }
    void await_resume() const {}
  };

  Awaiter take() { return {*this}; }
  void give_back() {
    if (waiting.empty()) {
      ++free;
      return;
    }
    wake_at(now, waiting.front());
    waiting.pop_front();
  }
};

struct Coroutine {
  struct promise_type {
    Coroutine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};

// A client waits here until the leader of its group has finished.
struct Done {
  std::coroutine_handle<> waiting{};
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> handle) { waiting = handle; }
  void await_resume() { waiting = {}; }
};

struct Stage {
  std::vector<Done*> queue{};
  Slots mutex{1};

  // Whether these found the queue empty: then the first of them leads.
  bool enrol(const std::vector<Done*>& group) {
    const bool leads = queue.empty();
    queue.insert(queue.end(), group.begin(), group.end());
    return leads;
  }
};

Slots cores{peers::kCores};
Stage flush_stage;
Stage sync_stage;
Stage commit_stage;
std::int64_t transactions = 0;
double last_ack = 0;

Coroutine client(int number) {
  peers::Execution execution(number);
  Done done;
  std::vector<Done*> group;
  while (true) {
    co_await cores.take();
    co_await Delay{execution.next()};
    cores.give_back();
    bool leads = flush_stage.enrol({&done});
    if (leads) {
      co_await flush_stage.mutex.take();
      group = std::exchange(flush_stage.queue, {});
      co_await cores.take();
      co_await Delay{peers::kCopy * static_cast<double>(group.size())};
      cores.give_back();
      co_await Delay{peers::kBinlogWrite};
      leads = sync_stage.enrol(group);
      flush_stage.mutex.give_back();
    }
    if (leads) {
      co_await sync_stage.mutex.take();
      group = std::exchange(sync_stage.queue, {});
      co_await Delay{peers::kFsync};
      last_ack = now + 2 * peers::kOneWay + peers::kBytes * static_cast<double>(group.size()) / peers::kBandwidth;
      leads = commit_stage.enrol(group);
      sync_stage.mutex.give_back();
    }
    if (leads) {
      co_await commit_stage.mutex.take();
      group = std::exchange(commit_stage.queue, {});
      if (last_ack > now) co_await Delay{last_ack - now};
      commit_stage.mutex.give_back();
      for (Done* member : group) {
        if (member != &done) wake_at(now, member->waiting);
      }
    } else {
      co_await done;
    }
    ++transactions;
  }
}

void run_until(double date) {
  while (calendar.top().date <= date) {
    const Event next = calendar.top();
    calendar.pop();
    now = next.date;
    next.handle.resume();
  }
}

}  // namespace

int main(int count, char** words) {
  const peers::Arguments arguments = peers::arguments_of(count, words);
  for (int number = 0; number < arguments.clients; ++number) wake_at(0, client(number).handle);
  run_until(peers::kWarmUp);
  const std::int64_t before = transactions;
  const double cpu = peers::cpu_seconds();
  run_until(peers::kWarmUp + arguments.seconds);
  peers::report(static_cast<double>(transactions - before) / arguments.seconds, transactions - before, peers::cpu_seconds() - cpu);
}
