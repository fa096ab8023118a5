// Which release knows which variable, and what it does when nothing is set.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <sstream>

#include "models/server_variables.hpp"
#include "models/version/variable_catalogue.hpp"
#include "tests/unit/config/reading.hpp"

namespace {

using models::Release;
using models::ServerVariables;
using models::Variable;
using models::WaitPoint;
using testing::ElementsAre;
using testing::IsEmpty;

Release release(const std::string& name) { return *models::parse_release(name); }

ServerVariables defaults(const std::string& version) { return models::default_variables(release(version)); }

std::string default_of(const std::string& variable, const std::string& version) {
  const Variable* found = models::find_variable(variable);
  if (found == nullptr) return "no such variable";
  return models::is_known(*found, release(version)) ? models::default_in(*found, release(version)) : "-";
}

// Rows of the manuals and of sys_vars.cc; "-" where the release does not have the variable.
constexpr std::array<const char*, 7> kVersions{"mysql-5.5", "mysql-5.6", "mysql-5.7", "mysql-8.0",
                                                 "mysql-8.4", "mariadb-10.0", "mariadb-11.8"};

constexpr const char* kDefaults = R"(
log_bin                                     OFF   OFF   OFF   ON    ON    OFF   OFF
sync_binlog                                 0     0     1     1     1     0     0
innodb_flush_log_at_trx_commit              1     1     1     1     1     1     1
innodb_flush_log_at_timeout                 -     1s    1s    1s    1s    1s    1s
innodb_support_xa                           ON    ON    ON    -     -     ON    -
innodb_flush_method                         fsync fsync fsync fsync O_DIRECT fsync O_DIRECT
innodb_use_fdatasync                        -     -     -     OFF   ON    -     -
innodb_log_writer_threads                   -     -     -     ON    OFF   -     -
innodb_log_buffer_size                      8MiB  8MiB  16MiB 16MiB 64MiB 8MiB  16MiB
innodb_log_file_buffering                   -     -     -     -     -     -     OFF
innodb_log_file_write_through               -     -     -     -     -     -     OFF
max_connections                             151   151   151   151   151   151   151
thread_pool_oversubscribe                   -     -     -     -     -     3     3
thread_pool_stall_limit                     -     -     -     -     -     500ms 500ms
thread_pool_priority                        -     -     -     -     -     -     auto
innodb_commit_concurrency                   0     0     0     0     0     0     -
innodb_thread_concurrency                   0     0     0     0     0     0     -
binlog_order_commits                        -     ON    ON    ON    ON    -     -
binlog_max_flush_queue_time                 -     0s    0s    0s    0s    -     -
binlog_group_commit_sync_delay              -     -     0s    0s    0s    -     -
binlog_group_commit_sync_no_delay_count     -     -     0     0     0     -     -
binlog_commit_wait_count                    -     -     -     -     -     0     0
binlog_commit_wait_usec                     -     -     -     -     -     100ms 100ms
binlog_optimize_thread_scheduling           -     -     -     -     -     ON    ON
max_binlog_size                             1GiB  1GiB  1GiB  1GiB  1GiB  1GiB  1GiB
binlog_format                               STATEMENT STATEMENT ROW ROW ROW STATEMENT MIXED
binlog_row_image                            -     FULL  FULL  FULL  FULL  -     FULL
binlog_transaction_compression              -     -     -     OFF   OFF   -     -
binlog_transaction_compression_level_zstd   -     -     -     3     3     -     -
log_bin_compress                            -     -     -     -     -     -     OFF
log_bin_compress_min_len                    -     -     -     -     -     -     256B
replica_compressed_protocol                 OFF   OFF   OFF   OFF   OFF   OFF   OFF
rpl_semi_sync_source_enabled                OFF   OFF   OFF   OFF   OFF   OFF   OFF
rpl_semi_sync_source_timeout                10s   10s   10s   10s   10s   10s   10s
rpl_semi_sync_source_wait_point             -     -     AFTER_SYNC AFTER_SYNC AFTER_SYNC - AFTER_COMMIT
rpl_semi_sync_source_wait_for_replica_count -     -     1     1     1     -     -
rpl_semi_sync_source_wait_no_replica        ON    ON    ON    ON    ON    ON    ON
rpl_semi_sync_replica_enabled               OFF   OFF   OFF   OFF   OFF   OFF   OFF
rpl_semi_sync_slave_delay_master            -     -     -     -     -     -     OFF
sync_relay_log                              0     10000 10000 10000 10000 0     10000
sync_source_info                            0     10000 10000 10000 10000 0     10000
sync_relay_log_info                         0     10000 10000 10000 10000 0     10000
relay_log_info_repository                   -     FILE  FILE  TABLE -     -     -
master_info_repository                      -     FILE  FILE  TABLE -     -     -
relay_log_recovery                          OFF   OFF   OFF   OFF   OFF   OFF   OFF
log_replica_updates                         OFF   OFF   OFF   ON    ON    OFF   OFF
replica_parallel_workers                    -     0     0     4     4     -     -
slave_parallel_threads                      -     -     -     -     -     0     0
replica_parallel_type                       -     -     DATABASE LOGICAL_CLOCK LOGICAL_CLOCK - -
slave_parallel_mode                         -     -     -     -     -     -     optimistic
replica_preserve_commit_order               -     -     OFF   ON    ON    -     -
binlog_transaction_dependency_tracking      -     -     COMMIT_ORDER COMMIT_ORDER - - -
binlog_transaction_dependency_history_size  -     -     25000 25000 25000 -     -
replica_pending_jobs_size_max               -     16MiB 16MiB 128MiB 128MiB -   -
slave_parallel_max_queued                   -     -     -     -     -     128KiB 128KiB
replica_net_timeout                         60min 60min 60s   60s   60s   60min 60s
replica_transaction_retries                 10    10    10    10    10    10    10
group_replication_flow_control_period       -     -     -     1s    1s    -     -
)";

