#include "models/server_variables.hpp"

#include <stdexcept>

#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

constexpr std::int64_t kMost = 4294967295;

// The schema of a release, or of all releases under the newest names.
class SchemaBuilder {
 public:
  explicit SchemaBuilder(const Release* release) : release_(release) {}

  template <class V, class... Rules>
  SchemaBuilder& field(const std::string& newest, V ServerVariables::*member, std::string doc, const Rules&... rules) {
    const std::string name = name_of(newest);
    is_in_ = !name.empty();
    if (is_in_) schema_.field(name, member, std::move(doc), rules...);
    return *this;
  }

  SchemaBuilder& note(std::string text) {
    if (is_in_) schema_.note(std::move(text));
    return *this;
  }

  sim::Schema<ServerVariables> schema() { return std::move(schema_); }

 private:
  std::string name_of(const std::string& newest) const {
    if (release_ == nullptr) return newest;
    const Variable* variable = find_variable(newest);
    if (variable == nullptr) throw std::logic_error("no releases are known for the server variable " + newest);
    const std::vector<std::string> names = names_in(*variable, *release_);
    return names.empty() ? "" : names.front();
  }

  const Release* release_;
  bool is_in_ = false;
  sim::Schema<ServerVariables> schema_{"server variables", "the server variables that are simulated"};
};

// MariaDB's 3 asks for the redo log flushes of both prepare and commit.
int most_flush_log(const Release* release) {
  const bool has_three = release == nullptr || (release->is("mariadb") && release->at_least(10));
  return has_three ? 3 : 2;
}

void add_durability(SchemaBuilder& builder, const Release* release) {
  using V = ServerVariables;
  builder
      .field("log_bin", &V::log_bin, "binary log; by default ON where another server replicates from this one, and from MySQL 8.0 on")
      .field("sync_binlog", &V::sync_binlog,
             "fsync of the binary log after every n-th transaction before MySQL 5.6, from then on and in MariaDB after every n-th "
             "commit group; 0: left to the operating system",
             sim::between<std::int64_t>(0, kMost))
      .field("innodb_flush_log_at_trx_commit", &V::innodb_flush_log_at_trx_commit,
             "redo log at commit: 1 write and fsync, 2 write, 0 nothing; in MariaDB 3: write and fsync at prepare and at commit",
             sim::between(0, most_flush_log(release)))
      .field("innodb_flush_log_at_timeout", &V::innodb_flush_log_at_timeout, "interval of the background redo log flush",
             sim::between(sim::Seconds{1}, sim::Seconds{2700})).note("the server counts it in seconds")
      .field("innodb_support_xa", &V::innodb_support_xa, "redo log flush when a transaction is prepared for the binary log")
      .field("innodb_log_writer_threads", &V::innodb_log_writer_threads,
             "threads of their own write and flush the redo log; from MySQL 8.4 on by default ON with 32 cores and more")
      .field("innodb_log_file_buffering", &V::innodb_log_file_buffering,
             "redo log writes go to the page cache; OFF: to the device; by default ON with innodb_flush_log_at_trx_commit=2")
      .field("innodb_log_file_write_through", &V::innodb_log_file_write_through, "every redo log write is durable and needs no sync")
      .field("innodb_flush_method", &V::innodb_flush_method,
             "of the redo log: O_DSYNC makes every write durable, ALL_O_DIRECT writes to the device and does not sync, the others sync; "
             "what it does to data files is not simulated")
      .field("innodb_use_fdatasync", &V::innodb_use_fdatasync, "the redo log is synced with fdatasync instead of fsync")
      .field("innodb_thread_concurrency", &V::innodb_thread_concurrency, "threads that may be inside InnoDB; 0: no limit",
             sim::between(0, 1000))
      .field("innodb_commit_concurrency", &V::innodb_commit_concurrency,
             "threads that may commit in InnoDB's memory at a time; ordered commits do that one at a time anyway; 0: no limit",
             sim::between(0, 1000));
}

