// How processes wait for one another: Lock, Semaphore, Gate, Latch, WaitQueue and FifoQueue. All are first come, first served;
// a wake-up takes no simulated time and happens after everything that is ready already.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "sim/engine/wait_list.hpp"

namespace sim {

class Lock;

// Is told when somebody who held a lock releases it, and since when that one had held it.
class LockWatcher {
 public:
  virtual ~LockWatcher() = default;
  virtual void released(const Lock& lock, Instant held_since) = 0;
};

// Mutual exclusion. release() hands the lock to the first waiter directly: nobody overtakes. Who waits by released() instead is
// woken without being given it, and has to be there before others; is_contended() says that everybody should wait so.
class Lock {
 public:
  Lock(Simulation& simulation, std::string name) : waiters_(simulation, std::move(name)) {}

  auto acquire() { return Awaiter{*this}; }
  bool try_acquire() { return Awaiter{*this}.await_ready(); }
  auto released() { return ReleaseAwaiter{*this}; }
  const std::string& name() const { return waiters_.what(); }
  void set_watcher(LockWatcher* watcher) { watcher_ = watcher; }
  bool is_contended() const { return is_contended_; }
  void set_contended() { is_contended_ = true; }
  void release() {
    if (watcher_ != nullptr) watcher_->released(*this, given_at_);
    if (!waiters_.empty()) {
      const bool is_given = waiters_.first_position() == kIsGiven;
      given_at_ = waiters_.simulation().now();
      waiters_.wake_first();
      if (is_given) return;
    }
    held_ = false;
    busy_ += waiters_.simulation().now() - held_since_;
  }
  bool held() const { return held_; }
  bool is_awaited() const { return !waiters_.empty(); }

  // How long the lock has been held, by whomever, since the last reset.
  Seconds busy() const { return held_ ? busy_ + (waiters_.simulation().now() - held_since_) : busy_; }
  void reset_usage() {
    busy_ = Seconds{};
    held_since_ = waiters_.simulation().now();
  }

 private:
  struct Awaiter {
    Lock& lock;
    bool await_ready() const noexcept {
      if (std::exchange(lock.held_, true)) return false;
      lock.held_since_ = lock.given_at_ = lock.waiters_.simulation().now();
      return true;
    }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { lock.waiters_.add(handle, kIsGiven); }
    void await_resume() const noexcept {}
  };

  struct ReleaseAwaiter {
    Lock& lock;
    bool await_ready() const noexcept { return !lock.held_; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { lock.waiters_.add(handle, kIsOnlyWoken); }
    void await_resume() const noexcept {}
  };

  static constexpr std::int64_t kIsGiven = 0;
  static constexpr std::int64_t kIsOnlyWoken = 1;

  bool held_ = false;
  bool is_contended_ = false;
  Instant held_since_{};
  Instant given_at_{};  // to the one who holds it
  Seconds busy_{};
  LockWatcher* watcher_ = nullptr;
  WaitList waiters_;
};

// Admits so many at a time, in the order in which they came; 0 admits everybody.
class Semaphore {
 public:
  Semaphore(Simulation& simulation, std::string what, std::int64_t limit) : limit_(limit), waiters_(simulation, std::move(what)) {}

  auto acquire() { return Awaiter{*this}; }
  void release() {
    if (!waiters_.empty()) waiters_.wake_first();
    else --admitted_;
  }
  bool is_full() const { return limit_ > 0 && admitted_ >= limit_; }

 private:
  struct Awaiter {
    Semaphore& semaphore;
    bool await_ready() const noexcept {
      if (semaphore.is_full()) return false;
      ++semaphore.admitted_;
      return true;
    }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { semaphore.waiters_.add(handle); }
    void await_resume() const noexcept {}
  };

  std::int64_t limit_;
  std::int64_t admitted_ = 0;
  WaitList waiters_;
};

// A condition variable: whoever waits sleeps until somebody notifies.
class WaitQueue {
 public:
  WaitQueue(Simulation& simulation, std::string what) : waiters_(simulation, std::move(what)) {}

  auto wait() { return Awaiter{waiters_}; }
  void notify_all() { waiters_.wake_all(); }
  void notify_one() {
    if (!waiters_.empty()) waiters_.wake_first();
  }
  std::size_t size() const { return waiters_.size(); }