TEST(ServerVariables, HaveTheDefaultsOfEachVersion) {
  std::istringstream lines(kDefaults);
  std::string name;
  int rows = 0;
  for (; lines >> name; ++rows) {
    for (const char* version : kVersions) {
      std::string expected;
      lines >> expected;
      EXPECT_EQ(default_of(name, version), expected) << name << " in " << version;
    }
  }
  EXPECT_EQ(rows, 58);
}

// Releases within a series, where a default or a variable came in the middle of it.
TEST(ServerVariables, ChangeWithinASeries) {
  const std::vector<std::array<const char*, 4>> changes{
      {"sync_binlog", "mysql-5.7.6", "0", "1"},
      {"innodb_flush_log_at_timeout", "mysql-5.6.5", "-", "1s"},
      {"sync_relay_log", "mysql-5.6.5", "0", "10000"},
      {"rpl_semi_sync_source_wait_point", "mysql-5.7.1", "-", "AFTER_SYNC"},
      {"log_replica_updates", "mysql-8.0.2", "OFF", "ON"},
      {"innodb_log_writer_threads", "mysql-8.0.21", "-", "ON"},
      {"replica_parallel_workers", "mysql-8.0.26", "0", "4"},
      {"binlog_transaction_dependency_tracking", "mysql-5.7.21", "-", "COMMIT_ORDER"},
      {"innodb_log_buffer_size", "mariadb-10.1.8", "8MiB", "16MiB"},
      {"innodb_log_file_buffering", "mariadb-10.8.3", "-", "OFF"},
      {"slave_parallel_mode", "mariadb-10.5.0", "conservative", "optimistic"},
  };
  for (const auto& [variable, last, before, after] : changes) {
    const std::string name = last;
    const std::size_t dot = name.rfind('.');
    const std::string next = name.substr(0, dot + 1) + std::to_string(std::stoi(name.substr(dot + 1)) + 1);
    EXPECT_EQ(default_of(variable, last), before) << variable << " in " << last;
    EXPECT_EQ(default_of(variable, next), after) << variable << " in " << next;
  }
}

TEST(ServerVariables, AreThoseOf57WhereNothingIsSaid) {
  const auto schema = models::server_variables_schema();
  EXPECT_EQ(schema.write(ServerVariables{}), schema.write(defaults("mysql-5.7")));
}

// A release without the variable does one thing or the other all the same.
TEST(ServerVariables, SayWhatAReleaseDoesWithoutTheVariable) {
  EXPECT_EQ(defaults("mysql-5.5").rpl_semi_sync_source_wait_point, WaitPoint::after_commit);
  EXPECT_EQ(defaults("mariadb-10.0").rpl_semi_sync_source_wait_point, WaitPoint::after_commit);
  EXPECT_TRUE(defaults("mysql-8.0.11").innodb_log_writer_threads);
  EXPECT_FALSE(defaults("mysql-5.7").innodb_log_writer_threads);
  EXPECT_TRUE(defaults("mysql-8.0").innodb_support_xa);
  EXPECT_TRUE(defaults("mariadb-10.8.3").innodb_log_file_buffering);
  EXPECT_FALSE(defaults("mariadb-10.11").innodb_log_file_buffering);
  EXPECT_EQ(defaults("mysql-5.1").sync_relay_log, 0);
  EXPECT_TRUE(defaults("mariadb-10.11").binlog_order_commits);
}

TEST(ServerVariables, KnowVariantsAndPercona) {
  EXPECT_EQ(defaults("mysql-5.1").innodb_thread_concurrency, 8);
  EXPECT_EQ(defaults("mysql-5.1-plugin").innodb_thread_concurrency, 0);
  EXPECT_EQ(defaults("percona-5.1").innodb_thread_concurrency, 0);
  EXPECT_EQ(defaults("percona-5.7").sync_binlog, 1);
  EXPECT_EQ(default_of("thread_pool_max_threads", "percona-8.0"), "100000");
  EXPECT_EQ(default_of("thread_pool_oversubscribe", "percona-5.5.28"), "-");
  const Variable& method = *models::find_variable("innodb_flush_method");
  EXPECT_THAT(models::allowed(type_in(method, release("percona-5.7"))), testing::HasSubstr("ALL_O_DIRECT"));
  EXPECT_THAT(models::allowed(type_in(method, release("percona-8.0"))), testing::Not(testing::HasSubstr("ALL_O_DIRECT")));
  EXPECT_EQ(default_of("innodb_use_global_flush_log_at_trx_commit", "percona-5.7"), "ON");
  EXPECT_EQ(default_of("innodb_use_global_flush_log_at_trx_commit", "mysql-5.7"), "-");
}

