// What the parallel appliers of MySQL have in common: a coordinator that reads the relay log, and workers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/replication/applier.hpp"

namespace models {

// The coordinator (the SQL thread), for each transaction:
//   1. waits where the alternative says so: for transactions that this one depends on, for a worker
//   2. reads its events and puts them into the worker's queue, if all queues together hold less than
//      replica_pending_jobs_size_max, or else when they do; a transaction that is larger waits until they are empty
//   3. takes the next
// A worker takes what is in its queue, applies, commits by the replica's commit pipeline as any session does, takes the next.
// The coordinator waits until all workers are idle when a new binary log file of the source begins.
//
// Sources: Log_event::get_slave_worker and append_item_to_jobs in sql/log_event.cc and sql/rpl_rli_pdb.cc of MySQL 5.7.18.
class MysqlWorkers : public Applier {
 public:
  MysqlWorkers(Server& source, Server& replica, ApplierProgress& progress);

  std::int64_t appliers() const override { return static_cast<std::int64_t>(workers_.size()); }

 protected:
  struct Job {
    std::int64_t index = 0;
    std::int64_t schema = 0;
    sim::Bytes size{};
    Session session;
  };

  struct Worker {
    Worker(Server& replica, std::int64_t its_number, const std::string& name)
        : number(its_number), jobs(replica.simulation(), name + ": a transaction") {}

    std::int64_t number;
    sim::FifoQueue<Job> jobs;
    std::int64_t unfinished = 0;  // those in the queue and the one that it is at
  };

  // Hands a transaction over, with `order` in its order of commits if there is one.
  sim::Task<> hand_over(Worker& worker, std::int64_t index, CommitOrder* order);

  // Awaitable: a worker finishes a transaction.
  auto more_finished() { return more_finished_.wait(); }

  // Awaitable: all that has been handed over is finished.
  sim::Task<> all_idle();

  // A worker has finished a transaction.
  virtual void finished(const Job&) {}

  std::vector<std::unique_ptr<Worker>>& workers() { return workers_; }

 private:
  sim::Process work(Worker& worker);
  sim::Task<> room_for(sim::Bytes size);

  std::vector<std::unique_ptr<Worker>> workers_;
  std::int64_t unfinished_ = 0;
  sim::Bytes pending_{};
  sim::WaitQueue more_finished_;
};

}  // namespace models
