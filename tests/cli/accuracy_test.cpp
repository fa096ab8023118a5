// Agreement with real servers: the bounds that the README states, on runs that the fit has not seen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;

struct Row {
  std::string name;
  std::string role;
  double error = 0;
  double predicted = 0;
};

using Rows = std::vector<Row>;

// The rows of a validation set, by metric.
std::map<std::string, Rows> validate(const std::string& set) {
  const Outcome outcome = commitsim({"validate", set, "--format", "json"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  const json document = json::parse(outcome.out);
  std::map<std::string, Rows> rows;
  for (const json& row : document["rows"]) {
    const double error = row["error_pct"].is_null() ? NAN : row["error_pct"].get<double>();
    rows[row["metric"]].push_back({row["case"], row["role"], error, row["predicted"]});
  }
  return rows;
}

const Row& find(const Rows& rows, const std::string& name) {
  static const Row none;
  for (const Row& row : rows) {
    if (row.name == name) return row;
  }
  ADD_FAILURE() << "no case " << name;
  return none;
}

bool has_up_to_16_clients(const std::string& name) { return name.find("_t32") == std::string::npos; }

double median_of_absolute(const Rows& rows, const std::string& role) {
  std::vector<double> errors;
  for (const Row& row : rows) {
    if (row.role == role) errors.push_back(std::abs(row.error));
  }
  std::sort(errors.begin(), errors.end());
  return errors.empty() ? NAN : errors[errors.size() / 2];
}

// A real 5.7, costs from its 1-client runs: group commit and semi-sync up to 16 clients.
TEST(Accuracy, MySql57) {
  const auto rows = validate("mysql-5.7");
  const Rows& tps = rows.at("tps");
  int predicted = 0;
  for (const Row& row : tps) {
    const bool group_commit_or_semi_sync = row.name.starts_with("A_") || row.name.starts_with("S_");
    if (!group_commit_or_semi_sync || !has_up_to_16_clients(row.name)) continue;
    if (row.role == "predicted") ++predicted;
    EXPECT_LT(std::abs(row.error), 12) << row.name;
  }
  EXPECT_GE(predicted, 15);
  EXPECT_LT(median_of_absolute(tps, "predicted"), 6);
}

// The published test and what it claims: a gap of about 9 %, wider with two ACKs, wider under load.
TEST(Accuracy, SemiSyncAgainstAsync) {
  const auto rows = validate("semisync_vs_async");
  for (const char* run : {"async", "semisync"}) {
    EXPECT_LT(std::abs(find(rows.at("tps"), run).error), 3) << run;
    EXPECT_LT(std::abs(find(rows.at("p95_ms"), run).error), 10) << run;
    EXPECT_NEAR(find(rows.at("qps"), run).predicted, 20 * find(rows.at("tps"), run).predicted, 0.1) << run;
  }
  const Rows& gaps = rows.at("gap_pct");
  const double one_ack = find(gaps, "semisync").predicted;
  EXPECT_NEAR(one_ack, 9, 1);
  EXPECT_GT(find(gaps, "two_acks").predicted, one_ack);
  EXPECT_GT(find(gaps, "loaded_replica").predicted, one_ack + 2);
  EXPECT_NEAR(find(gaps, "one_semisync_two_async").predicted, one_ack, 0.5);
}

// The lag of single inserts on an idle replica, as a whole. A tail that is measured on a thousand transactions is known to a third.
TEST(Accuracy, ReplicationLag) {
  const auto rows = validate("replication_lag");
  const auto row = [&](const char* metric) { return rows.at(metric).front(); };
  EXPECT_LT(row("lag_ks").predicted, 0.05);
  EXPECT_LT(std::abs(row("lag_p50_ms").error), 5);
  EXPECT_LT(std::abs(row("lag_p95_ms").error), 10);
  EXPECT_LT(std::abs(row("lag_p99_ms").error), 15);
  EXPECT_LT(std::abs(row("lag_over_1ms_pct").error), 35);
  EXPECT_LT(row("lag_transfer_pct").predicted, 40);
}

// How fast replicas apply, by scheduler, and how far behind those are in the end that fall behind.
TEST(Accuracy, ReplicaApply) {
  const auto rows = validate("replica_apply");
  for (const Row& row : rows.at("apply_tps")) EXPECT_LT(std::abs(row.error), 9) << row.name;
  for (const Row& row : rows.at("lag_s")) EXPECT_LT(std::abs(row.error), 12) << row.name;
  for (const Row& row : rows.at("apply_group_size")) EXPECT_LT(std::abs(row.error), 14) << row.name;
  for (const Row& row : rows.at("apply_redo_fsyncs_per_trx")) EXPECT_LT(std::abs(row.error), 18) << row.name;
}

// A replica stops for 6 s: how long commits stand still, how fast the source is without semi-sync, and when it is back.
TEST(Accuracy, SemiSyncTimeout) {
  const auto rows = validate("mariadb-10.11-stop");
  for (const char* run : {"E_stop6s_to1000_aftersync_t16", "E_stop6s_to1000_aftercommit_t16"}) {
    EXPECT_LT(std::abs(find(rows.at("max_ms"), run).error), 1) << run;
    EXPECT_LT(std::abs(find(rows.at("semi_sync_off_s"), run).error), 5) << run;
    EXPECT_LT(std::abs(find(rows.at("tps_while_off"), run).error), 5) << run;
  }
}

}  // namespace
}  // namespace cli
