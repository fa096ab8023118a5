#include "models/replication/applier.hpp"

namespace models {

Applier::Applier(Server& source, Server& replica, ApplierProgress& progress)
    : source_(source),
      replica_(replica),
      progress_(progress),
      transaction_cpu_(replica.streams().draws(replica.costs().apply_transaction_cpu.time, replica.name() + "/apply_transaction")),
      position_(replica),
      gtid_slave_pos_(replica),
      relayed_(replica.simulation(), replica.name() + ": events in the relay log") {}

void Applier::start() { replica_.simulation().spawn(replica_.name() + ": applier", read_relay_log()); }

sim::Process Applier::read_relay_log() {
  while (true) {
    const bool sleeps = relayed_.size() == 0;
    const BinlogPacket packet = co_await relayed_.pop();
    if (sleeps) co_await replica_.wake_up();
    for (std::int64_t index = packet.first; index < packet.last; ++index) {
      co_await replica_.running().pass();
      if (source_delay_.count() > 0) co_await wait_for_source_delay(index);
      co_await take_over(index);
    }
  }
}

// A delayed replica's applier sleeps until the transaction is old enough, counted from its commit on the source; one that is not
// committed there yet is brand-new. Source: sql_delay_event in sql/rpl_replica.cc.
sim::Task<> Applier::wait_for_source_delay(std::int64_t index) {
  const bool is_committed = entry(index).is_committed;
  const sim::Instant due = (is_committed ? entry(index).committed_at : replica_.now()) + source_delay_;
  if (due > replica_.now()) co_await replica_.simulation().delay(due - replica_.now());
}

sim::Task<> Applier::apply(std::int64_t index, Session session) {
  co_await replica_.running().pass();
  const sim::Instant began = replica_.now();
  Transaction transaction(replica_.simulation());
  transaction.begin(replica_.now());
  transaction.commit_order = session.commit_order;
  transaction.commit_number = session.commit_number;
  transaction.worker = session.worker;
  if (replica_.probe().is_watched()) transaction.watched_by = &replica_.probe();
  entry(index).hand_on(transaction);
  replica_.probe()(&Observer::apply_began, transaction, index);
  const sim::Bytes compressed_from = entry(index).changes.compressed_from;
  if (source_.variables().binlog_transaction_compression) co_await replica_.execute(replica_.costs().zstd.decompress(compressed_from));
  co_await change_rows(index, session);
  position_.store_in_table(transaction);
  transaction.last_committed = replica_.binary_log().dependencies().max_committed();
  const BinlogEntry& logged = entry(index);
  transaction.original_commit = logged.is_committed ? logged.committed_at : replica_.now();
  commit_begins(session);
  transaction.spend(Part::execute, replica_.now());
  co_await replica_.commit(transaction);
  gtid_slave_pos_.note_inserted();
  if (position_.is_in_file()) co_await position_.store_in_file();
  progress_.note_applied(index, replica_.now() - began);
}

sim::Seconds Applier::transaction_cpu() { return transaction_cpu_.next() + position_.table_cpu(); }

sim::Task<> Applier::change_rows(std::int64_t index, const Session&) {
  const sim::Seconds rows = replica_.costs().apply_row_cpu.mean() * entry(index).changes.rows;
  co_await replica_.execute(transaction_cpu() + rows);
}

}  // namespace models
