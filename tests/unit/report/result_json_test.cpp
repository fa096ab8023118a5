#include "experiments/report/result_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/report/result_metric.hpp"
#include "tests/unit/report/example_result.hpp"

namespace experiments {
namespace {

using sim::Json;

bool is_estimate(const Json& json) {
  return json.is_object() && json.size() == 2 && json.contains("mean") && json.contains("half_width");
}

bool has_type(const Json& value, const std::string& type) {
  if (value.is_null()) return true;
  if (type == "estimate") return is_estimate(value);
  if (type == "number") return value.is_number();
  if (type == "text") return value.is_string();
  if (type == "flag") return value.is_boolean();
  return value.is_object();
}

// The paths of all values that a metric describes, and those that none does.
struct Paths {
  std::vector<std::string> described;
  std::vector<std::string> undescribed;
};

void collect(const Json& value, const std::string& path, Paths& paths) {
  if (const ResultMetric* metric = find_result_metric(path)) {
    EXPECT_TRUE(has_type(value, metric->type)) << path << " is not a " << metric->type << ": " << value;
    paths.described.push_back(metric->key);
    return;
  }
  if (!value.is_structured() && !value.is_null()) paths.undescribed.push_back(path);
  std::size_t index = 0;
  for (const auto& [key, inner] : value.items()) {
    const std::string dot = path.empty() ? "" : ".";
    collect(inner, value.is_array() ? path + "[" + std::to_string(index++) + "]" : path + dot + key, paths);
  }
}

Result full_result() {
  Result result = example_result();
  result.summary.loads.push_back(example_load());
  result.summary.loads.back().server = "replica";
  result.summary.stalls = {{"source: client 1", "source: a semi-sync ACK", 0.25}};
  result.summary.durability = example_durability();
  return result;
}

TEST(ResultJson, HasTheKeysOfItsContract) {
  const Json json = result_json(example_result());
  EXPECT_EQ(json["schema"], "commitsim.result/1");
  EXPECT_EQ(json["scenario"]["run"]["duration"], "10s");
  EXPECT_EQ(json["origins"]["run.duration"], "example.yaml:2");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["simulated_s"], 10);
  EXPECT_EQ(json["warm_up_s"], 0.5);
  EXPECT_EQ(json["replicates"], 1);
  EXPECT_EQ(json["throughput"]["tps"], Json({{"mean", 800.0}, {"half_width", 4.25}}));
  EXPECT_EQ(json["response_ms"]["p99"]["mean"], 11.5);
  EXPECT_EQ(json["response_ms"]["max"], 40);
  EXPECT_EQ(json["commit_ms"]["sync"], 1);
  EXPECT_EQ(json["response_parts_ms"]["client"], 1);
  EXPECT_EQ(json["group_commit"]["histogram"], Json::parse(R"({"1":2000,"2":1000,"4":1000})"));
  EXPECT_EQ(json["group_commit"]["wake_ups_per_follower"], 1.75);
  EXPECT_TRUE(json["servers"][1]["group_commit"]["wake_ups_per_follower"].is_null());
  EXPECT_EQ(json["servers"][0]["fsyncs_per_s"], Json::parse(R"({"redo":400.0,"binlog":395.0,"relay_log":0.0})"));
  EXPECT_EQ(json["replicas"][0]["lag_ms"], Json::parse(R"({"mean":1.5,"p50":1.25,"p95":4.0,"p99":7.0,"max":15.0})"));
  EXPECT_EQ(json["semi_sync"]["acked"], 4000);
  EXPECT_EQ(json["semi_sync"]["Rpl_semi_sync_master_tx_avg_wait_time"], 500);
  EXPECT_EQ(json["semi_sync"]["Rpl_semi_sync_master_status"], "ON");
  EXPECT_EQ(json["series"][1], Json::parse(R"({"t_s":2.0,"tps":799.0,"mean_ms":5.1,"p95_ms":8.375})"));
  EXPECT_EQ(json["bottleneck"]["resource"], "sync stage of source");
  EXPECT_EQ(json["loads"], Json::array());
}

TEST(ResultJson, HasEveryKeyThatIsDescribedAndNoOther) {
  Paths paths;
  // 8.0.30 has both generations of MySQL's status variables, MariaDB some of its own.
  for (const char* version : {"mysql-8.0.30", "mariadb-10.11"}) {
    Result result = full_result();
    result.summary.servers[0].version = version;
    result.warnings = {"example.yaml:1:1: warning: careful"};
    collect(result_json(result), "", paths);
  }
  EXPECT_THAT(paths.undescribed, testing::IsEmpty());
  for (const ResultMetric& metric : result_metrics()) EXPECT_THAT(paths.described, testing::Contains(metric.key));
}

TEST(ResultJson, NamesTheStatusVariablesAsTheVersionDoes) {
  const auto has = [](const std::string& version, const std::string& variable) {
    Result result = example_result();
    result.summary.servers[0].version = version;
    return result_json(result)["semi_sync"].contains("Rpl_semi_sync_" + variable);
  };
  EXPECT_TRUE(has("mysql-5.5", "master_yes_tx") && !has("mysql-5.5", "source_yes_tx") && !has("mysql-5.5", "master_get_ack"));
  EXPECT_TRUE(has("mysql-8.0.25", "master_yes_tx") && !has("mysql-8.0.25", "source_yes_tx"));
  EXPECT_TRUE(has("mysql-8.0.26", "master_yes_tx") && has("mysql-8.0.26", "source_yes_tx"));
  EXPECT_TRUE(!has("mysql-8.4", "master_yes_tx") && has("mysql-8.4", "source_yes_tx"));
  EXPECT_TRUE(has("mariadb-10.11", "master_request_ack") && has("mariadb-10.11", "master_get_ack"));
  EXPECT_FALSE(has("mariadb-10.2", "master_get_ack") || has("mariadb-10.11", "source_yes_tx"));
}

TEST(ResultJson, KeepsItsKeysWithoutClientsAndWritesNull) {
  const Json full = result_json(example_result());
  const Json idle = result_json(idle_result());
  for (const auto& [key, value] : full.items()) EXPECT_TRUE(idle.contains(key)) << key;
  for (const char* part : {"workload", "throughput", "response_ms", "response_parts_ms", "commit_ms"}) {
    for (const auto& [key, value] : full[part].items()) {
      ASSERT_TRUE(idle[part].contains(key)) << part << "." << key;
      EXPECT_TRUE(idle[part][key].is_null() || idle[part][key]["mean"].is_null())
          << part << "." << key << " " << idle[part][key];
    }
  }
  EXPECT_EQ(idle["series"], Json::array());
}

TEST(ResultJson, WritesUnknownNumbersAsNull) {
  Result result = example_result();
  result.summary.loads[0].tps = {};
  result.summary.replicas[0].lag_max_ms = models::kUnknown;
  const Json json = result_json(result);
  EXPECT_TRUE(json["throughput"]["tps"]["mean"].is_null());
  EXPECT_TRUE(json["throughput"]["tps"]["half_width"].is_null());
  EXPECT_TRUE(json["replicas"][0]["lag_ms"]["max"].is_null());
}

TEST(ResultJson, TellsInputWarningsAndNotes) {
  Result result = example_result();
  result.warnings = {"example.yaml:1:1: warning: careful"};
  result.summary.replicas[0].falls_behind = true;
  const Json warnings = result_json(result)["warnings"];
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0], "example.yaml:1:1: warning: careful");
  EXPECT_THAT(warnings[1].get<std::string>(), testing::HasSubstr("replica falls behind"));
}

TEST(ResultMetric, IsFoundByThePathOfAValue) {
  ASSERT_NE(find_result_metric("servers[12].fsyncs_per_s.redo"), nullptr);
  EXPECT_EQ(find_result_metric("servers[12].fsyncs_per_s.redo")->key, "servers[].fsyncs_per_s.redo");
  EXPECT_NE(find_result_metric("group_commit.histogram.17"), nullptr);
  EXPECT_NE(find_result_metric("warnings[0]"), nullptr);
  EXPECT_EQ(find_result_metric("servers"), nullptr);
  EXPECT_EQ(find_result_metric("servers[0].fsyncs_per_s"), nullptr);
  EXPECT_EQ(find_result_metric("seeds"), nullptr);
  EXPECT_EQ(find_result_metric(""), nullptr);
}

}  // namespace
}  // namespace experiments
