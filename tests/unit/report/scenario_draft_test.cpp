#include "experiments/init/scenario_draft.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/scenario/scenario_variable.hpp"
#include "experiments/scenario/load_scenario.hpp"

namespace experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

sim::Json option_file(const std::string& name, const sim::Json& variables) {
  return {{"file", name}, {"kind", "option_file"}, {"variables", variables}};
}

sim::Json at(const sim::Json& value, const std::string& place) { return {{"value", value}, {"place", place}}; }

// The draft's text, after checking that it can be run.
std::string runnable(const std::vector<sim::Json>& imported, const std::string& server) {
  const std::string text = draft_yaml(draft_scenario(imported, server));
  sim::Diagnostics diagnostics;
  auto root = sim::read_document_text(text, "draft.yaml", diagnostics);
  EXPECT_TRUE(root && load_scenario(std::move(*root), "draft.yaml", {}, diagnostics)) << text;
  for (const auto& each : diagnostics.sorted()) {
    EXPECT_NE(each.severity, sim::Diagnostic::Severity::Error) << to_string(each) << "\n" << text;
  }
  return text;
}

TEST(DraftVariables, NamesReleasesAsScenariosDo) {
  EXPECT_EQ(simulated_release("8.0.32-24"), "mysql-8.0.32");
  EXPECT_EQ(simulated_release("5.7.44-log"), "mysql-5.7.44");
  EXPECT_EQ(simulated_release("10.11.6-MariaDB-1:10.11.6+maria~deb12"), "mariadb-10.11.6");
  EXPECT_EQ(simulated_release("mysql-5.7"), "mysql-5.7");
  EXPECT_EQ(simulated_release("4.1.22"), std::nullopt);
  EXPECT_EQ(simulated_release("fast"), std::nullopt);
}

TEST(DraftVariables, GetTheUnitInWhichTheServerCounts) {
  EXPECT_EQ(scenario_variable("rpl_semi_sync_master_timeout", "5000", "mysql-5.7")->value, "5000ms");
  EXPECT_EQ(scenario_variable("binlog_group_commit_sync_delay", "800", "mysql-5.7")->value, "800us");
  EXPECT_EQ(scenario_variable("innodb_log_file_size", "536870912", "mysql-5.7")->value, "536870912B");
  EXPECT_EQ(scenario_variable("sync_binlog", "1000", "mysql-5.7")->value, "1000");
  EXPECT_EQ(scenario_variable("log_bin", "mysql-bin", "mysql-5.7")->value, "ON");
  EXPECT_EQ(scenario_variable("rpl_semi_sync_master_enabled", "1", "mysql-5.7")->value, "1") << "scenarios take it as the server does";
  EXPECT_EQ(scenario_variable("datadir", "/data", "mysql-5.7"), std::nullopt);
  EXPECT_NE(scenario_variable("binlog_commit_wait_count", "8", "mysql-5.7")->fault, "");
}

TEST(ScenarioDraft, ASemiSyncSourceGetsASemiSyncReplica) {
  const std::string text = runnable({option_file("my.cnf", {{"sync_binlog", at(1, "my.cnf:2:1")},
                                                            {"rpl_semi_sync_master_enabled", at("ON", "my.cnf:3:1")},
                                                            {"rpl_semi_sync_master_timeout", at(1000, "my.cnf:4:1")},
                                                            {"datadir", at("/data", "my.cnf:5:1")}})},
                                    "mysql-5.7");
  EXPECT_THAT(text, testing::ContainsRegex("source:\n    host: db1\n    version: mysql-5.7 "));
  EXPECT_THAT(text, testing::ContainsRegex("sync_binlog: 1 +# my.cnf:2:1"));
  EXPECT_THAT(text, testing::ContainsRegex("rpl_semi_sync_slave_enabled: ON +# default: the source is semi-sync"));
  EXPECT_THAT(text, HasSubstr("default: one replica; no file says how many there are"));
  EXPECT_THAT(text, HasSubstr("1 more variables touch neither commit nor replication"));
}

TEST(ScenarioDraft, SaysWhatItLeavesOut) {
  const std::string text = runnable({option_file("my.cnf", {{"sync_binlog", at("often", "my.cnf:2:1")}}),
                                     {{"file", "status.txt"}, {"kind", "status"}}},
                                    "");
  EXPECT_THAT(text, HasSubstr("# left out, my.cnf:2:1: sync_binlog = 'often'"));
  EXPECT_THAT(text, HasSubstr("# status.txt (status) says nothing that a scenario needs."));
  EXPECT_THAT(text, testing::ContainsRegex("version: mysql-8.0 +# default: no file says the version"));
}

