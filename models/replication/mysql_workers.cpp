#include "models/replication/mysql_workers.hpp"

namespace models {

MysqlWorkers::MysqlWorkers(Server& source, Server& replica, ApplierProgress& progress)
    : Applier(source, replica, progress),
      more_finished_(replica.simulation(), replica.name() + ": workers to finish a transaction") {
  for (std::int64_t number = 0; number < replica.variables().replica_parallel_workers; ++number) {
    const std::string name = replica.name() + ": worker " + std::to_string(number + 1);
    workers_.push_back(std::make_unique<Worker>(replica, number, name));
    replica.simulation().spawn(name, work(*workers_.back()));
  }
}

sim::Task<> MysqlWorkers::hand_over(Worker& worker, std::int64_t index, CommitOrder* order) {
  const Changes& changes = entry(index).changes;
  const int events = changes.binlog_events;
  const sim::Bytes size = changes.binlog;
  co_await room_for(size);
  co_await replica_.execute(replica_.costs().coordinator_cpu.mean() * events);
  pending_ += size;
  ++unfinished_;
  ++worker.unfinished;
  worker.jobs.push({index, entry(index).schema, size, {worker.number, order, order == nullptr ? 0 : order->join()}});
}

sim::Task<> MysqlWorkers::room_for(sim::Bytes size) {
  while (pending_.count > 0 && pending_ + size > replica_.variables().replica_pending_jobs_size_max) {
    co_await more_finished();
    co_await replica_.wake_up();
  }
}

sim::Task<> MysqlWorkers::all_idle() {
  const bool sleeps = unfinished_ > 0;
  while (unfinished_ > 0) co_await more_finished();
  if (sleeps) co_await replica_.wake_up();
}

sim::Process MysqlWorkers::work(Worker& worker) {
  while (true) {
    const bool sleeps = worker.jobs.size() == 0;
    const Job job = co_await worker.jobs.pop();
    if (sleeps) co_await replica_.wake_up();
    co_await apply(job.index, job.session);
    pending_ -= job.size;
    --worker.unfinished;
    --unfinished_;
    finished(job);
    more_finished_.notify_all();
  }
}

}  // namespace models
