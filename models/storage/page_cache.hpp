// A log file in the operating system's page cache: what has been written and is not on the device yet.
#pragma once

#include <deque>
#include <string>

#include "models/observer.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/simulation.hpp"

namespace models {

// Who hears of what the flusher thread has written, if anybody watches.
struct WriteBackWatch {
  Probe probe{};
  void (Observer::*written_back)(const Server&, sim::Bytes) = nullptr;
};

// Dirty pages wait for an fsync, which writes them all before it returns, or for the flusher thread, which looks every
// `dirty_writeback` and writes those that have been dirty for `dirty_expire`, request by request. On a serial device the fsyncs of
// other files wait for the request under way; what an fsync writes itself, the flusher leaves alone.
//
// Source: vm.dirty_expire_centisecs, vm.dirty_writeback_centisecs of Linux. The kernel notes one date per file and writes the whole
// file when that is old enough. Published stalls at rotations 33 to 46 s apart are equally long, with nothing between them
// (V. Tkachenko, Percona, 2018-05-04), which no write-back of whole files after 30 s would leave; so pages expire by themselves here.
// Not modelled: vm.dirty_background_ratio, which starts earlier where memory is small.
class PageCache {
 public:
  // `writeback_per_mib`: time that the device needs for a MiB; with 0 nothing happens here, unless somebody watches, and then in no time.
  PageCache(sim::Simulation& simulation, std::string file, sim::Device& device, sim::Seconds writeback_per_mib,
            WriteBackWatch watch = {});

  // Starts the flusher thread.
  void start();

  // The file has been written up to `end`, a position that never goes back.
  void note_written(sim::Bytes end);

  // For an fsync that begins now: how long it writes back what is dirty. That counts as written from now on.
  sim::Seconds take_dirty();

  // What is neither on the device nor on its way there.
  sim::Bytes dirty() const { return end_ - written_back_; }

 private:
  bool is_free() const { return writeback_per_mib_.count() <= 0; }
  bool does_nothing() const { return is_free() && !watch_.probe.is_watched(); }
  sim::Seconds time_for(sim::Bytes size) const;
  sim::Process flusher();
  sim::Bytes expired();  // up to where pages have been dirty for long

  // Since when the file has been written up to where.
  struct Mark {
    sim::Instant when;
    sim::Bytes end{};
  };

  sim::Simulation& simulation_;
  std::string file_;
  sim::Device& device_;
  sim::Seconds writeback_per_mib_;
  WriteBackWatch watch_;
  sim::Bytes end_{};
  sim::Bytes written_back_{};
  std::deque<Mark> marks_;
};

}  // namespace models
