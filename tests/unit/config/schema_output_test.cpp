// What comes out of a schema beside binding: origins, the written form, `describe`, JSON Schema.
#include <gmock/gmock.h>

#include "example_spec.hpp"

namespace sim::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Provenance, HasTheOriginOfEveryLeaf) {
  auto root = good("sync_stage:\n  fsync_time: 2ms\nhosts: {db1: , db2: {cores: 2}}\nlinks:\n- {between: [a, b]}\n");
  Diagnostics diagnostics;
  ASSERT_TRUE(apply_override(root, "sync_stage.sync_binlog=0", diagnostics));
  Scenario scenario;
  Provenance origins;
  ASSERT_TRUE(schema_of<Scenario>().bind(root, scenario, diagnostics, &origins)) << printed(diagnostics);
  EXPECT_EQ(origins.origin_of("sync_stage.fsync_time"), "good.yaml:2");
  EXPECT_EQ(origins.origin_of("sync_stage.sync_binlog"), "--set sync_stage.sync_binlog");
  EXPECT_EQ(origins.origin_of("sync_stage.wait_point"), "default");
  EXPECT_EQ(origins.origin_of("hosts.db1.cores"), "default");
  EXPECT_EQ(origins.origin_of("hosts.db2.cores"), "good.yaml:3");
  EXPECT_EQ(origins.origin_of("links[0].between[1]"), "good.yaml:5");
  EXPECT_EQ(origins.origin_of("profile"), "default");
  EXPECT_EQ(origins.origin_of("sync_stage"), "") << "not a leaf";
}

TEST(Provenance, PutsTheValuesBelowAPathInItsPlace) {
  Provenance origins;
  for (const char* path : {"before", "wait_point", "after"}) origins.defaulted(path);
  Provenance below;
  below.given("wait_point.a", {"x.yaml", 3, 1});
  below.defaulted("wait_point.b");
  origins.expand("wait_point", below);
  EXPECT_THAT(origins.entries(), ElementsAre(Pair("before", "default"), Pair("wait_point.a", "x.yaml:3"),
                                             Pair("wait_point.b", "default"), Pair("after", "default")));
}

TEST(SchemaWrite, GivesWhatReadsBackTheSame) {
  Scenario first;
  ASSERT_EQ(bind_text("sync_stage: {fsync_time: 2.05ms}\nhosts: {b: {cores: 2}, a: }\nlinks: [{between: [a, b], "
                      "bandwidth: 1Gbps}]\n"
                      "warm_up: 3s\nprofile: {cpu: 7us}\nread_share: 0.1%\n",
                      first),
            "");
  const auto written = schema_of<Scenario>().write(first);
  EXPECT_EQ(written["sync_stage"]["fsync_time"], "2.05ms");
  EXPECT_EQ(written["binlog_order_commits"], "ON");
  EXPECT_EQ(written["hosts"].begin().key(), "b");
  Scenario second;
  ASSERT_EQ(bind_text(written.dump(), second), "") << "JSON is YAML";
  EXPECT_EQ(schema_of<Scenario>().write(second), written);
}

std::string row_of(const std::string& path) {
  for (const auto& row : schema_of<Scenario>().describe()) {
    if (row.path != path) continue;
    return fmt::format("{}|{}|{}|{}|{}|{}", row.type, row.unit, row.default_value, row.range, row.doc,
                       row.required ? "required" : "");
  }
  return "no such row";
}

TEST(SchemaDescribe, HasARowPerLeaf) {
  EXPECT_EQ(row_of("sync_stage.fsync_time"),
            "time|ns, us, ms, s, min, h||at least 1us|service time of one binlog fsync|required");
  EXPECT_EQ(row_of("sync_stage.sync_binlog"), "whole number||1|from 0 to 4294967295|groups per fsync|");
  EXPECT_EQ(row_of("sync_stage.wait_point"),
            "one of|AFTER_SYNC, AFTER_COMMIT, lossless|AFTER_SYNC||where the ACK is awaited|");
  EXPECT_EQ(row_of("hosts.<name>.cores"), "whole number||4|at least 1|CPU cores|");
  EXPECT_EQ(row_of("links[].between[]"), "text|||2 long|its ends|required");
  EXPECT_EQ(row_of("warm_up"), "time|ns, us, ms, s, min, h|none|more than 0s|time to leave out|");
  EXPECT_EQ(row_of("profile"), "profile||ssd||cost profile|");
  EXPECT_EQ(row_of("read_share"), "share|%|50%|at most 100%|share of reads|");
  EXPECT_EQ(row_of("binlog_order_commits"), "switch|ON, OFF|ON||commit in binlog order|");
}

TEST(SchemaDescribe, TakesDefaultsFromTheParentsInitialisers) {
  Scenario defaults;
  defaults.sync_stage.sync_binlog = 7;
  const auto rows = schema_of<Scenario>().describe(defaults);
  const auto found =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.path == "sync_stage.sync_binlog"; });
  ASSERT_NE(found, rows.end());
  EXPECT_EQ(found->default_value, "7");
}

TEST(JsonSchema, IsADraft2020Document) {
  const auto schema = schema_of<Scenario>().json_schema();
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["title"], "scenario");
  EXPECT_EQ(schema["type"], "object");
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_EQ(schema["required"], Json::array({"sync_stage"}));
  EXPECT_EQ(schema["properties"].size(), 11U);
}

TEST(JsonSchema, DescribesEveryKindOfField) {
  const auto schema = schema_of<Scenario>().json_schema();
  const auto& properties = schema["properties"];
  const auto& sync = properties["sync_stage"]["properties"];
  EXPECT_EQ(sync["fsync_time"]["type"], "string");
  EXPECT_FALSE(sync["fsync_time"].contains("default"));
  EXPECT_EQ(sync["fsync_time"]["description"], "service time of one binlog fsync; at least 1us");
  EXPECT_EQ(sync["sync_binlog"]["type"], "integer");
  EXPECT_EQ(sync["sync_binlog"]["minimum"], 0);
  EXPECT_EQ(sync["sync_binlog"]["maximum"], 4294967295);
  EXPECT_EQ(sync["sync_binlog"]["default"], 1);
  EXPECT_EQ(sync["wait_point"]["enum"][1], "AFTER_COMMIT");
  EXPECT_EQ(sync["wait_point"]["default"], "AFTER_SYNC");
  EXPECT_EQ(properties["hosts"]["minProperties"], 1);
  EXPECT_EQ(properties["hosts"]["additionalProperties"]["properties"]["cores"]["minimum"], 1);
  EXPECT_EQ(properties["links"]["items"]["properties"]["between"]["minItems"], 2);
  EXPECT_EQ(properties["links"]["items"]["properties"]["between"]["maxItems"], 2);
  EXPECT_EQ(properties["warm_up"]["anyOf"].size(), 2U);
  EXPECT_EQ(properties["think_factor"]["exclusiveMaximum"], 10.0);
  EXPECT_EQ(properties["profile"]["default"], "ssd");
  EXPECT_EQ(properties["row_size"]["default"], "200B");
}

}  // namespace
}  // namespace sim::test
