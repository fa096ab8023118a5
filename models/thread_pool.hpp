// The thread pool of MariaDB and Percona Server (thread_handling=pool-of-threads): the statements of many connections run on few
// threads.
//
//   connection   belongs to one of thread_pool_size groups, dealt out in turn
//   listener     one thread of the group polls its connections. If nothing is queued it runs the first statement that comes
//                itself, and nobody polls meanwhile; else it queues what comes, and wakes a thread if none is active
//   worker       when it has answered it takes the next statement off the queue, unless 1 + thread_pool_oversubscribe threads of
//                the group are active; or it becomes the listener, or sleeps
//   waiting      a thread that sleeps for a row lock or in its commit (fsync, commit group, ACK) is not active: when it was the
//                last active one, another is woken in its place. When its wait is over it is active again and asks nobody
//   timer        every thread_pool_stall_limit: where nothing was taken off a queue meanwhile, one more thread may work
//   order        statements inside a transaction come first: Percona Server, and MariaDB from 10.2.2 on. Percona Server also
//                takes no other off the queue while more than 1 + thread_pool_oversubscribe threads are active or waiting
//
// So it limits the sessions that use CPU, and in Percona Server the transactions under way as well. A commit is one wait here:
// its CPU, a small part of it, counts as waiting, and so does every sleep in it. (A server reports fsyncs, redo log flushes and
// row locks; where a follower's sleep for its leader is not reported, its thread stays active and fewer get in than here.)
// Threads are never short (thread_pool_max_threads).
//
// Source: sql/threadpool_unix.cc of MariaDB 5.5 and of Percona Server 5.7 and 8.0, sql/threadpool_generic.cc of MariaDB 10.5
// (listener, get_event, queue_get, too_many_active_threads, too_many_busy_threads, wait_begin, check_stall).
#pragma once

#include <cstdint>
#include <vector>

#include "models/version/release.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/ring.hpp"
#include "sim/engine/sync.hpp"

namespace models {

class Server;
struct ServerVariables;

class ThreadPool {
 public:
  ThreadPool(Server& server, const ServerVariables& variables, const Release& release);

  // Whether statements run in the pool; otherwise every connection has a thread and nothing else here may be called.
  bool is_used() const { return !groups_.empty(); }

  // Spawns the timer.
  void start();

  // A statement has come on a connection; returns when a thread runs it.
  sim::Task<> begin_statement(std::int64_t connection, bool is_inside_transaction);

  // The thread has answered and looks for more to do.
  void end_statement(std::int64_t connection);

  // The thread sleeps, and is back: thd_wait_begin, thd_wait_end.
  void begin_wait(std::int64_t connection);
  void end_wait(std::int64_t connection);

  // Statements that have a thread, those that wait included.
  std::int64_t under_way() const { return under_way_; }

 private:
  struct Request {
    Request(sim::Simulation& simulation, bool first) : begun(simulation), comes_first(first) {}
    sim::Completion begun;
    bool comes_first;
    bool wakes_a_thread = false;
  };

  struct Group {
    sim::Ring<Request*> arrived;  // and polled by nobody yet
    sim::Ring<Request*> first;
    sim::Ring<Request*> queue;
    std::int64_t active = 0;
    std::int64_t waiting = 0;
    bool has_listener = true;
    bool is_stalled = false;
    bool has_polled = false;  // since the timer looked, likewise:
    bool has_taken = false;

    bool is_queue_empty() const { return first.empty() && queue.empty(); }
  };

  Group& group_of(std::int64_t connection) { return groups_[static_cast<std::size_t>(connection) % groups_.size()]; }
  std::int64_t usual_threads() const { return 1 + oversubscribe_; }

  Request* take(Group& group);
  void run(Group& group, Request& request, bool wakes_a_thread);
  void wake_thread(Group& group);
  void look_for_work(Group& group, bool is_just_woken);
  void listen(Group& group, bool is_just_woken);
  static void enqueue(Group& group, Request& request) { (request.comes_first ? group.first : group.queue).push(&request); }
  sim::Process timer();
  void check_stall(Group& group);

  Server& server_;
  std::int64_t oversubscribe_;
  sim::Seconds stall_limit_;
  bool has_priorities_;
  bool limits_busy_threads_;
  std::vector<Group> groups_;
  std::int64_t under_way_ = 0;
};

}  // namespace models
