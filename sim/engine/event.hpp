// What the calendar holds: something to run at a date. Two words, so that scheduling never allocates a closure.
#pragma once

#include <coroutine>

namespace sim {

struct Event {
  void (*run)(void* subject) = nullptr;
  void* subject = nullptr;

  void operator()() const { run(subject); }
};

// The event that resumes a suspended coroutine.
inline Event resume_event(std::coroutine_handle<> handle) {
  return {[](void* address) { std::coroutine_handle<>::from_address(address).resume(); }, handle.address()};
}

}  // namespace sim
