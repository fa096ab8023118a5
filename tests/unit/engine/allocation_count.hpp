// How often this program has called operator new, SimGrid's calls included. Always 0 under the sanitizers.
#pragma once

#include <cstdint>

namespace tests {

std::int64_t allocation_count();

}  // namespace tests
