// Processes of the simulation. A Process is a coroutine that lives by itself; a Task is a part of one, awaited by it.
//
//   sim::Task<> serve(Customer& customer) { co_await desk.acquire(); co_await simulation.delay(...); desk.release(); }
//   sim::Process customer(...)            { co_await simulation.delay(...); co_await serve(*this); }
//   simulation.spawn("customer 1", customer(...));
//
// Both start suspended: a Process when it is spawned, a Task when it is awaited.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "sim/engine/frame_pool.hpp"

namespace sim {

class Simulation;

// Who is running: shared by all coroutines of one process, so that a wait can say who waits.
struct ProcessIdentity {
  Simulation* simulation = nullptr;
  std::string name;
};

// What every coroutine of the simulation has: pooled frames and the identity of its process.
struct PromiseBase {
  ProcessIdentity* identity = nullptr;

  static void* operator new(std::size_t size) { return frame_pool::allocate(size); }
  static void operator delete(void* frame, std::size_t size) noexcept { frame_pool::release(frame, size); }
};

// Identity of the process that the coroutine behind `handle` belongs to; null for a foreign coroutine.
template <class Promise>
ProcessIdentity* identity_of(std::coroutine_handle<Promise> handle) {
  if constexpr (std::is_base_of_v<PromiseBase, Promise>) return handle.promise().identity;
  return nullptr;
}

// Tells the simulation that a process ended with an exception; the run then fails with it.
void report_failure(ProcessIdentity* identity, std::exception_ptr failure) noexcept;

class [[nodiscard]] Process {
 public:
  struct promise_type : PromiseBase {
    ~promise_type() { delete identity; }
    Process get_return_object() { return Process{std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { report_failure(identity, std::current_exception()); }
  };

  Process(Process&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Process& operator=(Process&&) = delete;
  ~Process() {
    if (handle_) handle_.destroy();
  }

 private:
  friend class Simulation;
  explicit Process(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> release() { return std::exchange(handle_, {}); }

  std::coroutine_handle<promise_type> handle_;
};

namespace detail {

// Hands control from a finished Task straight to the coroutine that awaited it, if that one sleeps.
struct ContinueAwaiter {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> handle) const noexcept {
    return handle.promise().continuation;
  }
  void await_resume() const noexcept {}
};

struct TaskPromiseBase : PromiseBase {
  std::coroutine_handle<> continuation = std::noop_coroutine();
  std::exception_ptr failure;

  std::suspend_always initial_suspend() noexcept { return {}; }
  ContinueAwaiter final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }
};

template <class T>
struct TaskPromise : TaskPromiseBase {
  std::optional<T> value;
  void return_value(T result) { value = std::move(result); }
  T take() { return std::move(*value); }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
  void return_void() noexcept {}
  void take() noexcept {}
};

}  // namespace detail

template <class T = void>
class [[nodiscard]] Task {
 public:
  struct promise_type : detail::TaskPromise<T> {
    Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  // Runs the task at once. One that ends without having waited has nobody to continue with, and who awaits it just goes on: a loop
  // over such tasks needs no more stack than one of them.
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> awaiting) noexcept {
    handle_.promise().identity = identity_of(awaiting);
    handle_.resume();
    if (handle_.done()) return false;
    handle_.promise().continuation = awaiting;
    return true;
  }
  T await_resume() {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
    return handle_.promise().take();
  }

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

}  // namespace sim
