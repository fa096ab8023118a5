#include "models/storage/page_cache.hpp"

#include <algorithm>
#include <utility>

namespace models {
namespace {

// Defaults of vm.dirty_expire_centisecs and vm.dirty_writeback_centisecs.
constexpr sim::Seconds kDirtyExpire{30};
constexpr sim::Seconds kDirtyWriteback{5};

// The block layer makes requests of up to 1280 KiB by default (max_sectors_kb).
constexpr sim::Bytes kRequest{1 << 20};

// How exactly it is known when what was written.
constexpr sim::Seconds kMarkEvery{0.5};

}  // namespace

PageCache::PageCache(sim::Simulation& simulation, std::string file, sim::Device& device, sim::Seconds writeback_per_mib,
                     WriteBackWatch watch)
    : simulation_(simulation), file_(std::move(file)), device_(device), writeback_per_mib_(writeback_per_mib), watch_(watch) {}

void PageCache::start() {
  if (!does_nothing()) simulation_.spawn(file_ + ": flusher thread", flusher());
}

void PageCache::note_written(sim::Bytes end) {
  if (does_nothing()) return;
  end_ = std::max(end_, end);
  const sim::Instant now = simulation_.now();
  if (marks_.empty() || now - marks_.back().when >= kMarkEvery) marks_.push_back({now, end_});
  marks_.back().end = end_;
}

sim::Seconds PageCache::take_dirty() {
  const sim::Bytes size = dirty();
  written_back_ = end_;
  marks_.clear();
  return time_for(size);
}

sim::Seconds PageCache::time_for(sim::Bytes size) const { return writeback_per_mib_ * sim::in_mib(size); }

sim::Bytes PageCache::expired() {
  sim::Bytes position = written_back_;
  while (!marks_.empty() && simulation_.now() - marks_.front().when >= kDirtyExpire) {
    position = marks_.front().end;
    marks_.pop_front();
  }
  return position;
}

sim::Process PageCache::flusher() {
  while (true) {
    co_await simulation_.delay(kDirtyWriteback);
    const sim::Bytes until = expired();
    while (written_back_ < until) {
      const sim::Bytes request = std::min(kRequest, until - written_back_);
      const sim::Bytes end = written_back_ += request;
      const sim::Seconds service_time = time_for(request);
      if (!is_free()) co_await device_.sync(service_time);
      if (watch_.written_back != nullptr) watch_.probe(watch_.written_back, end);
    }
  }
}

}  // namespace models
