// A server starts again, all versions:
//   1. InnoDB replays its redo log as far as it reaches: what the operating system had been given if only mysqld died, what was on
//      stable storage if the machine died. Transactions with a commit record are there again; those with a prepare record are
//      prepared; all others are rolled back.
//   2. The binary log that was open is read as far as it reaches, and the XIDs in it are collected.
//   3. A prepared transaction whose XID is among them is committed, any other prepared one is rolled back.
// So a transaction is in the engine again if its commit record is there, or its prepare record and its binary log events.
// Source: sql/log.cc, MYSQL_BIN_LOG::recover and TC_LOG_BINLOG::recover; sql/handler.cc, ha_recover, xarecover_handlerton.
//
// Without binary log there is no prepare: the commit record alone counts.
//
// innodb_support_xa=OFF, up to MySQL 5.6 and MariaDB 10.2: no prepare record is written, and what the redo log has without its commit
// record is rolled back though the binary log has it. MySQL 5.6 obeys it only in a transaction that begins with an INSERT; see
// models/commit/mysql56_ordered_commit.cpp. Source: innobase_xa_prepare in storage/innobase/handler/ha_innodb.cc.
//
// A replica starts again:
//   MySQL with relay_log_recovery=ON, and MariaDB that replicates by GTID: the relay log is thrown away, and what was not applied is
//   fetched from the source anew. Source: MySQL Reference Manual, relay_log_recovery; MariaDB documentation, "CHANGE MASTER TO",
//   MASTER_USE_GTID, and "Semisynchronous Replication". Models take it that MariaDB from 10.0 on replicates by GTID.
//   otherwise: the relay log is applied as far as it reaches.
//
// An old source starts again after a replica has been promoted. Step 3 commits what it had in its binary log, though no replica may
// have it. MariaDB from 10.6.19, 10.11.9, 11.1.6, 11.2.5 and 11.4.3 on truncates the binary log instead and rolls back what was only
// prepared, if it is started with --init-rpl-role=SLAVE. Source: MDEV-33465 (and MDEV-21117, which did so with
// rpl_semi_sync_slave_enabled from 10.6.3 on). MySQL has nothing like it: such a server is built anew or rewound.
#include "models/durability/recovery_rules.hpp"

namespace models {

RecoveryRules recovery_rules(const Release& release, const ServerVariables& variables) {
  const bool is_mariadb = release.is("mariadb");
  RecoveryRules rules;
  rules.has_binlog = variables.log_bin;
  rules.discards_relay_log = variables.relay_log_recovery || (is_mariadb && release.at_least(10));
  rules.can_truncate_binlog = is_mariadb && release.at_least(10, 6);
  return rules;
}

RecoveryRules recovery_rules(const ServerSpec& server) {
  const auto release = parse_release(server.version);
  return release ? recovery_rules(*release, server.variables) : RecoveryRules{};
}

bool is_prepared_for_binlog(const Release& release, const ServerVariables& variables, const Changes& changes) {
  if (!variables.log_bin) return false;
  if (variables.innodb_support_xa) return true;
  const bool is_mysql_56 = !release.is("mariadb") && release.at_least(5, 6) && release.before(5, 7);
  return is_mysql_56 && !changes.begins_with_insert;
}

Recovered recover(const RecoveryRules& rules, const CommitTrace& trace, const LogPositions& logs, Crash crash) {
  const sim::Bytes redo = crash == Crash::host ? logs.redo_durable : logs.redo_written;
  const sim::Bytes binlog = crash == Crash::host ? logs.binlog_durable : logs.binlog_written;
  const auto reaches = [](sim::Bytes log, sim::Bytes position) { return position.count > 0 && position <= log; };
  const bool is_committed = reaches(redo, trace.commit_lsn);
  const bool in_binlog = rules.has_binlog && reaches(binlog, trace.binlog_end);
  const bool is_prepared = trace.is_prepared && reaches(redo, trace.prepare_lsn);
  return {is_committed || (is_prepared && in_binlog), in_binlog};
}

}  // namespace models
