#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Describe, HasEveryTopicThatItLists) {
  const json topics = json::parse(commitsim({"describe", "--format", "json"}).out);
  for (const json& row : topics["sections"][0]["rows"]) {
    const std::string topic = row["topic"];
    const Outcome text = commitsim({"describe", topic});
    EXPECT_EQ(text.status, 0) << topic << text;
    EXPECT_THAT(text.err, IsEmpty());
    const Outcome data = commitsim({"describe", topic, "--format", "json"});
    EXPECT_EQ(data.status, 0) << topic << data;
    EXPECT_TRUE(json::accept(data.out)) << topic;
  }
}

TEST(Describe, ShowsVariablesWithDefaultRangeAndOlderNames) {
  const std::string text = commitsim({"describe", "variables"}).out;
  EXPECT_THAT(
      text,
      testing::ContainsRegex(
          "rpl_semi_sync_source_wait_point +AFTER_SYNC +yes +rpl_semi_sync_master_wait_point +AFTER_SYNC, AFTER_COMMIT"));
  EXPECT_THAT(text, testing::ContainsRegex("innodb_flush_log_at_trx_commit +1 +yes +from 0 to 3"));
  EXPECT_THAT(text, testing::ContainsRegex("innodb_log_buffer_size +64MiB +no effect"));
}

TEST(Describe, ShowsWhatAVariableIsInEachVersion) {
  const std::string text = commitsim({"describe", "variables", "sync_binlog"}).out;
  EXPECT_THAT(text, testing::ContainsRegex("MySQL before 5\\.7\\.7 +0 "));
  EXPECT_THAT(text, testing::ContainsRegex("MySQL 5\\.7\\.7 and later +1 "));
  EXPECT_THAT(text, testing::ContainsRegex("MariaDB +0 "));
}

TEST(Describe, ShowsAVersionAndItsVariables) {
  EXPECT_THAT(commitsim({"describe", "versions"}).out, testing::ContainsRegex("mysql-5\\.7 +5\\.7 +5\\.8"));
  const std::string text = commitsim({"describe", "versions", "mysql-5.7.18"}).out;
  EXPECT_THAT(text, HasSubstr("ordered commit"));
  EXPECT_THAT(text, testing::ContainsRegex("rpl_semi_sync_master_wait_point +AFTER_SYNC +yes"));
  EXPECT_THAT(text, testing::Not(HasSubstr("binlog_commit_wait_count")));
}

TEST(Describe, ShowsWhatAsksForAnApplier) {
  const json rows = json::parse(commitsim({"describe", "appliers", "--format", "json"}).out)["sections"][0]["rows"];
  std::vector<std::string> names;
  for (const json& row : rows) {
    names.push_back(row["applier"]);
    EXPECT_FALSE(row["what it does"].get<std::string>().empty()) << row;
  }
  EXPECT_THAT(names, testing::IsSupersetOf({"single-threaded", "DATABASE", "LOGICAL_CLOCK", "conservative", "optimistic"}));
  EXPECT_THAT(commitsim({"describe", "appliers"}).out,
              testing::ContainsRegex("LOGICAL_CLOCK +MySQL: replica_parallel_workers, replica_parallel_type=LOGICAL_CLOCK"));
}

TEST(Describe, GivesASchemaThatNamesTheKeys) {
  const json schema = json::parse(commitsim({"describe", "schema"}).out);
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_TRUE(schema["properties"].contains("servers"));
  EXPECT_TRUE(schema["properties"]["run"]["properties"].contains("duration"));
  const json& variables = schema["properties"]["servers"]["additionalProperties"]["properties"]["variables"]["properties"];
  EXPECT_TRUE(variables.contains("rpl_semi_sync_master_enabled"));
  EXPECT_TRUE(variables.contains("rpl_semi_sync_source_enabled"));
}

TEST(Describe, ReportsUnknownNames) {
  const Outcome topic = commitsim({"describe", "variabels"});
  EXPECT_EQ(topic.status, 2) << topic;
  EXPECT_THAT(topic.out, IsEmpty());
  EXPECT_THAT(topic.err, HasSubstr("describe: error: unknown topic 'variabels'; did you mean 'variables'?"));
  EXPECT_EQ(commitsim({"describe", "profiles", "no-such-profile"}).status, 2);
  EXPECT_EQ(commitsim({"describe", "versions", "more"}).status, 2);
}

}  // namespace
}  // namespace cli
