#include "tests/unit/engine/allocation_count.hpp"

#include <cstdlib>
#include <new>

namespace {

std::int64_t allocations = 0;

}  // namespace

namespace tests {

std::int64_t allocation_count() { return allocations; }

}  // namespace tests

#ifndef COMMITSIM_SANITIZE
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif
