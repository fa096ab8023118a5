#include "models/commit/log_alone.hpp"

#include "models/server.hpp"

namespace models {

sim::Task<> log_alone(Server& server, sim::Lock& lock_log, Transaction& transaction) {
  const Group alone(transaction);
  co_await server.lock(lock_log, alone);
  transaction.spend(Part::flush_wait, server.now());
  BinaryLog& binlog = server.binary_log();
  co_await server.execute(server.binlog_copy_cpu(alone));
  binlog.append(alone);
  co_await binlog.write();
  if (server.semi_sync().is_enabled()) server.semi_sync().register_group(transaction.binlog_end);
  transaction.spend(Part::flush, server.now());
  co_await binlog.sync_group();
  transaction.spend(Part::sync, server.now());
  server.note_group(1);
  binlog.publish(transaction.binlog_end);  // dump threads read the binary log under LOCK_log as well
  lock_log.release();
}

sim::Task<> unlog(Server& server, sim::Lock& lock_log, Transaction& transaction) {
  BinaryLog& binlog = server.binary_log();
  const Group alone(transaction);
  co_await server.lock(lock_log, alone);
  transaction.spend(Part::flush_wait, server.now());
  if (binlog.is_full()) {
    co_await binlog.all_committed();
    co_await binlog.rotate();
  }
  lock_log.release();
  transaction.spend(Part::rotation, server.now());
}

}  // namespace models
