// How a transaction enters the binary log where there is no group commit.
#pragma once

#include "models/transaction.hpp"
#include "sim/engine/process.hpp"

namespace models {

class Server;

// Under LOCK_log copies, writes and, every sync_binlog transactions, syncs one transaction, and publishes it.
sim::Task<> log_alone(Server& server, sim::Lock& lock_log, Transaction& transaction);

// What a session does when its transaction has committed: it takes LOCK_log once more, so that it waits for the transaction
// that is being written and synced, and closes the file if it is full.
// Source: TC_LOG_BINLOG::unlog and MYSQL_BIN_LOG::rotate_and_purge in sql/log.cc of 5.0 to 5.5. Measured on 5.5.62: two clients
// with redo log fsyncs of 1 ms and binary log fsyncs of 3 ms end one transaction per 4.15 ms.
sim::Task<> unlog(Server& server, sim::Lock& lock_log, Transaction& transaction);

}  // namespace models
