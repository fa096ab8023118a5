#include "sim/engine/frame_pool.hpp"

#include <array>
#include <new>

namespace sim::frame_pool {

#ifdef COMMITSIM_SANITIZE
// The sanitizer must see every frame as an allocation of its own.
void* allocate(std::size_t size) { return ::operator new(size); }
void release(void* frame, std::size_t) noexcept { ::operator delete(frame); }
#else
namespace {

constexpr std::size_t kClassBytes = 64;
constexpr std::size_t kClasses = 64;

struct FreeFrame {
  FreeFrame* next;
};

std::array<FreeFrame*, kClasses>& free_lists() {
  static thread_local std::array<FreeFrame*, kClasses> lists{};
  return lists;
}

constexpr std::size_t size_class(std::size_t size) { return (size + kClassBytes - 1) / kClassBytes; }

}  // namespace

void* allocate(std::size_t size) {
  const std::size_t index = size_class(size);
  if (index >= kClasses) return ::operator new(size);
  FreeFrame*& head = free_lists()[index];
  if (head == nullptr) return ::operator new(index * kClassBytes);
  FreeFrame* frame = head;
  head = frame->next;
  return frame;
}

void release(void* frame, std::size_t size) noexcept {
  const std::size_t index = size_class(size);
  if (index >= kClasses) {
    ::operator delete(frame);
    return;
  }
  FreeFrame*& head = free_lists()[index];
  head = new (frame) FreeFrame{head};
}
#endif

}  // namespace sim::frame_pool
