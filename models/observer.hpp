// Watches what happens in a simulated cluster: for tests, traces and oracles. A run that nobody observes pays one test of
// a pointer per event.
#pragma once

#include <cstdint>
#include <string>

#include "models/transaction.hpp"
#include "sim/engine/device.hpp"

namespace models {

class Server;
class StageQueue;
enum class LogCall : std::uint8_t { redo_write, redo_fsync, binlog_write, binlog_fsync, binlog_rotation, relay_write, relay_fsync };
struct BinlogPacket;

// One function per event, called at the instant at which it has happened; the server on which it did comes first.
// An observer must not change what it sees. Functions that an observer does not override ignore their event.
class Observer {
 public:
  virtual ~Observer() = default;

  // A server stands, and may be asked for its stages to watch their mutexes. A replica has been joined to its source, which knows it
  // by a number if it is a semi-sync one. The warm-up is over, and the measurement begins.
  virtual void built(Server&) {}
  virtual void joined(const Server& /*source*/, const Server& /*replica*/, int /*semi_sync_number*/) {}
  virtual void measurement_began(sim::Instant) {}

  // A session or an applier commits a transaction; a client is answered, which ends its response time.
  virtual void commit_began(const Server&, const Transaction&) {}
  virtual void commit_ended(const Server&, const Transaction&) {}
  virtual void answered(const Server&, const Transaction&) {}

  // A part of a transaction's time has ended now, which began at its mark: Transaction::spend.
  virtual void part_ended(const Server&, const Transaction&, Part, sim::Instant /*now*/) {}

  // Stages of ordered commit: a group enrols, of which the first member then leads or not; a leader takes the queue.
  virtual void enrolled(const Server&, const StageQueue&, Group, bool /*leads*/) {}
  virtual void took_queue(const Server&, const StageQueue&, Group) {}
  virtual void took_first(const Server&, const StageQueue&, Group) {}  // the first alone; took_queue follows for all of them

  // Transactions have come to the mutex of a stage that has no queue; one who took the place of a queue's group tells took_queue.
  virtual void entered(const Server&, const sim::Lock&, Group) {}

  // A thread calls for a file on a device, and has been served.
  virtual void call_began(const Server&, LogCall, const sim::Device&) {}
  virtual void call_ended(const Server&, LogCall, const sim::Device&) {}

  // Logs: handed to the operating system, on stable storage, readable by dump threads up to a position.
  virtual void redo_written(const Server&, sim::Bytes /*up_to*/) {}
  virtual void redo_synced(const Server&, sim::Bytes /*up_to*/) {}
  virtual void logged(const Server&, const Transaction&) {}  // in the binary log's buffer, in order
  virtual void binlog_written(const Server&, sim::Bytes /*up_to*/) {}
  virtual void binlog_synced(const Server&, sim::Bytes /*up_to*/) {}
  virtual void published(const Server&, sim::Bytes /*up_to*/) {}

  // The operating system has written back by itself what had been dirty for long. A relay log is synced or written back up to a
  // position in the source's binary log.
  virtual void redo_written_back(const Server&, sim::Bytes /*up_to*/) {}
  virtual void binlog_written_back(const Server&, sim::Bytes /*up_to*/) {}
  virtual void relay_log_synced(const Server& /*replica*/, sim::Bytes /*up_to*/) {}
  virtual void relay_log_written_back(const Server& /*replica*/, sim::Bytes /*up_to*/) {}

  // The storage engine makes a transaction visible and frees its locks.
  virtual void committed(const Server&, const Transaction&) {}

  // Replication: the dump thread sends; the replica's receiver has it, has written its relay log, and acknowledges; the source hears
  // it from its replica number so-and-so. Somebody begins and ends to wait until the log is acknowledged up to a position. An applier
  // begins a transaction that is entry number so-and-so of the source's binary log, and has committed it.
  virtual void sent(const Server& /*source*/, const Server& /*replica*/, const BinlogPacket&) {}
  virtual void received(const Server& /*replica*/, const BinlogPacket&) {}
  virtual void relayed(const Server& /*replica*/, const BinlogPacket&) {}
  virtual void ack_sent(const Server& /*replica*/, sim::Bytes) {}
  virtual void ack_received(const Server& /*source*/, int /*replica*/, sim::Bytes) {}
  virtual void ack_wait_began(const Server& /*source*/, sim::Bytes) {}
  virtual void ack_wait_ended(const Server& /*source*/, sim::Bytes) {}
  virtual void semi_sync_switched(const Server& /*source*/, bool /*on*/) {}
  virtual void apply_began(const Server& /*replica*/, const Transaction&, std::int64_t /*entry*/) {}
  virtual void applied(const Server& /*replica*/, std::int64_t /*entry*/) {}
};

// What the parts of a server hold to tell its observer, if there is one: probe_(&Observer::published, position).
class Probe {
 public:
  Probe() = default;
  Probe(Observer* observer, const Server& server) : observer_(observer), server_(&server) {}

  bool is_watched() const { return observer_ != nullptr; }

  template <class... Parameters, class... Arguments>
  void operator()(void (Observer::*event)(const Server&, Parameters...), const Arguments&... arguments) const {
    if (observer_ != nullptr) (observer_->*event)(*server_, arguments...);
  }

 private:
  Observer* observer_ = nullptr;
  const Server* server_ = nullptr;
};

}  // namespace models
