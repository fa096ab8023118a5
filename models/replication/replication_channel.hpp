// One replica's channel to its source: dump thread, network, receiver, relay log, applier.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "models/replication/applier.hpp"
#include "models/replication/channel_compression.hpp"
#include "models/replication/lag_monitor.hpp"
#include "models/replication/message_delay.hpp"
#include "models/replication/relay_log.hpp"
#include "models/scenario.hpp"
#include "models/server.hpp"
#include "sim/engine/connection.hpp"

namespace models {

// What the ACK receiver of the source gets.
struct Ack {
  sim::Bytes position{};
};

// A semi-sync dump thread that reads ACKs itself (MySQL up to 5.6, MariaDB up to 10.2) goes on like this:
//   1. sleeps until more is written (5.6) or synced (others); before it sleeps, what is in the network buffer leaves
//   2. reads one event, in MySQL and in MariaDB up to 10.0 under LOCK_log, which whoever writes to the binary log holds, through
//      the fsync as well in 5.5, MariaDB, and 5.6 with sync_binlog=1
//   3. asks for an ACK if the event ends at a registered position that is not acknowledged and that is not below the lowest one
//      waited for; otherwise the event stays in the network buffer of 16 KiB, and it goes on with 1. To look it takes the plugin's
//      mutex for every event, which sessions that have just been woken by an ACK hold one after the other
//   4. sends the buffer and waits for the ACK
//   5. reports it to SemiSyncSource, which wakes sessions, and goes on with 1, while they come to life
// Source: mysql_binlog_send of MySQL 5.5.59; updateSyncHeader and readSlaveReply of plugin/semisync/semisync_master.cc.
class ReplicationChannel {
 public:
  // `spec`: of the replica. `link`: between the two.
  ReplicationChannel(Server& source, Server& replica, const ServerSpec& spec, const LinkSpec& link);

  // Starts its threads.
  void start();

  // Nothing gets through between the two servers, and then again.
  void interrupt();
  void restore();

  // Whether this replica acknowledges, as the plugin variables on both ends decide.
  bool is_semi_sync() const { return semi_sync_number_ >= 0; }
  int semi_sync_number() const { return semi_sync_number_; }  // by which the source knows it; -1: it is none

  Server& source() { return source_; }
  Server& replica() { return replica_; }
  bool applies() const { return applies_; }
  const ApplierProgress& progress() const { return progress_; }
  std::int64_t appliers() const { return applies_ ? applier_->appliers() : 0; }
  LagMonitor& lag_monitor() { return lag_monitor_; }
  sim::Bytes received_bytes() const { return to_replica_.bytes_received() - bytes_at_reset_; }
  std::int64_t relay_log_fsyncs() const { return relay_log_.fsyncs(); }
  sim::Seconds source_delay() const { return source_delay_; }
  sim::Seconds dump_thread_cpu() const { return dump_thread_cpu_; }
  sim::Seconds receiver_cpu() const { return receiver_cpu_; }

  // Positions whose last ACK that was needed came from this replica.
  std::int64_t last_acks() const { return is_semi_sync() ? source_.semi_sync().last_acks(semi_sync_number_) : 0; }

  // Transactions that the source has committed and this replica has not, at this moment.
  std::int64_t behind() const { return source_.binary_log().end_entry() - progress_.low_water_mark(); }

  void reset_metrics();

 private:
  sim::Process dump_thread();
  sim::Process receiver();
  sim::Process ack_receiver();
  sim::Task<> read_ack();

  BinlogPacket next_packet();
  sim::Task<BinlogPacket> next_packet_event_by_event();
  sim::Task<> something_to_read();
  sim::Task<> take_turn_with_writers();
  sim::Lock* lock_log_of_reader() const;
  bool can_read(std::int64_t entry) const;
  void add_to(BinlogPacket& packet, const BinlogEntry& entry) const;
  bool stops_and_waits() const { return is_semi_sync() && source_.semi_sync().rules().dump_thread_reads_acks; }
  auto send_cpu(sim::Seconds demand) {
    dump_thread_cpu_ += demand;
    return source_.execute(demand);
  }
  auto go_on_sending(sim::Seconds demand) {
    dump_thread_cpu_ += demand;
    return source_.go_on(demand);
  }
  auto receive_cpu(sim::Seconds demand) {
    receiver_cpu_ += demand;
    return replica_.execute(demand);
  }
  sim::Seconds receiver_demand(const BinlogPacket& packet) const;
  sim::Bytes wire_overhead(int events) const;

  Server& source_;
  Server& replica_;
  bool applies_;
  int reader_;
  int semi_sync_number_ = -1;
  RelayLog relay_log_;
  sim::Seconds source_delay_;
  sim::Seconds retransmission_timer_;
  MessageDelay late_to_replica_;
  MessageDelay late_to_source_;
  sim::Connection<BinlogPacket> to_replica_;
  sim::Connection<Ack> to_source_;
  ApplierProgress progress_;
  LagMonitor lag_monitor_;
  std::unique_ptr<Applier> applier_;  // none where the SQL thread does not run
  std::int64_t next_to_send_ = 0;
  sim::Bytes sent_{};
  sim::Bytes bytes_at_reset_{};
  ChannelCompression compression_;
  sim::Seconds dump_thread_cpu_{};
  sim::Seconds receiver_cpu_{};
};

}  // namespace models
