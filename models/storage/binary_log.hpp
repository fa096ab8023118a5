// The binary log: written by commit groups, synced every `sync_binlog` groups, read by dump threads up to its end position. It
// consists of files; a full one is synced whole and closed, whatever `sync_binlog` says.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/observer.hpp"
#include "models/replication/dependency_tracker.hpp"
#include "models/sampled_cost.hpp"
#include "models/storage/page_cache.hpp"
#include "models/transaction.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// A transaction as the binary log holds it and replicas apply it.
struct BinlogEntry {
  Changes changes;
  sim::Bytes end{};              // position behind it
  bool is_committed = false;     // by the storage engine of the server where it was first committed
  sim::Instant committed_at{};
  bool begins_file = false;      // the first in its binary log file
  std::int64_t last_committed = 0;  // sequence numbers count on from file to file: that of entry i is i + 1
  std::int64_t commit_id = 0;    // of its commit group in MariaDB; 0: it was alone
  bool waited_for_row = false;
  std::int64_t schema = 0;
  std::int64_t domain = 0;
  std::vector<std::uint64_t> rows;
  sim::Instant timestamp{};      // of its events: when it began, on its first server

  // What the transaction on a replica has from the one on the source.
  void hand_on(Transaction& transaction) const;
};

class BinaryLog {
 public:
  struct Costs {
    SampledCost write;
    SampledCost fsync;
    sim::Seconds writeback_per_mib{};  // of what is in the page cache beyond one group
  };

  // `sync_binlog`: 0 never, n after every n-th group. `max_binlog_size`: a file that reaches it is full.
  BinaryLog(sim::Simulation& simulation, const std::string& server, sim::Device& device, Costs costs,
            std::int64_t sync_binlog, sim::Bytes max_binlog_size, Probe probe = {});

  // Starts the operating system's write-back of the log, unless every group is synced.
  void start() { cache_.start(); }

  // Copies a group into the log, in order, and sets where each transaction ends. Takes no time; write() does.
  void append(Group group);

  // One write() of what was appended.
  sim::Task<> write();

  // Counts a group; syncs if it is the n-th.
  sim::Task<> sync_group();

  // Whether the present file is full. rotate() closes it and begins the next; the caller keeps others from writing meanwhile.
  bool is_full() const { return end_ - file_start_ >= max_binlog_size_; }
  sim::Task<> rotate();

  // Awaitable: nothing is in the log that the storage engine has not committed.
  sim::Task<> all_committed();

  // Whether the next sync_group() syncs, as the sync delay asks: 0 counts as always. Source: MySQL 5.7, ordered_commit.
  bool delays_next_sync() const { return groups_since_sync_ + 1 >= sync_binlog_; }

  bool syncs_every_group() const { return sync_binlog_ == 1; }

  // binlog_transaction_dependency_tracking and _history_size; COMMIT_ORDER unless it is called.
  void track_dependencies(DependencyTracking tracking, std::int64_t history_size) { dependencies_ = {tracking, history_size}; }
  const DependencyTracker& dependencies() const { return dependencies_; }

  // The storage engine begins to commit the transaction.
  void note_committing(const Transaction& transaction) { dependencies_.note_committing(transaction.binlog_index + 1); }

  // Lets dump threads read up to `position`.
  void publish(sim::Bytes position);

  // Awaitable: a dump thread that has read everything sleeps until more is published.
  auto more_published() { return published_more_.wait(); }

  // Awaitable: the same until more is written, which it can read when that is published.
  auto more_written() { return written_more_.wait(); }

  sim::Bytes end() const { return end_; }
  sim::Bytes written() const { return written_; }
  sim::Bytes published() const { return published_; }
  std::int64_t first_entry() const { return first_; }
  std::int64_t end_entry() const { return first_ + static_cast<std::int64_t>(entries_.size()); }

  // Entry number `index`, counted from the start of the run; it must not have been forgotten.
  BinlogEntry& entry(std::int64_t index) { return entries_[static_cast<std::size_t>(index - first_)]; }

  // Notes when the storage engine made the transaction visible.
  void note_commit(const Transaction& transaction, sim::Instant when);

  // A reader holds entries from its position on; the log forgets what all readers have passed.
  int add_reader();
  void reader_passed(int reader, std::int64_t next_index);

  std::int64_t fsyncs() const { return fsyncs_; }
  std::int64_t groups() const { return groups_; }
  std::int64_t rotations() const { return rotations_; }
  void reset_counts() { fsyncs_ = groups_ = rotations_ = 0; }

 private:
  void forget_passed();
  sim::Task<> fsync();

  sim::Device& device_;
  Costs costs_;
  std::int64_t sync_binlog_;
  sim::Bytes max_binlog_size_;
  sim::Bytes file_start_{};
  bool begins_file_ = true;
  DependencyTracker dependencies_{DependencyTracking::commit_order, 0};
  PageCache cache_;
  std::int64_t uncommitted_ = 0;
  sim::WaitQueue committed_all_;
  std::int64_t rotations_ = 0;
  sim::Bytes end_{};
  sim::Bytes written_{};
  sim::Bytes published_{};
  std::deque<BinlogEntry> entries_;
  std::int64_t first_ = 0;
  std::vector<std::int64_t> readers_;
  sim::WaitQueue published_more_;
  sim::WaitQueue written_more_;
  std::int64_t groups_since_sync_ = 0;
  std::int64_t fsyncs_ = 0;
  std::int64_t groups_ = 0;
  std::int64_t commit_ids_ = 0;
  Probe probe_;
};

}  // namespace models
