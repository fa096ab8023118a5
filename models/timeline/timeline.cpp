#include "models/timeline/timeline.hpp"

#include <algorithm>

namespace models {
namespace {

template <class T>
const T* find_by_number(const std::vector<T>& all, std::int64_t number) {
  const auto found = std::lower_bound(all.begin(), all.end(), number,
                                      [](const T& each, std::int64_t wanted) { return each.number < wanted; });
  return found != all.end() && found->number == number ? &*found : nullptr;
}

}  // namespace

std::string file_of(LogCall call) {
  switch (call) {
    case LogCall::redo_write:
    case LogCall::redo_fsync:
      return "redo log";
    case LogCall::binlog_write:
    case LogCall::binlog_fsync:
    case LogCall::binlog_rotation:
      return "binary log";
    case LogCall::relay_write:
    case LogCall::relay_fsync:
      break;
  }
  return "relay log";
}

const TimelineLife* Timeline::life(std::int64_t number) const { return find_by_number(lives, number); }
const TimelineGroup* Timeline::group(std::int64_t number) const { return find_by_number(groups, number); }

}  // namespace models
