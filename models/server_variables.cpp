#include "models/server_variables.hpp"

#include <algorithm>
#include <map>

namespace models {
namespace {

// Variables with two names: the older one first used, and the newest.
// Sources: MySQL 8.0.22-8.0.26 release notes (replica_*, source_* names).
const std::vector<VariableName> kOlderNames{
    {"rpl_semi_sync_master_enabled", "rpl_semi_sync_source_enabled"},
    {"rpl_semi_sync_master_timeout", "rpl_semi_sync_source_timeout"},
    {"rpl_semi_sync_master_wait_point", "rpl_semi_sync_source_wait_point"},
    {"rpl_semi_sync_master_wait_for_slave_count", "rpl_semi_sync_source_wait_for_replica_count"},
    {"rpl_semi_sync_master_wait_no_slave", "rpl_semi_sync_source_wait_no_replica"},
    {"rpl_semi_sync_slave_enabled", "rpl_semi_sync_replica_enabled"},
    {"log_slave_updates", "log_replica_updates"},
};

// Real variables that change the timing, but that no model obeys yet: refused rather than ignored.
const std::vector<std::string> kNotSimulated{
    "replica_parallel_workers", "slave_parallel_workers", "replica_parallel_type", "slave_parallel_type",
    "replica_preserve_commit_order", "slave_preserve_commit_order", "replica_compressed_protocol",
    "slave_compressed_protocol", "binlog_transaction_dependency_tracking", "innodb_flush_method", "max_binlog_size",
    "binlog_row_image", "binlog_format", "innodb_thread_concurrency", "innodb_commit_concurrency",
    "sync_relay_log_info", "sync_master_info", "sync_source_info", "innodb_support_xa", "binlog_max_flush_queue_time"};

std::string newest_name(const std::string& name) {
  for (const VariableName& each : variable_names()) {
    if (each.name == name) return each.newest;
  }
  return "";
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const VariableName& each : variable_names()) names.push_back(each.name);
  return names;
}

bool report_unknown(const sim::Field& field, const sim::Reader& reader) {
  const auto place = field.key_mark.location();
  if (std::find(kNotSimulated.begin(), kNotSimulated.end(), field.key) != kNotSimulated.end()) {
    return reader.error_at(place, sim::quote(field.key) + " is not simulated; leave it out to simulate its default in MySQL 5.7");
  }
  return reader.error_at(place, "unknown server variable " + sim::quote(field.key) + sim::known_words(field.key, all_names()));
}

// The same mapping with every variable under its newest name. Reports unknown variables and two names of one.
bool with_newest_names(const sim::Node& node, sim::Node& renamed, const sim::Reader& reader) {
  bool right = true;
  std::map<std::string, std::string> written_as;
  for (const sim::Field& field : node.fields()) {
    const std::string newest = newest_name(field.key);
    if (newest.empty()) {
      right = report_unknown(field, reader);
      continue;
    }
    const auto [first, is_new] = written_as.emplace(newest, field.key);
    if (is_new) renamed.append(newest, field.key_mark, field.value);
    else right = reader.error_at(field.key_mark.location(), sim::quote(first->second) + " and " + sim::quote(field.key) +
                                                                " are one variable, and it is set twice");
  }
  return right;
}

const sim::Schema<ServerVariables>& schema() {
  static const sim::Schema<ServerVariables> variables = server_variables_schema();
  return variables;
}

}  // namespace

bool VariableSettings::is_given(const std::string& name) const {
  return std::find(given.begin(), given.end(), name) != given.end();
}

