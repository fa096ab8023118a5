// The results of real runs keep their promises: every key is described, and the parts add up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using nlohmann::json;

constexpr const char* kCluster = R"(workload: {sysbench: oltp_write_only, threads: 8, rate: 500/s}
run: {duration: 2s, warm_up: 200ms}
network: {default: {rtt: 1ms}}
servers:
  source: {version: mysql-5.7, variables: {rpl_semi_sync_master_enabled: ON}}
  near: {version: mysql-5.7, replicates_from: source, variables: {rpl_semi_sync_slave_enabled: ON}}
  reader:
    version: mysql-5.7
    replicates_from: source
    workload: {sysbench: oltp_point_select, threads: 2}
)";

std::string in_format(const std::string& format) {
  const TemporaryFolder folder;
  folder.file("cluster.yaml", kCluster);
  const Outcome outcome = commitsim({"run", "cluster.yaml", "--format", format}, {.folder = folder.path()});
  EXPECT_EQ(outcome.status, 0) << outcome;
  return outcome.out;
}

// The keys of `describe metrics`: all, and those whose values are mappings of their own.
struct Described {
  std::set<std::string> keys;
  std::set<std::string> wholes;
};

Described described() {
  Described all;
  const json metrics = json::parse(commitsim({"describe", "metrics", "--format", "json"}).out);
  for (const json& row : metrics["sections"][0]["rows"]) {
    const std::string key = row["key"];
    all.keys.insert(key);
    if (row["type"] == "mapping" || row["type"] == "estimate") all.wholes.insert(key);
  }
  return all;
}

// The keys of a result, named as `describe metrics` names them.
void collect(const json& value, const std::string& key, const Described& known, std::set<std::string>& keys) {
  const bool is_leaf = !value.is_structured() || known.wholes.count(key) > 0;
  if (is_leaf) keys.insert(key);
  if (is_leaf) return;
  for (const auto& [name, inner] : value.items()) {
    std::string inner_key = key + "[]";
    if (value.is_object()) inner_key = key.empty() ? name : key + "." + name;
    if (key.ends_with("group_commit.histogram")) inner_key = key + ".<size>";
    if (key == "bounds.alone_parts_ms") inner_key = key + ".<part>";
    if (key == "origins") inner_key = "origins.<path>";
    collect(inner, inner_key, known, keys);
  }
}

TEST(Result, HasTheKeysThatAreDescribed) {
  const Described known = described();
  std::set<std::string> keys;
  collect(json::parse(in_format("json")), "", known, keys);
  keys.erase("servers[].semi_sync");  // null where a server has none
  for (const std::string& key : keys) EXPECT_EQ(known.keys.count(key), 1U) << key << " is not described";
  for (const std::string& key : known.keys) {
    if (key.starts_with("stalls") || key.starts_with("warnings") || key.starts_with("durability")) continue;
    const bool is_of_other_versions = key.find("Rpl_semi_sync_source_") != std::string::npos || key.ends_with("_ack");
    if (is_of_other_versions) continue;
    EXPECT_EQ(keys.count(key), 1U) << key << " is described and does not occur";
  }
}

TEST(Result, HasPartsThatAddUpToTheMeanResponse) {
  const json result = json::parse(in_format("json"));
  const auto expect_sum = [](const json& load) {
    double sum = 0;
    for (const json& part : load["response_parts_ms"]) sum += part.get<double>();
    EXPECT_NEAR(sum, load["response_ms"]["mean"]["mean"].get<double>(), 1e-9);
  };
  expect_sum(result);
  expect_sum(result["loads"][0]);
  EXPECT_GT(result["response_parts_ms"]["ack_wait"], 0);
}

TEST(Result, StaysWithinItsBounds) {
  const json result = json::parse(in_format("json"));
  const json& bounds = result["bounds"];
  EXPECT_EQ(bounds["server"], "source");
  EXPECT_GE(result["response_ms"]["mean"]["mean"], bounds["response_ms"]);
  EXPECT_EQ(bounds["throughput"][0]["law"], "flow balance");
  double sum = 0;
  for (const json& part : bounds["alone_parts_ms"]) sum += part.get<double>();
  EXPECT_NEAR(sum, bounds["alone_ms"].get<double>(), 1e-9);
  EXPECT_THAT(result["warnings"].dump(), testing::Not(testing::HasSubstr("model fault")));
}

TEST(Result, ShowsTheSameNumbersInEveryFormat) {
  const json result = json::parse(in_format("json"));
  std::istringstream rows(in_format("csv"));
  std::size_t seen = 0;
  for (std::string row; std::getline(rows, row);) {
    if (row.starts_with("cluster.yaml,throughput.tps,")) {
      const json& tps = result["throughput"]["tps"];
      EXPECT_EQ(row, "cluster.yaml,throughput.tps," + tps["mean"].dump() + "," + tps["half_width"].dump() + ",1/s");
      ++seen;
    }
    if (row.starts_with("cluster.yaml,servers.reader.cpu_utilisation,")) {
      EXPECT_EQ(row,
                "cluster.yaml,servers.reader.cpu_utilisation," + result["servers"][2]["cpu_utilisation"].dump() + ",,");
      ++seen;
    }
    EXPECT_EQ(std::count(row.begin(), row.end(), ','), 4) << row;
  }
  EXPECT_EQ(seen, 2U);
}

}  // namespace
}  // namespace cli
