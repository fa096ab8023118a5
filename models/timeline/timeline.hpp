// What happened in a window of a run: rows, the spans on them, the lives of transactions, the commit groups, and events one by one.
// Recorded by TimelineRecorder; drawn by `commitsim explain`, written by experiments/trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/observer.hpp"
#include "models/transaction.hpp"
#include "sim/core/units.hpp"

namespace models {

// From when to when, counted from the beginning of the measurement, as a scenario's own times are. `until` is outside.
struct TimelineWindow {
  sim::Seconds from{};
  sim::Seconds until{};
};

// Whatever can be busy: a line of a drawing, a thread of a trace.
struct TimelineRow {
  enum class Kind : std::uint8_t { client, stage, device, link, applier };

  std::string server;
  Kind kind = Kind::client;
  std::string name;         // "client 3", "flush stage", "redo log", "to replica1", "worker 2"
  std::string detail = {};  // of a stage its mutex, "LOCK_log"
  std::int64_t order = 0;   // among the rows of its kind

  bool operator==(const TimelineRow&) const = default;
};

inline constexpr std::int64_t kNobody = -1;

// "redo log", "binary log" or "relay log": what is called for.
std::string file_of(LogCall call);

// A part of a transaction's response time. The parts of one tile its life: each begins at the instant at which the last one ended.
struct TimelinePart {
  Part part{};
  sim::Instant begin{};
  sim::Instant end{};
};

// A transaction from the client's start to the answer; on a replica from where its applier begins to where it has applied it.
struct TimelineLife {
  std::int64_t number = kNobody;  // by which spans, groups and events name it
  std::size_t row = 0;
  sim::Instant begin{};
  sim::Instant end{};                  // of what is known of it
  bool has_ended = false;
  std::int64_t entry = kNobody;        // its number in the binary log of the server that it was first committed on
  std::int64_t original = kNobody;     // on a replica: the life on its source, where that is in the window too
  std::vector<TimelinePart> parts = {};
};

// Transactions that had a stage together: they wait in its queue, and their leader has its mutex for a while.
struct TimelineGroup {
  std::int64_t number = kNobody;
  std::size_t row = 0;                    // of the stage
  std::vector<std::int64_t> members = {};  // lives, in commit order; the first one leads
  sim::Instant taken{};                   // out of the queue, or (without a queue) when they came to the mutex
};

// Something on a row from one instant to another, that is not a part of a transaction: a stage's mutex held by the leader of a group,
// a call that a device serves, a message under way.
struct TimelineSpan {
  enum class Kind : std::uint8_t { stage, call, message, ack };

  std::size_t row = 0;
  Kind kind = Kind::stage;
  LogCall call{};                       // of a device
  sim::Instant begin{};
  sim::Instant end{};
  sim::Instant asked{};                 // of a device: since when the call has waited for it
  std::int64_t group = kNobody;         // of a stage
  std::int64_t first = kNobody;         // of a message: binary log entries [first, last); of an ACK: the last one acknowledged
  std::int64_t last = kNobody;
  bool wants_ack = false;
};

struct TimelineEvent {
  enum class Kind : std::uint8_t {
    began,             // a client's transaction begins, or an applier's
    commit_began,      // its statements are done
    enrolled,          // a group (of `size`) enrols in a stage queue, which holds `level` then; it `leads` or not
    took_first,        // the leader takes the first of the queue, of which `level` are left
    took_queue,        // the leader has taken the queue
    entered,           // a transaction or group has come to a mutex that has no queue
    left,              // a mutex is released
    call_began,
    call_ended,
    logged,            // in the binary log, in order
    published,         // readable by dump threads
    committed,         // by the storage engine: visible, locks freed
    ack_wait_began,    // for the ACK of its place in the binary log
    ack_wait_ended,
    sent,              // `size` transactions to a replica
    received,
    relayed,           // the relay log is written; `level` transactions wait for the applier
    ack_sent,
    ack_received,
    semi_sync_on,
    semi_sync_off,
    applied,           // by a replica; `level` transactions wait still
    woken,             // a follower goes on
    answered,
  };

  sim::Instant at{};
  Kind kind{};
  std::size_t row = 0;
  std::int64_t life = kNobody;   // whom it is about; of a group its first member
  std::int64_t group = kNobody;
  LogCall call{};
  std::int64_t size = 0;
  std::int64_t level = kNobody;
  bool leads = false;
  std::int64_t entry = kNobody;  // of the binary log, the last one that it is about
};

struct Timeline {
  sim::Instant measured_from{};
  TimelineWindow window;
  std::vector<TimelineRow> rows;
  std::vector<TimelineLife> lives;    // by number, in the order in which they began
  std::vector<TimelineGroup> groups;  // by number, in the order in which they were taken
  std::vector<TimelineSpan> spans;    // in the order in which they ended
  std::vector<TimelineEvent> events;  // by date; those of one date in the order in which they happened

  // Null where the window knows none of that number.
  const TimelineLife* life(std::int64_t number) const;
  const TimelineGroup* group(std::int64_t number) const;
};

// To hand it from one process to another; the second throws std::runtime_error where the bytes are cut short.
std::string to_bytes(const Timeline& timeline);
Timeline timeline_from_bytes(const std::string& bytes);

}  // namespace models
