// What applies on a replica: one alternative per file; a replica picks its by version and variables.
#pragma once

#include <cstdint>
#include <string>

#include "models/replication/applier_position.hpp"
#include "models/replication/applier_progress.hpp"
#include "models/replication/binlog_packet.hpp"
#include "models/replication/commit_order.hpp"
#include "models/replication/gtid_slave_pos.hpp"
#include "models/server.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Contract, whatever the alternative:
//  - every transaction in the relay log is applied and committed once, by the replica's own commit pipeline;
//  - a transaction begins only when all that the source says it depends on are committed here, unless the alternative rolls
//    back and repeats what went wrong.
class Applier {
 public:
  Applier(Server& source, Server& replica, ApplierProgress& progress);
  virtual ~Applier() = default;
  Applier(const Applier&) = delete;
  Applier& operator=(const Applier&) = delete;

  // So many apply at a time at most.
  virtual std::int64_t appliers() const { return 1; }

  // Starts the thread that reads the relay log.
  void start();

  // The receiver has written that to the relay log.
  void relayed(const BinlogPacket& packet) { relayed_.push(packet); }

  // SOURCE_DELAY: a transaction is so old, counted from its commit on the source, before it is applied. None by default.
  void delay_by(sim::Seconds source_delay) { source_delay_ = source_delay; }

 protected:
  // Takes over entry number so-and-so of the source's binary log: applies it, or hands it to somebody who does.
  virtual sim::Task<> take_over(std::int64_t index) = 0;

  // Who applies a transaction, and how.
  struct Session {
    std::int64_t worker = 0;
    CommitOrder* commit_order = nullptr;   // none: it commits as soon as it can
    std::int64_t commit_number = 0;        // its place there
  };

  // Applies a transaction and commits it: row changes, position, commit pipeline.
  sim::Task<> apply(std::int64_t index, Session session);

  // What an alternative does in between: instead of the mere CPU of the row changes; when the commit begins.
  virtual sim::Task<> change_rows(std::int64_t index, const Session& session);
  virtual void commit_begins(const Session&) {}

  // CPU of a transaction beside its rows, drawn anew.
  sim::Seconds transaction_cpu();

  BinlogEntry& entry(std::int64_t index) { return source_.binary_log().entry(index); }

  Server& source_;
  Server& replica_;
  ApplierProgress& progress_;

 private:
  sim::Process read_relay_log();
  sim::Task<> wait_for_source_delay(std::int64_t index);

  SampledCost transaction_cpu_;
  ApplierPosition position_;
  GtidSlavePos gtid_slave_pos_;
  sim::Seconds source_delay_{};
  sim::FifoQueue<BinlogPacket> relayed_;
};

}  // namespace models