TEST(ScenarioDraft, TakesTheVersionFromTheServer) {
  sim::Json variables = option_file("variables.txt", {{"version", at("5.7.44-log", "variables.txt:9:1")}});
  variables["kind"] = "variables";
  EXPECT_THAT(runnable({variables}, ""), testing::ContainsRegex("version: mysql-5.7.44 +# variables.txt:9:1"));
}

TEST(ScenarioDraft, FollowsTheTopology) {
  const sim::Json topology = {
      {"file", "t.json"},
      {"kind", "topology"},
      {"topology", "replication"},
      {"servers",
       {{{"name", "db1.example.net:3306"}, {"version", "mysql-8.0.36"}, {"semi_sync_source", true}, {"semi_sync_timeout_ms", 1000}},
        {{"name", "db2"}, {"replicates_from", "db1.example.net:3306"}, {"version", "8.0.36"}, {"semi_sync_replica", true}, {"cpu", 8}},
        {{"name", "db3"}, {"replicates_from", "db2"}, {"version", "8.0.36"}, {"delay_s", 3600}},
        {{"name", "lost"}, {"replicates_from", "unknown"}, {"version", "8.0.36"}}}}};
  const std::string text = runnable({topology}, "");
  EXPECT_THAT(text, HasSubstr("  db1_example_net_3306:\n"));
  EXPECT_THAT(text, HasSubstr("replicates_from: db1_example_net_3306\n"));
  EXPECT_THAT(text, HasSubstr("replicates_from: db2\n"));
  EXPECT_THAT(text, testing::ContainsRegex("rpl_semi_sync_replica_enabled: ON +# t.json"));
  EXPECT_THAT(text, testing::ContainsRegex("rpl_semi_sync_source_timeout: 1000ms +# t.json"));
  EXPECT_THAT(text, testing::ContainsRegex("source_delay: 3600s +# t.json"));
  EXPECT_THAT(text, testing::ContainsRegex("  db2:\n    cores: 8 "));
  EXPECT_THAT(text, HasSubstr("lost: its source unknown is not in the topology"));
}

TEST(ScenarioDraft, MembersOfAGroupStandAsReplicas) {
  const sim::Json topology = {{"file", "t.json"},
                              {"kind", "topology"},
                              {"topology", "group replication"},
                              {"primary", "m2"},
                              {"servers", {{{"name", "m1"}}, {{"name", "m2"}}, {{"name", "m3"}}}}};
  const std::string text = runnable({topology}, "mysql-8.0");
  EXPECT_THAT(text, HasSubstr("# group replication is not simulated: its members stand here as async replicas of m2."));
  EXPECT_THAT(text, testing::ContainsRegex("  m1:\n    host: m1\n    version: mysql-8.0 +# --server\n    replicates_from: m2\n"));
}

TEST(ScenarioDraft, ACircleIsOpened) {
  const sim::Json topology = {{"file", "t.json"},
                              {"kind", "topology"},
                              {"topology", "replication"},
                              {"servers", {{{"name", "a"}, {"replicates_from", "b"}}, {{"name", "b"}, {"replicates_from", "a"}}}}};
  EXPECT_THAT(runnable({topology}, "mysql-8.0"), HasSubstr("# a replicates in a circle, which is not simulated"));
  EXPECT_EQ(draft_scenario({{{"file", "t.json"}, {"kind", "topology"}, {"servers", sim::Json::array()}}}, "").servers.size(), 1U);
}

TEST(ScenarioDraft, NoInputBreaksOutOfItsLine) {
  const sim::Json run = {{"place", "a\nb: {c\n:1:1"}, {"threads", 4}, {"workload", "x\ny: 1"}, {"failed", "no"}, {"started", "yes"}};
  const std::string text = runnable({{{"file", "a\nb: {c\n"}, {"kind", "sysbench"}, {"runs", sim::Json::array({run})}}}, "");
  EXPECT_THAT(text, Not(HasSubstr("\nb: {")));
  EXPECT_THAT(text, Not(HasSubstr("\ny: 1")));
}

}  // namespace
}  // namespace experiments