TEST(ServerVariables, HaveTheNamesOfTheRelease) {
  const Variable& timeout = *models::find_variable("rpl_semi_sync_master_timeout");
  EXPECT_EQ(&timeout, models::find_variable("rpl_semi_sync_source_timeout"));
  EXPECT_THAT(models::names_in(timeout, release("mysql-5.1")), IsEmpty());
  EXPECT_THAT(models::names_in(timeout, release("mysql-8.0.25")), ElementsAre("rpl_semi_sync_master_timeout"));
  EXPECT_THAT(models::names_in(timeout, release("mariadb-11.8")), ElementsAre("rpl_semi_sync_master_timeout"));
  for (const char* version : {"mysql-8.0", "mysql-8.0.26", "mysql-8.4", "mysql-9", "percona-8.0"}) {
    EXPECT_THAT(models::names_in(timeout, release(version)), ElementsAre("rpl_semi_sync_source_timeout", "rpl_semi_sync_master_timeout"));
  }
}

TEST(ServerVariables, HaveTheRangesOfTheRelease) {
  const auto allows_three = [](const char* version) {
    ServerVariables variables;
    sim::Diagnostics diagnostics;
    const auto schema = models::server_variables_schema(release(version));
    return schema.bind(sim::test::good("innodb_flush_log_at_trx_commit: 3"), variables, diagnostics);
  };
  EXPECT_TRUE(allows_three("mariadb-10.0"));
  EXPECT_FALSE(allows_three("mariadb-5.5"));
  EXPECT_FALSE(allows_three("mysql-8.4"));
  EXPECT_FALSE(allows_three("percona-8.0"));
}

TEST(ServerVariables, SayWhoHasThem) {
  const auto who = [](const char* variable, const char* family) { return models::who_has(*models::find_variable(variable), family); };
  EXPECT_EQ(who("binlog_order_commits", "mysql"), "MySQL has it from 5.6 on");
  EXPECT_EQ(who("binlog_order_commits", "percona"), "Percona Server has it from 5.6 on");
  EXPECT_EQ(who("binlog_order_commits", "mariadb"), "MySQL has it from 5.6 on");
  EXPECT_EQ(who("innodb_support_xa", "mysql"), "MySQL had it before 8.0");
  EXPECT_EQ(who("binlog_transaction_dependency_tracking", "mysql"), "MySQL had it from 5.7.22 on, until 8.4");
  EXPECT_EQ(who("innodb_use_fdatasync", "mariadb"), "MySQL has it from 8.0.26 on");
}

// --- The table itself ---------------------------------------------------------------------------------------------------

TEST(VariableTable, HoldsEveryNameOnceAndPeriodsInOrder) {
  std::set<std::string> names;
  for (const std::string& name : models::variable_names()) EXPECT_TRUE(names.insert(name).second) << name << " twice";
  for (const Variable& each : models::server_variables()) {
    for (const auto& [family, periods] : each.periods) {
      const auto earlier = [](const auto& a, const auto& b) { return a.from <= b.from; };
      EXPECT_EQ(std::adjacent_find(periods.begin(), periods.end(), std::not_fn(earlier)), periods.end()) << each.name << " " << family;
    }
  }
}

TEST(VariableTable, ObeyedVariablesAreTheFieldsOfTheModel) {
  std::set<std::string> fields;
  for (const auto& field : models::server_variables_schema().describe()) fields.insert(field.path);
  for (const Variable& each : models::server_variables()) {
    EXPECT_EQ(fields.contains(each.name), each.effect == Variable::Effect::obeyed) << each.name;
    fields.erase(each.name);
    EXPECT_NE(each.doc.empty(), each.effect != Variable::Effect::obeyed) << each.name;
  }
  EXPECT_THAT(fields, IsEmpty());
}

TEST(VariableTable, DefaultsAreValuesThatTheVariablesTake) {
  for (const Variable& each : models::server_variables()) {
    if (each.effect == Variable::Effect::obeyed) continue;
    for (const auto& [family, periods] : each.periods) {
      for (const Variable::Period& period : periods) {
        if (period.default_value.empty()) continue;
        sim::Diagnostics diagnostics;
        const auto node = sim::Node::scalar({}, period.default_value);
        EXPECT_EQ(models::read_value(node, period.type.value_or(each.type), sim::Reader(diagnostics)), period.default_value) << each.name;
      }
    }
  }
}

}  // namespace