sim::Schema<ServerVariables> server_variables_schema() {
  using V = ServerVariables;
  return sim::Schema<V>("server variables", "the server variables that are simulated")
      .field("log_bin", &V::log_bin, "binary log; by default ON where another server replicates from this one")
      .field("sync_binlog", &V::sync_binlog, "fsync of the binary log after every n-th commit group; 0: left to the operating system",
             sim::between<std::int64_t>(0, 4294967295))
      .field("innodb_flush_log_at_trx_commit", &V::innodb_flush_log_at_trx_commit,
             "redo log at commit: 1 write and fsync, 2 write, 0 nothing", sim::between(0, 2))
      .field("innodb_flush_log_at_timeout", &V::innodb_flush_log_at_timeout, "interval of the background redo log flush",
             sim::between(sim::Seconds{1}, sim::Seconds{2700})).note("the server counts it in seconds")
      .field("binlog_order_commits", &V::binlog_order_commits, "the storage engine commits in binary log order, in a commit stage")
      .field("binlog_group_commit_sync_delay", &V::binlog_group_commit_sync_delay, "wait in the sync stage for more transactions",
             sim::between(sim::Seconds{0}, sim::Seconds{1})).note("the server counts it in microseconds")
      .field("binlog_group_commit_sync_no_delay_count", &V::binlog_group_commit_sync_no_delay_count,
             "so many waiting transactions end the delay; 0: none do", sim::between(0, 1000000))
      .field("rpl_semi_sync_source_enabled", &V::rpl_semi_sync_source_enabled, "semi-sync on the source's side")
      .field("rpl_semi_sync_source_timeout", &V::rpl_semi_sync_source_timeout, "wait for an ACK before falling back to asynchronous",
             sim::between(sim::Seconds{0}, sim::Seconds{4294967.295})).note("the server counts it in milliseconds")
      .field("rpl_semi_sync_source_wait_point", &V::rpl_semi_sync_source_wait_point, "where a commit waits for the ACK")
      .field("rpl_semi_sync_source_wait_for_replica_count", &V::rpl_semi_sync_source_wait_for_replica_count,
             "ACKs from so many replicas release a commit", sim::between(1, 65535))
      .field("rpl_semi_sync_source_wait_no_replica", &V::rpl_semi_sync_source_wait_no_replica,
             "wait out the timeout although too few semi-sync replicas are connected")
      .field("rpl_semi_sync_replica_enabled", &V::rpl_semi_sync_replica_enabled, "semi-sync on the replica's side")
      .field("sync_relay_log", &V::sync_relay_log, "fsync of the relay log after every n-th event; 0: left to the operating system",
             sim::between<std::int64_t>(0, 4294967295))
      .field("log_replica_updates", &V::log_replica_updates, "a replica writes what it applies to its own binary log");
}

const std::vector<VariableName>& variable_names() {
  static const std::vector<VariableName> names = [] {
    std::vector<VariableName> all = kOlderNames;
    for (const auto& field : schema().fields()) all.push_back({field.key, field.key});
    return all;
  }();
  return names;
}

}  // namespace models

namespace sim {

bool Codec<models::VariableSettings>::read(const Node& node, models::VariableSettings& settings, const Reader& reader) {
  if (!node.is_mapping() && !node.is_null()) return reader.wrong_kind(node, "a mapping from server variables to values");
  Node renamed = Node::mapping(node.mark());
  const bool right = models::with_newest_names(node, renamed, reader);
  for (const Field& field : renamed.fields()) settings.given.push_back(field.key);
  return models::schema().read(renamed, settings.values, reader) && right;
}

Json Codec<models::VariableSettings>::write(const models::VariableSettings& settings) {
  return models::schema().write(settings.values);
}

void Codec<models::VariableSettings>::describe(const FieldDescription& row, const models::VariableSettings& defaults,
                                               std::vector<FieldDescription>& out) {
  for (auto& inner : models::schema().describe(defaults.values, row.path)) out.push_back(std::move(inner));
}

Json Codec<models::VariableSettings>::json_schema() {
  Json schema = models::schema().json_schema_with_defaults({});
  for (const auto& older : models::kOlderNames) schema["properties"][older.name] = schema["properties"][older.newest];
  return schema;
}

void Codec<models::VariableSettings>::record_defaults(const Reader& reader) { models::schema().record_defaults(reader); }

}  // namespace sim