void add_connections(SchemaBuilder& builder) {
  using V = ServerVariables;
  builder
      .field("max_connections", &V::max_connections, "clients that may be connected; a scenario with more is refused",
             sim::between(1, 100000))
      .field("thread_handling", &V::thread_handling, "a thread for every connection, or the thread pool")
      .field("thread_pool_size", &V::thread_pool_size,
             "groups of the thread pool, each with about one thread that uses CPU; by default as many as the host has cores",
             sim::between(1, 100000))
      .field("thread_pool_oversubscribe", &V::thread_pool_oversubscribe,
             "so many threads more may be active in a group once threads come back from waiting", sim::between(1, 1000))
      .field("thread_pool_stall_limit", &V::thread_pool_stall_limit,
             "a group whose queue has not moved for so long lets one more thread work",
             sim::between(sim::Seconds{0.001}, sim::Seconds{4294967.295})).note("the server counts it in milliseconds");
}

void add_group_commit(SchemaBuilder& builder) {
  using V = ServerVariables;
  builder.field("binlog_order_commits", &V::binlog_order_commits, "the storage engine commits in binary log order, in a commit stage")
      .field("binlog_max_flush_queue_time", &V::binlog_max_flush_queue_time,
             "how long the leader of MySQL 5.6 takes newly arrived transactions into its group; 0: as long as there are any",
             sim::between(sim::Seconds{0}, sim::Seconds{0.1})).note("the server counts it in microseconds")
      .field("binlog_group_commit_sync_delay", &V::binlog_group_commit_sync_delay, "wait in the sync stage for more transactions",
             sim::between(sim::Seconds{0}, sim::Seconds{1})).note("the server counts it in microseconds")
      .field("binlog_group_commit_sync_no_delay_count", &V::binlog_group_commit_sync_no_delay_count,
             "so many waiting transactions end the delay; 0: none do", sim::between(0, 1000000))
      .field("binlog_commit_wait_count", &V::binlog_commit_wait_count,
             "MariaDB's leader waits until so many transactions are in its group; 0: it does not wait",
             sim::between<std::int64_t>(0, kMost))
      .field("binlog_commit_wait_usec", &V::binlog_commit_wait_usec, "the longest that it waits for them",
             sim::between(sim::Seconds{0}, sim::Seconds{4294})).note("the server counts it in microseconds")
      .field("max_binlog_size", &V::max_binlog_size, "size at which a new binary log file begins",
             sim::between(sim::Bytes{4096}, sim::Bytes{1073741824}));
}

void add_replication(SchemaBuilder& builder) {
  using V = ServerVariables;
  builder.field("rpl_semi_sync_source_enabled", &V::rpl_semi_sync_source_enabled, "semi-sync on the source's side")
      .field("rpl_semi_sync_source_timeout", &V::rpl_semi_sync_source_timeout, "wait for an ACK before falling back to asynchronous",
             sim::between(sim::Seconds{0}, sim::Seconds{4294967.295})).note("the server counts it in milliseconds")
      .field("rpl_semi_sync_source_wait_point", &V::rpl_semi_sync_source_wait_point, "where a commit waits for the ACK")
      .field("rpl_semi_sync_source_wait_for_replica_count", &V::rpl_semi_sync_source_wait_for_replica_count,
             "ACKs from so many replicas release a commit", sim::between(1, 65535))
      .field("rpl_semi_sync_source_wait_no_replica", &V::rpl_semi_sync_source_wait_no_replica,
             "wait out the timeout although too few semi-sync replicas are connected")
      .field("rpl_semi_sync_replica_enabled", &V::rpl_semi_sync_replica_enabled, "semi-sync on the replica's side")
      .field("sync_relay_log", &V::sync_relay_log, "fsync of the relay log after every n-th event; 0: left to the operating system",
             sim::between<std::int64_t>(0, kMost))
      .field("log_replica_updates", &V::log_replica_updates, "a replica writes what it applies to its own binary log");
}

