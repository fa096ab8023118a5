// What the parallel appliers of MariaDB have in common: a driver that reads the relay log, and a pool of threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/replication/applier.hpp"
#include "models/replication/contiguous_prefix.hpp"

namespace models {

// The SQL driver thread, for each transaction:
//   1. takes the next place of its domain, one after the other: there are slave_domain_parallel_threads, or with 0 as many as threads
//   2. keeps the thread at that place if it still has work from there, or else takes a free one from the pool
//   3. waits while more than slave_parallel_max_queued bytes are queued for that thread, although another may be idle
//   4. queues the transaction and goes on: threads look ahead, but each by itself
// A thread takes what is in its queue, waits until it may begin as the mode says, applies, tells that it begins to commit, and
// commits in the order of its domain: who waits for its turn is enrolled in the group commit by the one before it.
// Transactions of different domains know nothing of each other.
//
// Source: rpl_parallel::do_event, rpl_parallel_entry::choose_thread, handle_rpl_parallel_thread, process_gtid_event,
// rpl_group_info::mark_start_commit in sql/rpl_parallel.cc and sql/rpl_rli.cc of MariaDB 10.1 and 11.8.
class MariadbWorkers : public Applier, public CommitOrder::Turns {
 public:
  MariadbWorkers(Server& source, Server& replica, ApplierProgress& progress);

  std::int64_t appliers() const override { return static_cast<std::int64_t>(threads_.size()); }

 protected:
  struct Thread;

  // A stream of transactions that keep their order, numbered from 0.
  struct Domain {
    Domain(Server& replica, CommitOrder::Turns& turns);

    CommitOrder order;
    std::vector<Thread*> places;
    std::size_t next_place = 0;
    std::int64_t transactions = 0;       // that the driver has seen
    std::int64_t commit_id = 0;          // of the present batch
    std::int64_t batch_begins = 0;       // number of its first transaction
    ContiguousPrefix commits_begun;
    ContiguousPrefix commits_ended;
  };

  struct Job {
    std::int64_t index = 0;
    std::int64_t number = 0;             // in its domain
    std::int64_t begins_after = 0;       // so many must have begun to commit before it begins
    std::int64_t follows = 0;            // so many must have committed
    sim::Bytes size{};
    Domain* domain = nullptr;
  };

  struct Thread {
    Thread(Server& replica, std::int64_t its_number, const std::string& name)
        : number(its_number), jobs(replica.simulation(), name + ": a transaction") {}

    std::int64_t number;
    sim::FifoQueue<Job> jobs;
    std::int64_t unfinished = 0;         // those in the queue and the one that it is at
    sim::Bytes queued{};
    const void* place = nullptr;         // that has it
    Job job{};                           // the one that it is at
  };

  // When a transaction may begin, as the mode says: sets begins_after and follows.
  virtual void schedule(Job& job) = 0;

  // It is the transaction's turn to commit; it has committed.
  sim::Task<> turn_has_come(const Transaction&) override { co_return; }
  virtual void committed(const Job&, std::int64_t /*thread*/) {}

  // All transactions of the domain before this one have been committed.
  sim::Task<> prior_commits(const Job& job);

  const Job& job_of(const Session& session) const { return threads_[static_cast<std::size_t>(session.worker)]->job; }

  sim::Task<> take_over(std::int64_t index) override;
  void commit_begins(const Session& session) override { job_of(session).domain->commits_begun.note(job_of(session).number); }

 private:
  sim::Process work(Thread& thread);
  sim::Task<> may_begin(const Job& job);
  sim::Task<Thread*> choose_thread(Domain& domain);
  sim::Task<> room_for(Thread& thread, sim::Bytes size);
  Thread* free_thread();
  Domain& domain(std::int64_t number);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::map<std::int64_t, std::unique_ptr<Domain>> domains_;
  sim::WaitQueue more_finished_;
};

}  // namespace models
