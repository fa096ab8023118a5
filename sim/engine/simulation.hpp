// One simulation: its clock, its processes and its network. With SimGrid there is exactly one in the life of an operating-system
// process, since SimGrid's engine is a singleton whose clock outlives it: use run_isolated() to run several.
#pragma once

#include <coroutine>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "sim/core/units.hpp"
#include "sim/engine/calendar.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/ring.hpp"

namespace sim {

class Network;
class WaitList;

// A process that cannot go on: what it waits for and since when.
struct Waiting {
  std::string process;
  std::string waits_for;
  Instant since;
};

// Who keeps the clock and moves the messages.
enum class NetworkModel {
  simgrid,         // SimGrid: transfers under way over one link share its bandwidth
  point_to_point,  // nothing of SimGrid: where each link has one stream, with the same dates and the same order of events
};

class Simulation {
 public:
  // With SimGrid it creates SimGrid's engine; throws std::logic_error when this operating-system process already has had one.
  explicit Simulation(NetworkModel model = NetworkModel::simgrid);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Instant now() const { return calendar_->now(); }
  Network& network() { return *network_; }

  // Starts a process at the present instant, after everything that is ready already.
  void spawn(std::string name, Process process);

  // Runs until `date`. Returns early, with now() < date, only when nothing is pending at all.
  // Rethrows the exception of a process that failed.
  void run_until(Instant date);

  // Awaitable: the process goes on `span` later; at once when it is not positive.
  auto delay(Seconds span) { return DelayAwaiter{*this, span}; }

  // Awaitable: the process goes on at the present instant, after everything that is ready already.
  auto yield() { return YieldAwaiter{*this}; }

  // For building blocks: let a coroutine go on at the present instant, or an event happen at a later one.
  void make_ready(std::coroutine_handle<> handle) { ready_.push(handle); }
  void schedule(Instant date, Event event) { calendar_->schedule(date, event); }

  // Everybody who waits for something other than time, longest first. `named` restricts it to processes whose name
  // starts so.
  std::vector<Waiting> waiting(const std::string& named = "") const;

  // Ends the run with this exception, unless an earlier one does so already.
  void fail(std::exception_ptr failure) {
    if (!failure_) failure_ = failure;
  }

 private:
  struct DelayAwaiter {
    Simulation& simulation;
    Seconds span;
    bool await_ready() const noexcept { return span.count() <= 0; }
    void await_suspend(std::coroutine_handle<> handle) const {
      simulation.schedule(simulation.now() + span, resume_event(handle));
    }
    void await_resume() const noexcept {}
  };

  struct YieldAwaiter {
    Simulation& simulation;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle) const { simulation.make_ready(handle); }
    void await_resume() const noexcept {}
  };

  friend class WaitList;
  bool drain();  // false when a process has failed

  Ring<std::coroutine_handle<>> ready_;
  std::vector<WaitList*> wait_lists_;
  std::exception_ptr failure_;
  std::unique_ptr<Calendar> calendar_;
  std::unique_ptr<Network> network_;
};

}  // namespace sim
