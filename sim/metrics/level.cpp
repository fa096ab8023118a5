#include "sim/metrics/level.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace sim {

double Level::area(Instant now) const {
  if (!(now >= since_)) refuse(now, since_);
  return area_ + value_ * in_seconds(now - since_);
}

double Level::time_average(Instant now) const {
  const double total = area(now);
  return now > start_ ? total / in_seconds(now - start_) : value_;
}

void Level::reset(Instant now) {
  if (!(now >= since_)) refuse(now, since_);
  start_ = now;
  since_ = now;
  max_ = value_;
  area_ = 0;
}

void Level::refuse(Instant now, Instant since) {
  throw std::invalid_argument(fmt::format("level: time goes back from {} s to {} s",
                                          in_seconds(since.time_since_epoch()), in_seconds(now.time_since_epoch())));
}

}  // namespace sim
