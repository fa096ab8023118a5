// How a transaction enters the binary log where there is no group commit.
#pragma once

#include "models/transaction.hpp"
#include "sim/engine/process.hpp"

namespace models {

class Server;

// Copies, writes and, every sync_binlog transactions, syncs one transaction; publishes it, and closes a full file. The caller
// holds LOCK_log, or a mutex that keeps others from it, throughout.
sim::Task<> log_alone(Server& server, Transaction& transaction);

}  // namespace models
