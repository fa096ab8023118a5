#include "models/replication/mariadb_workers.hpp"

#include <algorithm>

namespace models {

MariadbWorkers::Domain::Domain(Server& replica, CommitOrder::Turns& turns)
    : order(replica, &turns),
      commits_begun(replica.simulation(), replica.name() + ": earlier transactions to begin their commit"),
      commits_ended(replica.simulation(), replica.name() + ": earlier transactions to be committed") {
  const ServerVariables& variables = replica.variables();
  const std::int64_t most = variables.slave_domain_parallel_threads;
  places.resize(static_cast<std::size_t>(most > 0 ? std::min(most, variables.slave_parallel_threads) : variables.slave_parallel_threads));
}

MariadbWorkers::MariadbWorkers(Server& source, Server& replica, ApplierProgress& progress)
    : Applier(source, replica, progress), more_finished_(replica.simulation(), replica.name() + ": a thread to finish a transaction") {
  for (std::int64_t number = 0; number < replica.variables().slave_parallel_threads; ++number) {
    const std::string name = replica.name() + ": parallel thread " + std::to_string(number + 1);
    threads_.push_back(std::make_unique<Thread>(replica, number, name));
    replica.simulation().spawn(name, work(*threads_.back()));
  }
}

sim::Task<> MariadbWorkers::take_over(std::int64_t index) {
  const Changes& changes = entry(index).changes;
  const int events = changes.binlog_events;
  Job job{index, 0, 0, 0, changes.binlog, &domain(entry(index).domain)};
  Thread* const thread = co_await choose_thread(*job.domain);
  co_await room_for(*thread, job.size);
  co_await replica_.execute(replica_.costs().coordinator_cpu.mean() * events);
  job.number = job.domain->transactions++;
  job.domain->order.join();
  schedule(job);
  thread->queued += job.size;
  thread->jobs.push(job);
}

// The thread belongs to the place from now on, until it has nothing left to do and another place takes it.
sim::Task<MariadbWorkers::Thread*> MariadbWorkers::choose_thread(Domain& domain) {
  Thread*& place = domain.places[domain.next_place];
  domain.next_place = (domain.next_place + 1) % domain.places.size();
  const bool keeps = place != nullptr && place->place == &place;
  while (!keeps && free_thread() == nullptr) {
    co_await more_finished_.wait();
    co_await replica_.wake_up();
  }
  if (!keeps) place = free_thread();
  place->place = &place;
  ++place->unfinished;
  co_return place;
}

sim::Task<> MariadbWorkers::room_for(Thread& thread, sim::Bytes size) {
  while (thread.queued.count > 0 && thread.queued + size > replica_.variables().slave_parallel_max_queued) {
    co_await more_finished_.wait();
    co_await replica_.wake_up();
  }
}

MariadbWorkers::Thread* MariadbWorkers::free_thread() {
  for (const auto& thread : threads_) {
    if (thread->unfinished == 0) return thread.get();
  }
  return nullptr;
}

MariadbWorkers::Domain& MariadbWorkers::domain(std::int64_t number) {
  std::unique_ptr<Domain>& known = domains_[number];
  if (known == nullptr) known = std::make_unique<Domain>(replica_, *this);
  return *known;
}

sim::Process MariadbWorkers::work(Thread& thread) {
  while (true) {
    const bool sleeps = thread.jobs.size() == 0;
    thread.job = co_await thread.jobs.pop();
    if (sleeps) co_await replica_.wake_up();
    const Job job = thread.job;
    thread.queued -= job.size;
    co_await may_begin(job);
    job.domain->order.begin(job.number);
    co_await apply(job.index, {thread.number, &job.domain->order, job.number});
    committed(job, thread.number);
    job.domain->order.end(job.number);
    job.domain->commits_ended.note(job.number);
    --thread.unfinished;
    more_finished_.notify_all();
  }
}

sim::Task<> MariadbWorkers::may_begin(const Job& job) {
  ContiguousPrefix& begun = job.domain->commits_begun;
  if (begun.length() < job.begins_after) {
    co_await begun.rises_to(job.begins_after);
    co_await replica_.wake_up();
  }
  ContiguousPrefix& ended = job.domain->commits_ended;
  if (ended.length() < job.follows) {
    co_await ended.rises_to(job.follows);
    co_await replica_.wake_up();
  }
}

sim::Task<> MariadbWorkers::prior_commits(const Job& job) {
  ContiguousPrefix& ended = job.domain->commits_ended;
  if (ended.length() >= job.number) co_return;
  co_await ended.rises_to(job.number);
  co_await replica_.wake_up();
}

}  // namespace models
