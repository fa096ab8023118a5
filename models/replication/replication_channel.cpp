#include "models/replication/replication_channel.hpp"

#include "models/replication/applier_catalogue.hpp"

namespace models {
namespace {

// Unflagged events wait in the connection's network buffer until it is full or the dump thread runs out of events.
// Source: net_buffer_length, default 16 KiB.
constexpr sim::Bytes kNetBuffer{16384};

RelayLog make_relay_log(Server& replica) {
  const CostProfile& costs = replica.costs();
  const RandomStreams& streams = replica.streams();
  return {replica.simulation(),
          replica.name(),
          replica.relay_log_device(),
          {streams.draws(costs.relay_log_write.time, replica.name() + "/relay_log_write"),
           streams.draws(costs.relay_log_fsync.time, replica.name() + "/relay_log_fsync")},
          replica.variables().sync_relay_log,
          replica.probe()};
}

}  // namespace

ReplicationChannel::ReplicationChannel(Server& source, Server& replica, const ServerSpec& spec, const LinkSpec& link)
    : source_(source),
      replica_(replica),
      applies_(spec.applies),
      reader_(source.binary_log().add_reader()),
      relay_log_(make_relay_log(replica)),
      source_delay_(spec.source_delay),
      retransmission_timer_(MessageDelay::timer(link.rtt)),
      late_to_replica_(replica.streams(), link, replica.name() + "/jitter_to_replica"),
      late_to_source_(replica.streams(), link, replica.name() + "/jitter_to_source"),
      to_replica_(source.simulation(), source.host().network(), replica.host().network(),
                  replica.name() + ": events from " + source.name()),
      to_source_(source.simulation(), replica.host().network(), source.host().network(),
                 source.name() + ": ACKs from " + replica.name()),
      progress_(source, replica, reader_),
      lag_monitor_(source, progress_),
      compression_(source, replica, spec.source_compression) {
  if (applies_) applier_ = find_applier(replica.release(), replica.variables()).make(source, replica, progress_);
  if (applies_) applier_->delay_by(spec.source_delay);
  const bool both_ends = source.variables().rpl_semi_sync_source_enabled && replica.variables().rpl_semi_sync_replica_enabled;
  if (both_ends) semi_sync_number_ = source_.semi_sync().add_replica();
  if (sim::Lock* const lock_log = lock_log_of_reader()) lock_log->set_contended();
}

void ReplicationChannel::start() {
  sim::Simulation& simulation = source_.simulation();
  simulation.spawn(source_.name() + ": dump thread to " + replica_.name(), dump_thread());
  simulation.spawn(replica_.name() + ": receiver", receiver());
  if (is_semi_sync() && !stops_and_waits()) simulation.spawn(source_.name() + ": ACK receiver for " + replica_.name(), ack_receiver());
  relay_log_.start();
  if (applies_) applier_->start();
}

void ReplicationChannel::interrupt() {
  to_replica_.interrupt(retransmission_timer_);
  to_source_.interrupt(retransmission_timer_);
}

void ReplicationChannel::restore() {
  to_replica_.restore();
  to_source_.restore();
}

// What the dump thread sends in one go: up to and including an event that wants an ACK, which flushes the network
// buffer at once; otherwise until the buffer is full or everything published has been read.
BinlogPacket ReplicationChannel::next_packet() {
  BinlogPacket packet{next_to_send_, next_to_send_, {}, 0, false, {}, {}};
  sim::Bytes size{};
  while (can_read(packet.last)) {
    const BinlogEntry& entry = source_.binary_log().entry(packet.last);
    add_to(packet, entry);
    size += entry.changes.binlog;
    packet.ack_wanted = is_semi_sync() && source_.semi_sync().wants_ack(entry.end);
    if (packet.ack_wanted || size >= kNetBuffer) break;
  }
  return packet;
}

bool ReplicationChannel::can_read(std::int64_t entry) const {
  BinaryLog& binlog = source_.binary_log();
  return entry < binlog.end_entry() && binlog.entry(entry).end <= binlog.published();
}

void ReplicationChannel::add_to(BinlogPacket& packet, const BinlogEntry& entry) const {
  ++packet.last;
  packet.end = entry.end;
  packet.events += entry.changes.binlog_events;
  packet.compressed_from += entry.changes.compressed_from;
}

// The same where the dump thread reads ACKs itself. It has just woken those who wait, and decides about one event after the
// other while they register anew, so each decision comes when that event has been read.
sim::Task<BinlogPacket> ReplicationChannel::next_packet_event_by_event() {
  BinlogPacket packet{next_to_send_, next_to_send_, {}, 0, false, {}, {}};
  sim::Bytes size{};
  co_await take_turn_with_writers();
  while (can_read(packet.last)) {
    const BinlogEntry& entry = source_.binary_log().entry(packet.last);
    add_to(packet, entry);
    size += entry.changes.binlog;
    const sim::Bytes end = entry.end;
    for (int left = entry.changes.binlog_events; left > 0; --left) {
      co_await go_on_sending(source_.costs().dump_thread_cpu.mean());
      co_await source_.semi_sync().pass_mutex();
      if (left > 1) co_await take_turn_with_writers();
    }
    packet.ack_wanted = source_.semi_sync().wants_ack(end);
    if (packet.ack_wanted || size >= kNetBuffer) break;
    co_await take_turn_with_writers();
  }
  co_return packet;
}

// Where the dump thread reads under LOCK_log it takes the mutex for every event, if only for a moment: whoever writes and has
// been woken meanwhile gets in between, and the dump thread then waits until that group has been synced.
sim::Task<> ReplicationChannel::take_turn_with_writers() {
  sim::Lock* const lock_log = lock_log_of_reader();
  if (lock_log == nullptr) co_return;
  co_await source_.contend_for(*lock_log);
  lock_log->release();
}

sim::Lock* ReplicationChannel::lock_log_of_reader() const {
  return stops_and_waits() && source_.semi_sync().rules().reads_under_lock_log ? source_.lock_log() : nullptr;
}

sim::Task<> ReplicationChannel::something_to_read() {
  BinaryLog& binlog = source_.binary_log();
  const bool at_write = stops_and_waits() && source_.semi_sync().rules().is_signalled_at_write;
  while (binlog.published() <= sent_) {
    if (at_write && binlog.written() > sent_) co_return;  // it will have been published when LOCK_log is free
    if (at_write) co_await binlog.more_written();
    else co_await binlog.more_published();
    co_await source_.wake_up();
  }
}

sim::Process ReplicationChannel::dump_thread() {
  BinaryLog& binlog = source_.binary_log();
  while (true) {
    co_await something_to_read();
    BinlogPacket packet;
    if (stops_and_waits()) {
      packet = co_await next_packet_event_by_event();
    } else {
      packet = next_packet();
      co_await send_cpu(source_.costs().dump_thread_cpu.mean() * packet.events);
    }
    if (packet.ack_wanted) source_.semi_sync().note_ack_requested();
    packet.size = packet.end - sent_ + wire_overhead(packet.events);
    if (compression_.is_on()) co_await send_cpu(compression_.compress(packet.size));
    next_to_send_ = packet.last;
    sent_ = packet.end;
    source_.probe()(&Observer::sent, replica_, packet);
    const sim::Bytes size = compression_.on_wire(packet.size);
    to_replica_.send(packet, size, late_to_replica_.next(size));
    if (packet.ack_wanted && stops_and_waits()) co_await read_ack();
    if (!applies_) binlog.reader_passed(reader_, next_to_send_);
  }
}

// Packet headers, and two more bytes per event once the replica is a semi-sync one.
sim::Bytes ReplicationChannel::wire_overhead(int events) const {
  const sim::Bytes per_event = source_.costs().event_overhead + (is_semi_sync() ? kSemiSyncHeader : sim::Bytes{});
  return per_event * events;
}

sim::Process ReplicationChannel::receiver() {
  while (true) {
    const bool sleeps = to_replica_.waiting_messages() == 0;
    const BinlogPacket packet = co_await to_replica_.receive();
    replica_.probe()(&Observer::received, packet);
    if (sleeps) co_await replica_.wake_up();
    co_await replica_.running().pass();
    co_await receive_cpu(receiver_demand(packet));
    co_await relay_log_.append(packet.events, packet.end);
    replica_.probe()(&Observer::relayed, packet);
    if (packet.ack_wanted) {
      replica_.probe()(&Observer::ack_sent, packet.end);
      const sim::Bytes size = compression_.ack_on_wire(source_.costs().ack_size);
      to_source_.send(Ack{packet.end}, size, late_to_source_.next(size));
    }
    if (!applies_) continue;
    lag_monitor_.note_relayed(packet.last);
    applier_->relayed(packet);
  }
}

// MariaDB's receiver also takes apart events that are compressed in the binary log, for the relay log.
sim::Seconds ReplicationChannel::receiver_demand(const BinlogPacket& packet) const {
  const CostProfile& costs = replica_.costs();
  sim::Seconds demand = costs.receiver_cpu.mean() * packet.events + compression_.decompress(packet.size);
  if (source_.variables().log_bin_compress) demand += costs.zlib.decompress(packet.compressed_from);
  return demand;
}

sim::Process ReplicationChannel::ack_receiver() {
  while (true) co_await read_ack();
}

sim::Task<> ReplicationChannel::read_ack() {
  const sim::Instant began = source_.now();
  const bool sleeps = to_source_.waiting_messages() == 0;
  const Ack ack = co_await to_source_.receive();
  if (sleeps) co_await source_.wake_up();
  const sim::Seconds waited = stops_and_waits() ? source_.now() - began : sim::Seconds{};
  co_await source_.execute(source_.costs().ack_receiver_cpu.mean());
  source_.semi_sync().report_ack(semi_sync_number_, ack.position, waited);
}

void ReplicationChannel::reset_metrics() {
  progress_.reset_metrics();
  lag_monitor_.reset_metrics();
  dump_thread_cpu_ = receiver_cpu_ = {};
  bytes_at_reset_ = to_replica_.bytes_received();
  relay_log_.reset_counts();
}

}  // namespace models
