// commitsim durability, and what a study makes of it.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kDurabilityBase = R"(workload: {sysbench: oltp_update_non_index, threads: 8}
run: {duration: 3s, warm_up: 2s, seed: 5}
network: {default: {rtt: 2ms, bandwidth: 1Gbps}}
servers:
  source: {version: mysql-5.7, variables: {rpl_semi_sync_master_enabled: ON}}
  near: {version: mysql-5.7, replicates_from: source, variables: {rpl_semi_sync_slave_enabled: ON}}
  far: {version: mysql-5.7, replicates_from: source}
)";

class Durability : public ::testing::Test {
 protected:
  Durability() { folder_.file("base.yaml", kDurabilityBase); }

  Outcome durability(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"durability", "base.yaml", "--moments", "300"});
    return commitsim(more, {.folder = folder_.path()});
  }

  json as_json(std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--format", "json"});
    const Outcome outcome = durability(more);
    EXPECT_EQ(outcome.status, 0) << outcome;
    return json::parse(outcome.out)["durability"];
  }

  TemporaryFolder folder_;
};

TEST_F(Durability, SaysNothingWhereNothingIsLost) {
  const Outcome outcome = durability();
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("its machine crashes or loses power  nothing  nothing  nothing"));
  EXPECT_THAT(outcome.out, HasSubstr("a commit is answered when both logs are synced; sync_binlog=1, innodb_flush_log_at_trx_commit=1"));
  EXPECT_THAT(outcome.out, HasSubstr("(near) a commit is answered when a replica has it in its relay log: semi-sync"));
}

TEST_F(Durability, NamesTheSettingThatIsToBlame) {
  const json found = as_json({"--set", "servers.source.variables.innodb_flush_log_at_trx_commit=2"});
  EXPECT_EQ(found["moments"], 300);
  const json& crash = found["source_host_crash"];
  EXPECT_THAT(crash["why"].get<std::string>(), HasSubstr("innodb_flush_log_at_trx_commit=2: the redo log is only synced every 1 s"));
  EXPECT_GT(crash["lost_max"], 100);
  EXPECT_EQ(crash["lost_max"], crash["engine_behind_max"]);  // sync_binlog=1
  EXPECT_LT(crash["oldest_s"], 1.1);
  EXPECT_EQ(found["source_mysqld_crash"]["lost_max"], 0);
  EXPECT_EQ(found["source_lost"]["promoted"], "near");
}

TEST_F(Durability, PromotesWhomItIsTold) {
  const json far = as_json({"--promote", "far", "--set", "servers.source.variables.rpl_semi_sync_master_enabled=OFF"});
  EXPECT_EQ(far["source_lost"]["promoted"], "far");
  EXPECT_THAT(far["source_lost"]["why"].get<std::string>(), HasSubstr("asynchronous"));
  EXPECT_GT(far["source_lost"]["lost_mean"], 0);
  EXPECT_EQ(durability({"--promote", "source"}).status, 2);
  EXPECT_THAT(durability({"--promote", "fra"}).err, HasSubstr("did you mean 'far'"));
}

TEST_F(Durability, AnswersScriptsByRows) {
  const json answer = json::parse(commitsim({"durability", "base.yaml", "--format", "json"}, {.folder = folder_.path()}).out);
  EXPECT_EQ(answer["schema"], "commitsim.durability/1");
  std::map<std::string, json> rows;
  for (const json& row : answer["rows"]) rows[row["failure"]] = row;
  for (const char* failure : {"mysqld_crash", "os_crash", "power_loss", "host_lost"}) {
    ASSERT_TRUE(rows.contains(failure)) << failure;
    EXPECT_EQ(rows[failure]["samples"], answer["durability"]["moments"]);
  }
  EXPECT_EQ(rows["os_crash"]["acked_lost"]["max"], answer["durability"]["source_host_crash"]["lost_max"]);
  EXPECT_EQ(rows["power_loss"]["acked_lost"], rows["os_crash"]["acked_lost"]);
  EXPECT_EQ(rows["host_lost"]["visible_lost"]["max"], answer["durability"]["source_lost"]["seen_and_lost_max"]);
  EXPECT_TRUE(rows["mysqld_crash"]["promote"].is_null());
}

TEST_F(Durability, IsTheSameEachTime) { EXPECT_EQ(as_json(), as_json({"--jobs", "2"})); }

TEST_F(Durability, WritesItsFiguresAsCsv) {
  const Outcome outcome = durability({"--format", "csv"});
  EXPECT_THAT(outcome.out, HasSubstr("base.yaml,durability.source_host_crash.lost_max,0,"));
  EXPECT_THAT(outcome.out, HasSubstr("base.yaml,throughput.tps,"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("response_ms")));
}

TEST_F(Durability, CostsARunNothingUnlessItIsAskedFor) {
  const Outcome plain = commitsim({"run", "base.yaml", "--format", "json"}, {.folder = folder_.path()});
  const Outcome asked = commitsim({"run", "base.yaml", "--format", "json", "--set", "run.crash_moments=10"}, {.folder = folder_.path()});
  json with = json::parse(asked.out);
  json without = json::parse(plain.out);
  EXPECT_FALSE(without.contains("durability"));
  EXPECT_EQ(with["durability"]["moments"], 10);
  EXPECT_EQ(with["throughput"], without["throughput"]);  // who watches changes nothing
  EXPECT_EQ(with["replicas"], without["replicas"]);
}

constexpr const char* kDurabilityStudy = R"(description: the fastest setting that loses nothing when the machine dies
scenario: base.yaml
factors:
  sync_binlog: {path: servers.source.variables.sync_binlog, values: [1, 1000]}
  flush_log: {path: servers.source.variables.innodb_flush_log_at_trx_commit, values: [1, 2]}
responses: [tps, p99, lost_on_host_crash]
constraints: [lost_on_host_crash <= 0]
objective: maximise tps
)";

TEST_F(Durability, AnswersWhatAStudyAsks) {
  folder_.file("study.yaml", kDurabilityStudy);
  const Surroundings here{.folder = folder_.path()};
  ASSERT_EQ(commitsim({"sweep", "study.yaml", "--database", "d.sqlite"}, here).status, 0);
  const Outcome outcome = commitsim({"recommend", "study.yaml", "--database", "d.sqlite", "--format", "json"}, here);
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["feasible"][0]["levels"], json::parse(R"({"sync_binlog": "1", "flush_log": "1"})")) << outcome;
  EXPECT_EQ(answer["feasible"].size(), 1U);
  EXPECT_EQ(answer["infeasible"].size(), 3U);
  const Outcome page = commitsim({"report", "d.sqlite", "--output", "page.html"}, here);
  EXPECT_EQ(page.status, 0) << page;
  EXPECT_THAT(read_file(folder_.path() / "page.html"), HasSubstr("durability.source_host_crash.lost_max"));
}

}  // namespace
}  // namespace cli
