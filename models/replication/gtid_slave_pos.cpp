#include "models/replication/gtid_slave_pos.hpp"

#include "models/server.hpp"

namespace models {
namespace {

// Redo log of a row of two integers that is marked as deleted, with its undo log record.
constexpr sim::Bytes kDeleteRedo{150};

}  // namespace

GtidSlavePos::GtidSlavePos(Server& replica)
    : replica_(replica), batch_size_(replica.release().is("mariadb") ? replica.variables().gtid_cleanup_batch_size : 0) {}

void GtidSlavePos::note_inserted() {
  if (batch_size_ == 0) return;
  ++old_rows_;
  if (++since_request_ < batch_size_) return;
  since_request_ = 0;
  is_asked_ = true;
  if (is_deleting_) return;
  is_deleting_ = true;
  replica_.simulation().spawn(replica_.name() + ": slave background thread", delete_old_rows());
}

sim::Process GtidSlavePos::delete_old_rows() {
  while (is_asked_) {
    is_asked_ = false;
    co_await replica_.wake_up();
    const std::int64_t rows = old_rows_;
    old_rows_ = 0;
    for (std::int64_t row = 0; row < rows; ++row) co_await replica_.execute(replica_.costs().apply_row_cpu.mean());
    const sim::Bytes position = replica_.redo_log().append(kDeleteRedo * rows);
    co_await replica_.flush_redo_at_commit(position);
  }
  is_deleting_ = false;
}

}  // namespace models
