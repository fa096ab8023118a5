// What a server's variables come to in its version, and what is said of those that are wrong.
#include <gmock/gmock.h>

#include "models/variable_settings.hpp"
#include "tests/unit/config/reading.hpp"

namespace {

using models::VariableSettings;
using models::WaitPoint;
using sim::test::good;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Found {
  VariableSettings settings;
  std::string faults;
  sim::Provenance origins;
  std::vector<std::string> notes;
};

Found resolve(const std::string& version, const std::string& text) {
  Found found;
  sim::Diagnostics diagnostics;
  const sim::Reader reader = sim::Reader(diagnostics, &found.origins).at_key("variables");
  const sim::Node document = good("variables: " + text);
  const bool was_read = sim::Codec<VariableSettings>::read(*document.find("variables"), found.settings, reader);
  const bool right = was_read && resolve_variables(found.settings, version, reader);
  EXPECT_EQ(right, diagnostics.ok());
  found.faults = sim::test::printed(diagnostics);
  for (const auto& [place, note] : found.settings.notes) found.notes.push_back(note);
  return found;
}

std::string faults(const std::string& version, const std::string& text) { return resolve(version, text).faults; }

std::vector<std::string> notes(const std::string& version, const std::string& text) {
  const Found found = resolve(version, text);
  EXPECT_EQ(found.faults, "");
  return found.notes;
}

TEST(VariableSettings, AddWhatIsGivenToTheDefaultsOfTheVersion) {
  const Found found = resolve("mysql-5.6", "{sync_binlog: 100, log_slave_updates: ON}");
  EXPECT_EQ(found.faults, "");
  EXPECT_EQ(found.settings.values.sync_binlog, 100);
  EXPECT_TRUE(found.settings.values.log_replica_updates);
  EXPECT_EQ(found.settings.values.rpl_semi_sync_source_wait_point, WaitPoint::after_commit);
  EXPECT_THAT(found.settings.given, ElementsAre("sync_binlog", "log_replica_updates"));
  EXPECT_TRUE(found.settings.is_given("log_replica_updates"));
  EXPECT_FALSE(found.settings.is_given("log_bin"));
  EXPECT_EQ(resolve("mysql-5.6", "").settings.values.sync_binlog, 0);
  EXPECT_EQ(resolve("mysql-5.7", "{}").settings.values.sync_binlog, 1);
}

TEST(VariableSettings, AreWrittenInTheWordsOfTheVersion) {
  const Found found = resolve("mysql-5.7", "{rpl_semi_sync_master_enabled: ON, innodb_log_buffer_size: 8M}");
  const sim::Json written = sim::Codec<VariableSettings>::write(found.settings);
  EXPECT_EQ(written["rpl_semi_sync_master_enabled"], "ON");
  EXPECT_EQ(written["innodb_log_buffer_size"], "8MiB");
  EXPECT_FALSE(written.contains("rpl_semi_sync_source_enabled"));
  EXPECT_FALSE(written.contains("innodb_log_writer_threads"));
  EXPECT_EQ(found.origins.origin_of("variables.rpl_semi_sync_master_enabled"), "good.yaml:1");
  EXPECT_EQ(found.origins.origin_of("variables.innodb_log_buffer_size"), "good.yaml:1");
  EXPECT_EQ(found.origins.origin_of("variables.sync_binlog"), "default");
  EXPECT_EQ(found.origins.entries().size(), written.size());
}

TEST(VariableSettings, TakeBothNamesWhereAReleaseHasBoth) {
  for (const char* name : {"rpl_semi_sync_master_wait_point", "rpl_semi_sync_source_wait_point"}) {
    for (const char* version : {"mysql-8.0", "mysql-8.0.26", "mysql-8.4", "percona-8.0"}) {
      const Found found = resolve(version, std::string("{") + name + ": AFTER_COMMIT}");
      EXPECT_EQ(found.faults, "") << version;
      EXPECT_EQ(found.settings.values.rpl_semi_sync_source_wait_point, WaitPoint::after_commit);
    }
  }
  EXPECT_THAT(faults("mysql-8.0", "{log_slave_updates: ON, log_replica_updates: OFF}"),
              HasSubstr("good.yaml:1:36: error: 'log_slave_updates' and 'log_replica_updates' are one variable, and it is set twice"));
}

// A name that the version does not have yet means the variable all the same: a note says what the server would call it.
TEST(VariableSettings, NoteTheNameThatTheVersionHas) {
  const Found found = resolve("mysql-5.7", "{rpl_semi_sync_source_timeout: 1s}");
  EXPECT_EQ(found.faults, "");
  EXPECT_EQ(found.settings.values.rpl_semi_sync_source_timeout, sim::Seconds{1});
  ASSERT_EQ(found.settings.notes.size(), 1U);
  EXPECT_EQ(found.settings.notes[0].second,
            "mysql-5.7 calls rpl_semi_sync_source_timeout rpl_semi_sync_master_timeout: one variable, two names");
  for (const char* version : {"mysql-8.0.25", "mariadb-11.8"}) {
    EXPECT_TRUE(resolve(version, "{log_replica_updates: ON}").settings.values.log_replica_updates) << version;
  }
}

TEST(VariableSettings, NameTheReleasesThatHaveTheVariable) {
  EXPECT_EQ(faults("mysql-5.5", "{binlog_order_commits: ON}"),
            "good.yaml:1:13: error: mysql-5.5 has no binlog_order_commits; MySQL has it from 5.6 on\n1 error; nothing was run\n");
  EXPECT_THAT(faults("mariadb-10.11", "{binlog_order_commits: ON}"), HasSubstr("mariadb-10.11 has no binlog_order_commits; MySQL has"));
  EXPECT_THAT(faults("mysql-8.0", "{innodb_support_xa: ON}"), HasSubstr("MySQL had it before 8.0"));
  EXPECT_THAT(faults("mysql-5.6", "{rpl_semi_sync_master_wait_point: AFTER_COMMIT}"), HasSubstr("MySQL has it from 5.7.2 on"));
}

TEST(VariableSettings, RefuseWhatIsNotSimulated) {
  EXPECT_THAT(faults("mysql-5.7", "{sync_master_info: 4}"), HasSubstr("'sync_master_info' is not simulated at 4, only at 0, 10000"));
  EXPECT_THAT(faults("mysql-8.0", "{sync_source_info: 4}"), HasSubstr("'sync_source_info' is not simulated at 4"));
  EXPECT_THAT(faults("mariadb-10.11", "{rpl_semi_sync_slave_delay_master: on}"),
              HasSubstr("'rpl_semi_sync_slave_delay_master' is not simulated at ON, only at OFF"));
  EXPECT_EQ(faults("mysql-8.0", "{slave_parallel_type: LOGICAL_CLOCK, slave_parallel_workers: 4}"), "");
  EXPECT_EQ(faults("mysql-8.0", "{binlog_transaction_compression: ON}"), "");
  for (const char* method : {"nosync", "littlesync"}) {
    EXPECT_THAT(faults("percona-5.7", std::string("{innodb_flush_method: ") + method + "}"), HasSubstr("is not simulated"));
  }
}

// A value that other releases take.
TEST(VariableSettings, SayWhoTakesAValue) {
  EXPECT_THAT(faults("mysql-5.7", "{innodb_flush_method: ALL_O_DIRECT}"),
              HasSubstr("mysql-5.7 takes no ALL_O_DIRECT for innodb_flush_method; some releases of Percona Server and MariaDB do"));
  EXPECT_THAT(faults("mysql-8.4", "{thread_handling: pool-of-threads}"), HasSubstr("mysql-8.4 takes no pool-of-threads"));
  EXPECT_EQ(faults("percona-5.7", "{innodb_flush_method: ALL_O_DIRECT, thread_handling: pool-of-threads}"), "");
  EXPECT_THAT(notes("percona-5.7", "{innodb_flush_method: O_DSYNC, thread_handling: pool-of-threads}"), IsEmpty());
}

TEST(VariableSettings, NoteWhatChangesNothing) {
  EXPECT_THAT(notes("mysql-5.7", "{sync_binlog: 1, slave_parallel_workers: 0}"), IsEmpty());
  EXPECT_THAT(notes("mysql-5.7", "{innodb_log_buffer_size: 32MiB}"),
              ElementsAre(HasSubstr("innodb_log_buffer_size has no effect on the model")));
  EXPECT_THAT(notes("mysql-5.7", "{innodb_flush_method: O_DIRECT}"),
              ElementsAre("innodb_flush_method has no effect on the model (O_DIRECT is simulated as fsync)"));
}

TEST(VariableSettings, DoAsTheServerWithWhatItIgnores) {
  EXPECT_THAT(notes("mysql-5.7", "{innodb_support_xa: OFF, binlog_max_flush_queue_time: 1ms}"),
              ElementsAre("innodb_support_xa has no effect in mysql-5.7, where it stays at ON",
                          "binlog_max_flush_queue_time has no effect in mysql-5.7, where it stays at 0s"));
  EXPECT_THAT(notes("mysql-5.7", "{innodb_support_xa: ON}"), IsEmpty());
  EXPECT_TRUE(resolve("mysql-5.7.10", "{innodb_support_xa: OFF}").settings.values.innodb_support_xa);
  EXPECT_FALSE(resolve("mysql-5.7.9", "{innodb_support_xa: OFF}").settings.values.innodb_support_xa);
  EXPECT_EQ(resolve("mysql-5.7.9", "{binlog_max_flush_queue_time: 1ms}").settings.values.binlog_max_flush_queue_time, sim::Seconds{0});
  EXPECT_EQ(resolve("mysql-5.6", "{binlog_max_flush_queue_time: 1ms}").settings.values.binlog_max_flush_queue_time, sim::milliseconds(1));
  EXPECT_THAT(faults("mysql-5.7", "{innodb_support_xa: 7}"), HasSubstr("innodb_support_xa: "));
}

TEST(VariableSettings, SuggestTheNameThatWasMeant) {
  EXPECT_THAT(faults("mysql-5.7", "{sync_binlogs: 1}"), HasSubstr("unknown server variable 'sync_binlogs'; did you mean 'sync_binlog'?"));
  EXPECT_THAT(faults("mysql-5.7", "{rpl_semi_sync_slave_enable: ON}"), HasSubstr("did you mean 'rpl_semi_sync_slave_enabled'?"));
}

// All faults at once, and what is right beside them does not get lost.
TEST(VariableSettings, ReportEveryFault) {
  EXPECT_THAT(faults("mysql-5.7", "{sync_binlogs: 1, innodb_flush_log_at_trx_commit: 3, rpl_semi_sync_master_timeout: 100, "
                                  "max_binlog_size: 1B, innodb_use_fdatasync: ON, innodb_log_buffer_size: 1B}"),
              HasSubstr("6 errors"));
}

// The version is another one's fault; what no release knows is told all the same.
TEST(VariableSettings, OfAnUnknownVersionAreCheckedByName) {
  EXPECT_EQ(faults("oracle-19", "{rpl_semi_sync_source_enabled: ON, binlog_order_commits: ON}"), "");
  EXPECT_THAT(faults("", "{sync_binlgo: 1, log_slave_updates: ON, log_replica_updates: ON}"),
              AllOf(HasSubstr("did you mean 'sync_binlog'?"), HasSubstr("it is set twice")));
}

TEST(VariableSettings, HaveTheServersRanges) {
  const std::vector<std::pair<const char*, bool>> cases{
      {"{innodb_flush_log_at_trx_commit: 2}", true},       {"{innodb_flush_log_at_trx_commit: 3}", false},
      {"{sync_binlog: 4294967295}", true},                 {"{sync_binlog: -1}", false},
      {"{binlog_group_commit_sync_delay: 1s}", true},      {"{binlog_group_commit_sync_delay: 1.1s}", false},
      {"{binlog_group_commit_sync_delay: 100}", false},    {"{rpl_semi_sync_master_wait_for_slave_count: 0}", false},
      {"{innodb_flush_log_at_timeout: 0s}", false},        {"{rpl_semi_sync_master_timeout: 0ms}", true},
      {"{rpl_semi_sync_master_wait_point: after}", false}, {"{log_bin: ON}", true},
      {"{slave_parallel_workers: 1025}", false},           {"{innodb_flush_method: O_DIRECTLY}", false},
      {"{slave_net_timeout: 0s}", false},                  {"[]", false}};
  for (const auto& [text, right] : cases) EXPECT_EQ(faults("mysql-5.7", text).empty(), right) << text;
}

// People paste from my.cnf, where these are bare numbers.
TEST(VariableSettings, SayHowTheServerCounts) {
  EXPECT_THAT(faults("mysql-8.0", "{binlog_group_commit_sync_delay: 100}"), HasSubstr("the server counts it in microseconds"));
  EXPECT_THAT(faults("mysql-8.0", "{rpl_semi_sync_source_timeout: 100}"), HasSubstr("the server counts it in milliseconds"));
}

TEST(VariableSettings, EditorsKnowEveryName) {
  const sim::Json properties = sim::Codec<VariableSettings>::json_schema()["properties"];
  for (const char* name : {"sync_binlog", "log_slave_updates", "log_replica_updates", "slave_parallel_threads", "innodb_log_buffer_size"}) {
    EXPECT_TRUE(properties.contains(name)) << name;
    EXPECT_FALSE(properties[name].contains("default")) << name;
  }
  EXPECT_EQ(properties["innodb_flush_log_at_trx_commit"]["maximum"], 3);
  EXPECT_THAT(properties["innodb_flush_method"]["enum"].dump(), HasSubstr("ALL_O_DIRECT"));
}

}  // namespace