 private:
  struct Awaiter {
    WaitList& waiters;
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { waiters.add(handle); }
    void await_resume() const noexcept {}
  };

  WaitList waiters_;
};

// Waiters of different positions in a stream: reaching one releases all waiters at or below it.
class PositionQueue {
 public:
  PositionQueue(Simulation& simulation, std::string what) : waiters_(simulation, std::move(what)) {}

  auto wait_for(std::int64_t position) { return Awaiter{waiters_, position, waiters_.simulation().now()}; }
  auto wait_for(std::int64_t position, Instant since) { return Awaiter{waiters_, position, since}; }
  void wake_up_to(std::int64_t position) { waiters_.wake_up_to(position); }
  void wake_all() { waiters_.wake_all(); }
  void wake_first() {
    if (!waiters_.empty()) waiters_.wake_first();
  }
  bool empty() const { return waiters_.empty(); }
  std::size_t size() const { return waiters_.size(); }
  Instant oldest_since() const { return waiters_.oldest_since(); }

 private:
  struct Awaiter {
    WaitList& waiters;
    std::int64_t position;
    Instant since;
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { waiters.add_since(handle, position, since); }
    void await_resume() const noexcept {}
  };

  WaitList waiters_;
};

// Lets everybody pass while open.
class Gate {
 public:
  Gate(Simulation& simulation, std::string what, bool open = false)
      : open_(open), waiters_(simulation, std::move(what)) {}

  auto pass() { return Awaiter{*this}; }
  bool is_open() const { return open_; }
  void close() { open_ = false; }
  void open() {
    open_ = true;
    waiters_.wake_all();
  }

 private:
  struct Awaiter {
    Gate& gate;
    bool await_ready() const noexcept { return gate.open_; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const { gate.waiters_.add(handle); }
    void await_resume() const noexcept {}
  };

  bool open_;
  WaitList waiters_;
};

// Happens once and has one waiter: the lightest way to be told. It keeps no list, so waiting() does not show who waits.
class Completion {
 public:
  explicit Completion(Simulation& simulation) : simulation_(simulation) {}

  auto wait() { return Awaiter{*this}; }
  bool is_complete() const { return complete_; }
  void complete() {
    complete_ = true;
    if (waiter_) simulation_.make_ready(std::exchange(waiter_, {}));
  }

 private:
  struct Awaiter {
    Completion& completion;
    bool await_ready() const noexcept { return completion.complete_; }
    void await_suspend(std::coroutine_handle<> handle) const { completion.waiter_ = handle; }
    void await_resume() const noexcept {}
  };

  Simulation& simulation_;
  std::coroutine_handle<> waiter_;
  bool complete_ = false;
};

// Opens once, after `count` arrivals.
class Latch {
 public:
  Latch(Simulation& simulation, std::string what, std::size_t count)
      : remaining_(count), gate_(simulation, std::move(what), count == 0) {}

  auto wait() { return gate_.pass(); }
  void arrive() {
    if (remaining_ > 0 && --remaining_ == 0) gate_.open();
  }

 private:
  std::size_t remaining_;
  Gate gate_;
};

// An unbounded queue of values; pop() waits while it is empty.
template <class T>
class FifoQueue {
 public:
  FifoQueue(Simulation& simulation, std::string what) : waiters_(simulation, std::move(what)) {}

  void push(T value) {
    values_.push(std::move(value));
    if (!waiters_.empty()) {
      ++promised_;
      waiters_.wake_first();
    }
  }
  auto pop() { return Awaiter{*this}; }
  std::size_t size() const { return values_.size(); }
  std::size_t waiting() const { return waiters_.size(); }

 private:
  struct Awaiter {
    FifoQueue& queue;
    bool was_promised = false;
    // While woken waiters are on their way to their values, a newcomer goes behind them, even if there is one for it too.
    bool await_ready() const noexcept { return queue.promised_ == 0 && !queue.values_.empty(); }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) {
      was_promised = true;
      if (queue.values_.size() > queue.promised_) {
        ++queue.promised_;
        queue.waiters_.simulation().make_ready(handle);
      } else {
        queue.waiters_.add(handle);
      }
    }
    T await_resume() {
      if (was_promised) --queue.promised_;
      return queue.values_.pop();
    }
  };

  Ring<T> values_;
  std::size_t promised_ = 0;
  WaitList waiters_;
};

}  // namespace sim
