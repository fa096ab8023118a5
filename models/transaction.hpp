// A transaction on its way through a server, and the groups that commit together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/core/units.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Where the response time of a transaction goes. The parts tile it: each begins where the last one ended.
enum class Part : std::uint8_t {
  thread_wait,    // open arrivals only: until a client thread is free
  client,         // between the server's reply and the next statement
  execute,        // statements: CPU, and waiting for it
  lock_wait,      // for the lock of a hot row
  prepare,        // storage engine prepare
  flush_wait,     // in the queue of the flush stage
  flush,          // redo log flush of the group, binary log write
  sync_wait,      // in the queue of the sync stage, with the sync delay
  sync,           // binary log sync
  commit_wait,    // in the queue of the commit stage
  ack_wait,       // semi-sync acknowledgement
  engine_commit,  // storage engine commit, redo log flush where it happens there
  rotation,       // closing a full binary log file
  wake_up,        // from the end of the group's commit to the session running again
};

inline constexpr std::size_t kParts = 14;
inline constexpr std::array<std::string_view, kParts> kPartNames{
    "thread_wait", "client", "execute", "lock_wait", "prepare", "flush_wait", "flush",
    "sync_wait", "sync", "commit_wait", "ack_wait", "engine_commit", "rotation", "wake_up"};

// What a transaction writes.
struct Changes {
  sim::Bytes redo{};
  sim::Bytes binlog{};
  int binlog_events = 0;
  int rows = 0;
  bool begins_with_insert = false;  // its first statement is an INSERT
  const std::vector<sim::Bytes>* row_events = nullptr;  // the sizes of its row events, which its workload holds
  sim::Bytes compressed_from{};     // what has been compressed in the binary log was so long before; 0: nothing has been
  sim::Bytes saved_bytes{};         // by which that made it shorter
  int saved_events = 0;

  bool any() const { return rows > 0; }
};

class CommitOrder;
class Probe;

struct Transaction {
  explicit Transaction(sim::Simulation& simulation) : done(simulation) {}

  Changes changes;
  std::int64_t connection = -1;  // number of the client's connection; none for what an applier applies
  sim::Bytes prepare_lsn{};   // redo log position of its prepare (or, without binary log, commit) record
  sim::Bytes commit_lsn{};    // redo log position of its commit record
  sim::Bytes binlog_end{};    // where it ends in the binary log
  std::int64_t binlog_index = -1;  // its number in the binary log
  bool was_committed_elsewhere = false;  // it came by replication, and its first server committed it at ...
  sim::Instant original_commit{};
  sim::Instant timestamp{};   // of its events there
  sim::Lock* row_lock = nullptr;  // of a hot row, held until the storage engine commits
  bool waited_for_row = false;
  std::vector<std::uint64_t> rows;  // those that it changes, where somebody wants to know
  std::int64_t schema = 0;
  std::int64_t domain = 0;    // gtid_domain_id
  std::int64_t last_committed = -1;  // the highest sequence number at its engine commit when the last statement ended; -1: now
  std::int64_t worker = 0;    // of a replica, that applies it
  CommitOrder* commit_order = nullptr;  // of a replica's workers
  std::int64_t commit_number = 0;       // its place there
  sim::Completion done;       // its group has finished; the session may go on
  Transaction* next_in_group = nullptr;

  sim::Instant started{};
  sim::Instant mark{};        // end of the last part
  std::array<sim::Seconds, kParts> spent{};
  const Probe* watched_by = nullptr;  // who is told of the parts, if anybody

  void begin(sim::Instant now) { started = mark = now; }

  // The connection or, of what has come by replication, the worker: no two have the same number.
  std::int64_t session() const { return connection >= 0 ? connection : -1 - worker; }

  // Books the time since the last call to `part`.
  void spend(Part part, sim::Instant now) {
    spent[static_cast<std::size_t>(part)] += now - mark;
    if (watched_by != nullptr) tell_end_of(part, now);
    mark = now;
  }

 private:
  void tell_end_of(Part part, sim::Instant now) const;
};

// Transactions that a leader serves together, in commit order: a chain through the transactions themselves.
class Group {
 public:
  Group() = default;
  explicit Group(Transaction& only) : first_(&only), last_(&only), size_(1) { only.next_in_group = nullptr; }

  bool empty() const { return first_ == nullptr; }
  std::size_t size() const { return size_; }
  Transaction& first() const { return *first_; }
  Transaction& last() const { return *last_; }

  // Puts `later` behind this group.
  void append(Group later) {
    if (later.empty()) return;
    if (empty()) {
      *this = later;
      return;
    }
    last_->next_in_group = later.first_;
    last_ = later.last_;
    size_ += later.size_;
  }

  // Takes the first one out; the group must not be empty.
  Group take_first() {
    Transaction& taken = *first_;
    first_ = taken.next_in_group;
    if (--size_ == 0) last_ = nullptr;
    return Group(taken);
  }

  // Calls f(Transaction&) for each, in order; f may give the transaction away.
  template <class F>
  void for_each(F f) const {
    for (Transaction* member = first_; member != nullptr;) {
      Transaction* next = member->next_in_group;
      f(*member);
      member = next;
    }
  }

  void spend(Part part, sim::Instant now) const {
    for_each([&](Transaction& member) { member.spend(part, now); });
  }

 private:
  Transaction* first_ = nullptr;
  Transaction* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace models
