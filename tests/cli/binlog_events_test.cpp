// How many events a transaction has in the binary log, as sync_relay_log=1 makes visible: one relay log fsync each.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace {

using cli::commitsim;
using cli::TemporaryFolder;

double relay_log_fsyncs_per_transaction(const std::string& version) {
  const TemporaryFolder folder;
  folder.file("srl1.yaml",
              "workload: {sysbench: oltp_update_non_index, rate: 50/s}\nrun: {duration: 2s}\nservers:\n"
              "  source: {version: " + version + ", variables: {log_bin: ON}}\n"
              "  replica: {version: " + version + ", replicates_from: source, sql_thread: OFF, variables: {sync_relay_log: 1}}\n"
              "network: {default: {rtt: 100us}}\n");
  const cli::Outcome outcome = commitsim({"run", "srl1.yaml", "--format", "json"}, {.folder = folder.path()});
  EXPECT_EQ(outcome.status, 0) << outcome;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  const double fsyncs = json["servers"][1]["fsyncs_per_s"]["relay_log"];
  const double commits = json["servers"][0]["commits_per_s"];
  return fsyncs / commits;
}

// BEGIN, table map, rows and Xid; MySQL from 5.7.6 on has a GTID event before them, in MariaDB the GTID event is BEGIN.
TEST(BinlogEvents, DependOnTheVersion) {
  for (const char* version : {"mysql-5.5", "mysql-5.6", "mariadb-10.11"}) {
    EXPECT_NEAR(relay_log_fsyncs_per_transaction(version), 4, 0.15) << version;
  }
  for (const char* version : {"mysql-5.7", "mysql-8.4"}) EXPECT_NEAR(relay_log_fsyncs_per_transaction(version), 5, 0.15) << version;
}

}  // namespace
