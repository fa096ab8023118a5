// Memory of coroutine frames: freed frames wait on a list per size class, so that a steady simulation allocates nothing.
#pragma once

#include <cstddef>

namespace sim::frame_pool {

// Returns memory for a frame of `size` bytes, aligned as operator new aligns.
void* allocate(std::size_t size);

// Takes back what allocate(size) returned.
void release(void* frame, std::size_t size) noexcept;

}  // namespace sim::frame_pool
