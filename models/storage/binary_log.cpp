#include "models/storage/binary_log.hpp"

#include <algorithm>
#include <utility>

#include "models/storage/binlog_compression.hpp"

namespace models {

void BinlogEntry::hand_on(Transaction& transaction) const {
  transaction.changes = decompressed(changes);
  transaction.was_committed_elsewhere = true;
  transaction.schema = schema;
  transaction.domain = domain;
  transaction.rows = rows;
  transaction.timestamp = timestamp;
}

BinaryLog::BinaryLog(sim::Simulation& simulation, const std::string& server, sim::Device& device, Costs costs,
                     std::int64_t sync_binlog, sim::Bytes max_binlog_size, Probe probe)
    : device_(device),
      costs_(std::move(costs)),
      sync_binlog_(sync_binlog),
      max_binlog_size_(max_binlog_size),
      cache_(simulation, server + ": binary log", device, sync_binlog == 1 ? sim::Seconds{} : costs_.writeback_per_mib,
             {probe, &Observer::binlog_written_back}),
      committed_all_(simulation, server + ": the commits of what is in the binary log"),
      published_more_(simulation, server + ": more of the binary log"),
      written_more_(simulation, server + ": more written to the binary log"),
      probe_(probe) {}

void BinaryLog::append(Group group) {
  ++groups_;
  const std::int64_t commit_id = group.size() > 1 ? ++commit_ids_ : 0;
  uncommitted_ += static_cast<std::int64_t>(group.size());
  group.for_each([&](Transaction& transaction) {
    end_ += transaction.changes.binlog;
    transaction.binlog_end = end_;
    transaction.binlog_index = end_entry();
    const std::int64_t last_committed = dependencies_.last_committed(transaction, transaction.binlog_index + 1);
    entries_.push_back({transaction.changes, end_, transaction.was_committed_elsewhere, transaction.original_commit,
                        std::exchange(begins_file_, false), last_committed, commit_id, transaction.waited_for_row,
                        transaction.schema, transaction.domain, std::move(transaction.rows),
                        transaction.was_committed_elsewhere ? transaction.timestamp : transaction.started});
    probe_(&Observer::logged, transaction);
  });
  if (readers_.empty()) forget_passed();
}

sim::Task<> BinaryLog::write() {
  const sim::Bytes target = end_;
  const sim::Seconds service_time = costs_.write.next();
  probe_(&Observer::call_began, LogCall::binlog_write, device_);
  co_await device_.serve(service_time);
  probe_(&Observer::call_ended, LogCall::binlog_write, device_);
  written_ = target;
  cache_.note_written(written_);
  probe_(&Observer::binlog_written, written_);
  written_more_.notify_all();
}

// The cost of an fsync is that of one group's; what has gathered beyond that is written at the device's speed first.
sim::Task<> BinaryLog::fsync() {
  const sim::Bytes target = written_;
  const sim::Seconds service_time = costs_.fsync.next() + cache_.take_dirty();
  probe_(&Observer::call_began, LogCall::binlog_fsync, device_);
  co_await device_.sync(service_time);
  probe_(&Observer::call_ended, LogCall::binlog_fsync, device_);
  ++fsyncs_;
  probe_(&Observer::binlog_synced, target);
}

// Syncs the full file, creates the next one and syncs the index. Source: MYSQL_BIN_LOG::new_file_impl, close.
sim::Task<> BinaryLog::rotate() {
  co_await fsync();
  file_start_ = end_;
  begins_file_ = true;
  dependencies_.begin_file(end_entry());
  ++rotations_;
  const sim::Seconds new_file = costs_.fsync.next();
  probe_(&Observer::call_began, LogCall::binlog_rotation, device_);
  co_await device_.sync(new_file);
  const sim::Seconds index = costs_.fsync.next();
  co_await device_.sync(index);
  probe_(&Observer::call_ended, LogCall::binlog_rotation, device_);
}

sim::Task<> BinaryLog::all_committed() {
  while (uncommitted_ > 0) co_await committed_all_.wait();
}

sim::Task<> BinaryLog::sync_group() {
  if (sync_binlog_ == 0) co_return;
  if (++groups_since_sync_ < sync_binlog_) co_return;
  groups_since_sync_ = 0;
  co_await fsync();
}

void BinaryLog::publish(sim::Bytes position) {
  published_ = std::max(published_, position);
  probe_(&Observer::published, published_);
  published_more_.notify_all();
}

void BinaryLog::note_commit(const Transaction& transaction, sim::Instant when) {
  if (--uncommitted_ == 0) committed_all_.notify_all();
  if (transaction.binlog_index < first_) return;
  BinlogEntry& committed = entry(transaction.binlog_index);
  if (committed.is_committed) return;
  committed.is_committed = true;
  committed.committed_at = when;
}

int BinaryLog::add_reader() {
  readers_.push_back(0);
  return static_cast<int>(readers_.size()) - 1;
}

void BinaryLog::reader_passed(int reader, std::int64_t next_index) {
  readers_[static_cast<std::size_t>(reader)] = next_index;
  forget_passed();
}

void BinaryLog::forget_passed() {
  std::int64_t passed = end_entry();
  for (const std::int64_t reader : readers_) passed = std::min(passed, reader);
  while (first_ < passed) {
    entries_.pop_front();
    ++first_;
  }
}

}  // namespace models
