#include <gmock/gmock.h>

#include <set>

#include "models/server_variables.hpp"
#include "tests/unit/config/reading.hpp"

namespace {

using models::VariableSettings;
using models::WaitPoint;
using sim::test::good;
using testing::ElementsAre;
using testing::HasSubstr;

struct Document {
  VariableSettings variables;
  static sim::Schema<Document> schema() {
    return sim::Schema<Document>("document", "a server").field("variables", &Document::variables, "its variables");
  }
};

struct Found {
  VariableSettings settings;
  std::string faults;
};

Found read(const std::string& text) {
  Document document;
  sim::Diagnostics diagnostics;
  sim::schema_of<Document>().bind(good("variables: " + text), document, diagnostics);
  return {document.variables, sim::test::printed(diagnostics)};
}

TEST(ServerVariables, DefaultsAreThoseOf57) {
  const models::ServerVariables defaults;
  EXPECT_EQ(defaults.sync_binlog, 1);
  EXPECT_EQ(defaults.innodb_flush_log_at_trx_commit, 1);
  EXPECT_EQ(defaults.innodb_flush_log_at_timeout, sim::Seconds{1});
  EXPECT_TRUE(defaults.binlog_order_commits);
  EXPECT_EQ(defaults.rpl_semi_sync_source_timeout, sim::Seconds{10});
  EXPECT_EQ(defaults.rpl_semi_sync_source_wait_point, WaitPoint::after_sync);
  EXPECT_EQ(defaults.rpl_semi_sync_source_wait_for_replica_count, 1);
  EXPECT_TRUE(defaults.rpl_semi_sync_source_wait_no_replica);
  EXPECT_EQ(defaults.sync_relay_log, 10000);
}

TEST(ServerVariables, BothNamesSetOneVariable) {
  for (const char* name : {"rpl_semi_sync_master_wait_point", "rpl_semi_sync_source_wait_point"}) {
    const Found found = read(std::string("{") + name + ": AFTER_COMMIT, sync_binlog: 0}");
    EXPECT_EQ(found.faults, "");
    EXPECT_EQ(found.settings.values.rpl_semi_sync_source_wait_point, WaitPoint::after_commit);
    EXPECT_THAT(found.settings.given, ElementsAre("rpl_semi_sync_source_wait_point", "sync_binlog"));
    EXPECT_TRUE(found.settings.is_given("rpl_semi_sync_source_wait_point"));
    EXPECT_FALSE(found.settings.is_given("log_bin"));
  }
}

TEST(ServerVariables, EveryOlderNameHasItsNewest) {
  std::set<std::string> newest;
  std::set<std::string> names;
  const auto schema = models::server_variables_schema();
  for (const auto& field : schema.fields()) newest.insert(field.key);
  for (const models::VariableName& each : models::variable_names()) {
    EXPECT_TRUE(newest.contains(each.newest)) << each.name;
    EXPECT_TRUE(names.insert(each.name).second) << each.name << " twice";
  }
  for (const std::string& name : newest) EXPECT_TRUE(names.contains(name)) << name;
}

TEST(ServerVariables, TwoNamesOfOneVariableAreAFault) {
  const Found found = read("{log_slave_updates: ON, log_replica_updates: OFF}");
  EXPECT_THAT(found.faults, HasSubstr("'log_slave_updates' and 'log_replica_updates' are one variable, and it is set twice"));
}

TEST(ServerVariables, RefusesWhatIsNotSimulated) {
  for (const char* name : {"replica_parallel_workers", "slave_parallel_workers", "innodb_flush_method", "max_binlog_size"}) {
    EXPECT_THAT(read(std::string("{") + name + ": 4}").faults, HasSubstr(std::string("'") + name + "' is not simulated")) << name;
  }
}

TEST(ServerVariables, UnknownVariablesGetASuggestion) {
  EXPECT_THAT(read("{sync_binlogs: 1}").faults, HasSubstr("unknown server variable 'sync_binlogs'; did you mean 'sync_binlog'?"));
  EXPECT_THAT(read("{rpl_semi_sync_slave_enable: ON}").faults, HasSubstr("did you mean 'rpl_semi_sync_slave_enabled'?"));
}

// All faults at once, and what is right beside them does not get lost.
TEST(ServerVariables, ReportsEveryFault) {
  const Found found = read("{sync_binlogs: 1, innodb_flush_log_at_trx_commit: 3, rpl_semi_sync_source_timeout: 100, max_binlog_size: 1}");
  EXPECT_THAT(found.faults, HasSubstr("4 errors"));
}

TEST(ServerVariables, RangesAreTheServers) {
  const std::vector<std::pair<const char*, bool>> cases{
      {"{innodb_flush_log_at_trx_commit: 2}", true},      {"{innodb_flush_log_at_trx_commit: 3}", false},
      {"{sync_binlog: 4294967295}", true},                {"{sync_binlog: -1}", false},
      {"{binlog_group_commit_sync_delay: 1s}", true},     {"{binlog_group_commit_sync_delay: 1.1s}", false},
      {"{binlog_group_commit_sync_delay: 100}", false},   {"{rpl_semi_sync_source_wait_for_replica_count: 0}", false},
      {"{innodb_flush_log_at_timeout: 0s}", false},       {"{rpl_semi_sync_source_timeout: 0ms}", true},
      {"{rpl_semi_sync_source_wait_point: after}", false}, {"{log_bin: ON}", true},
      {"[]", false}};
  for (const auto& [text, right] : cases) EXPECT_EQ(read(text).faults.empty(), right) << text << ": " << read(text).faults;
}

// People paste from my.cnf, where these are bare numbers.
TEST(ServerVariables, SaysHowTheServerCounts) {
  EXPECT_THAT(read("{binlog_group_commit_sync_delay: 100}").faults, HasSubstr("the server counts it in microseconds"));
  EXPECT_THAT(read("{rpl_semi_sync_source_timeout: 100}").faults, HasSubstr("the server counts it in milliseconds"));
}

}  // namespace