void add_appliers(SchemaBuilder& builder) {
  using V = ServerVariables;
  builder.field("relay_log_info_repository", &V::relay_log_info_repository,
                "the applier's position: TABLE, a row that every transaction updates, or FILE, written after every commit")
      .field("sync_relay_log_info", &V::sync_relay_log_info,
             "fsync of the file with the applier's position after every n-th transaction; 0: left to the operating system",
             sim::between<std::int64_t>(0, kMost))
      .field("relay_log_recovery", &V::relay_log_recovery,
             "a replica that starts after a crash throws away what it had not applied; only what a crash would lose depends on it")
      .field("binlog_transaction_dependency_tracking", &V::binlog_transaction_dependency_tracking,
             "what a source takes for independent: what was about to commit at one time, or what changed different rows, in "
             "different sessions as well")
      .field("binlog_transaction_dependency_history_size", &V::binlog_transaction_dependency_history_size,
             "rows whose last change is remembered for WRITESET", sim::between(1, 1000000))
      .field("replica_parallel_workers", &V::replica_parallel_workers, "threads that apply transactions; 0: the SQL thread itself",
             sim::between(0, 1024))
      .field("replica_parallel_type", &V::replica_parallel_type,
             "what workers apply at once: transactions of different schemas, or what the source found to be independent")
      .field("replica_preserve_commit_order", &V::replica_preserve_commit_order, "workers commit in the order of the source")
      .field("replica_pending_jobs_size_max", &V::replica_pending_jobs_size_max, "events in the queues of all workers together",
             sim::between(sim::Bytes{1024}, sim::Bytes{68719476736}))
      .field("replica_checkpoint_group", &V::replica_checkpoint_group,
             "transactions that may be handed over before those at the head have been applied; obeyed with DATABASE",
             sim::between(32, 524280))
      .field("slave_parallel_threads", &V::slave_parallel_threads, "threads that apply transactions; 0: the SQL thread itself",
             sim::between(0, 16383))
      .field("slave_parallel_mode", &V::slave_parallel_mode,
             "which transactions threads apply at once: none, only while committing, those of one group commit, all")
      .field("slave_parallel_max_queued", &V::slave_parallel_max_queued, "events in the queue of a thread",
             sim::between(sim::Bytes{0}, sim::Bytes{2147483647}))
      .field("slave_domain_parallel_threads", &V::slave_domain_parallel_threads, "threads that one domain may have; 0: all",
             sim::between(0, 16383))
      .field("gtid_cleanup_batch_size", &V::gtid_cleanup_batch_size,
             "rows of mysql.gtid_slave_pos that gather until the slave background thread deletes them", sim::between(0, 2147483647));
}

void add_compression(SchemaBuilder& builder) {
  using V = ServerVariables;
  builder
      .field("replica_compressed_protocol", &V::replica_compressed_protocol,
             "what comes from the source is compressed with zlib on the way, write by write")
      .field("binlog_transaction_compression", &V::binlog_transaction_compression,
             "sessions compress their transactions with zstd: smaller in the binary log, on the way and in relay logs")
      .field("log_bin_compress", &V::log_bin_compress,
             "sessions compress row events with zlib: smaller in the binary log and on the way")
      .field("log_bin_compress_min_len", &V::log_bin_compress_min_len, "shorter events are left as they are",
             sim::between(sim::Bytes{10}, sim::Bytes{1024}));
}

sim::Schema<ServerVariables> schema_of(const Release* release) {
  SchemaBuilder builder(release);
  add_durability(builder, release);
  add_connections(builder);
  add_group_commit(builder);
  add_replication(builder);
  add_appliers(builder);
  add_compression(builder);
  return builder.schema();
}

}  // namespace

sim::Schema<ServerVariables> server_variables_schema() { return schema_of(nullptr); }

sim::Schema<ServerVariables> server_variables_schema(const Release& release) { return schema_of(&release); }

ServerVariables default_variables(const Release& release) {
  sim::Node defaults = sim::Node::mapping({});
  for (const Variable& each : server_variables()) {
    const std::string value = each.effect == Variable::Effect::obeyed ? default_in(each, release) : "";
    if (!value.empty()) defaults.append(each.name, {}, sim::Node::scalar({}, value));
  }
  ServerVariables variables;
  sim::Diagnostics diagnostics;
  if (!server_variables_schema().bind(defaults, variables, diagnostics)) {
    throw std::logic_error("a server variable's default is wrong: " + diagnostics.sorted().front().message);
  }
  return variables;
}

}  // namespace models
