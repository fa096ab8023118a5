#include "models/thread_pool.hpp"

#include "models/server.hpp"

namespace models {

ThreadPool::ThreadPool(Server& server, const ServerVariables& variables, const Release& release)
    : server_(server),
      oversubscribe_(variables.thread_pool_oversubscribe),
      stall_limit_(variables.thread_pool_stall_limit),
      has_priorities_(!release.is("mariadb") || release.at_least(10, 2, 2)),
      limits_busy_threads_(!release.is("mariadb")) {
  if (variables.thread_handling != ThreadHandling::pool_of_threads) return;
  groups_ = std::vector<Group>(static_cast<std::size_t>(variables.thread_pool_size));
}

void ThreadPool::start() {
  if (is_used()) server_.simulation().spawn(server_.name() + ": thread pool timer", timer());
}

sim::Task<> ThreadPool::begin_statement(std::int64_t connection, bool is_inside_transaction) {
  Group& group = group_of(connection);
  Request request(server_.simulation(), is_inside_transaction && has_priorities_);
  group.arrived.push(&request);
  if (group.has_listener) listen(group, false);
  co_await request.begun.wait();
  if (request.wakes_a_thread) co_await server_.wake_up();
}

void ThreadPool::end_statement(std::int64_t connection) {
  --under_way_;
  look_for_work(group_of(connection), false);
}

void ThreadPool::begin_wait(std::int64_t connection) {
  Group& group = group_of(connection);
  --group.active;
  ++group.waiting;
  const bool has_something_to_do = !group.is_queue_empty() || !group.has_listener;
  if (group.active == 0 && has_something_to_do) wake_thread(group);
}

void ThreadPool::end_wait(std::int64_t connection) {
  Group& group = group_of(connection);
  ++group.active;
  --group.waiting;
}

// The next off the queue, for a thread that counts as active already; null if there is none that may run.
ThreadPool::Request* ThreadPool::take(Group& group) {
  group.has_taken = true;
  if (!group.first.empty()) return group.first.pop();
  const bool is_busy = limits_busy_threads_ && group.active + group.waiting > usual_threads();
  return group.queue.empty() || is_busy ? nullptr : group.queue.pop();
}

void ThreadPool::run(Group& group, Request& request, bool wakes_a_thread) {
  ++group.active;
  ++under_way_;
  group.is_stalled = false;
  request.wakes_a_thread = wakes_a_thread;
  request.begun.complete();
}

void ThreadPool::wake_thread(Group& group) {
  ++group.active;
  look_for_work(group, true);
}

// A thread that counts as active takes the next statement, or becomes the listener, or sleeps.
void ThreadPool::look_for_work(Group& group, bool is_just_woken) {
  const bool too_many_active = group.active >= usual_threads() && !group.is_stalled;
  Request* next = too_many_active ? nullptr : take(group);
  --group.active;
  if (next != nullptr) run(group, *next, is_just_woken);
  else if (!group.has_listener) listen(group, is_just_woken);
}

// A thread polls the connections of the group. It stays the listener unless it runs a statement itself.
void ThreadPool::listen(Group& group, bool is_just_woken) {
  group.has_listener = true;
  if (group.arrived.empty()) return;
  group.has_polled = true;
  Request* own = group.is_queue_empty() ? group.arrived.pop() : nullptr;
  while (!group.arrived.empty()) enqueue(group, *group.arrived.pop());
  if (own != nullptr) {
    group.has_listener = false;
    run(group, *own, is_just_woken);
  } else if (group.active == 0) {
    wake_thread(group);
  }
}

sim::Process ThreadPool::timer() {
  while (true) {
    co_await server_.simulation().delay(stall_limit_);
    for (Group& group : groups_) check_stall(group);
  }
}

void ThreadPool::check_stall(Group& group) {
  if (!group.has_listener && !group.has_polled) wake_thread(group);
  group.has_polled = false;
  if (!group.is_queue_empty() && !group.has_taken) {
    group.is_stalled = true;
    wake_thread(group);
  }
  group.has_taken = false;
}

}  // namespace models
