// What a server finds when it starts again after a crash, by version.
#pragma once

#include "models/scenario.hpp"
#include "models/server_variables.hpp"
#include "models/transaction.hpp"
#include "models/version/release.hpp"
#include "sim/core/units.hpp"

namespace models {

// How far a server's own logs have come, as positions in them.
struct LogPositions {
  sim::Bytes redo_written{};    // in the operating system's cache at least
  sim::Bytes redo_durable{};    // on stable storage
  sim::Bytes binlog_written{};
  sim::Bytes binlog_durable{};
};

// Where a transaction stands in them. A position of zero: there is no such record.
struct CommitTrace {
  sim::Bytes prepare_lsn{};  // behind its prepare record
  sim::Bytes commit_lsn{};   // behind its commit record; it has been visible since that was written to the log buffer
  sim::Bytes binlog_end{};
  bool is_prepared = true;   // the prepare record makes it a prepared transaction
};

// The mysqld process dies and the operating system lives on; or the machine dies, or loses power.
enum class Crash { mysqld, host };

// What is left of a transaction when crash recovery has ended.
struct Recovered {
  bool in_engine = false;
  bool in_binlog = false;
};

struct RecoveryRules {
  bool has_binlog = false;
  bool discards_relay_log = false;    // what a replica had not applied when it crashed is fetched from the source anew
  bool can_truncate_binlog = false;   // an old source that starts as a replica can throw away what was not committed
};

// The rules of a release with these variables.
RecoveryRules recovery_rules(const Release& release, const ServerVariables& variables);

// Those of a server; none of a version that is no release.
RecoveryRules recovery_rules(const ServerSpec& server);

// Whether the storage engine marks a transaction as prepared before it goes to the binary log.
bool is_prepared_for_binlog(const Release& release, const ServerVariables& variables, const Changes& changes);

// What crash recovery makes of a transaction whose server stood there when it crashed.
Recovered recover(const RecoveryRules& rules, const CommitTrace& trace, const LogPositions& logs, Crash crash);

}  // namespace models
