// Variables, status and replication as clients print them. All inputs are made up for these tests.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/server_release.hpp"

namespace calibration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

sim::Json client_output(const std::string& text, const std::string& name = "out.txt") {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, name);
  return import_source(source, {}, diagnostics);
}

TEST(ServerRelease, IsReadFromVersionAndComment) {
  EXPECT_EQ(release_of_version("8.0.36"), "mysql-8.0.36");
  EXPECT_EQ(release_of_version("5.7.44-48-log", "Percona Server (GPL), Release 48"), "percona-5.7.44");
  EXPECT_EQ(release_of_version("10.11.6-MariaDB-log"), "mariadb-10.11.6");
  EXPECT_EQ(release_of_version("5.5.5-10.2.44-MariaDB"), "mariadb-10.2.44");
  EXPECT_EQ(release_of_version("Unknown"), "");
  EXPECT_EQ(release_of_version("8"), "");
}

constexpr const char* kVariablesTable =
    "+---------------+----------------+\n| Variable_name | Value          |\n+---------------+----------------+\n"
    "| sync_binlog   | 1              | \n| init_connect  |                | \n| log_error     | a | b          | \n"
    "| rpl_semi_sync_master_timeout | 3000 |\n| version       | 5.7.30-log     | \n+---------------+----------------+\n";

TEST(ShowVariables, ReadsEveryLayoutAlike) {
  const std::string vertical =
      "*************************** 1. row ***************************\nVariable_name: sync_binlog\n        Value: 1\n"
      "*************************** 2. row ***************************\nVariable_name: init_connect\n        Value: \n"
      "*************************** 3. row ***************************\nVariable_name: log_error\n        Value: a | b\n"
      "*************************** 4. row ***************************\nVariable_name: rpl_semi_sync_master_timeout\n        Value: 3000\n"
      "*************************** 5. row ***************************\nVariable_name: version\n        Value: 5.7.30-log\n";
  const std::string pairs = "sync_binlog\t1\ninit_connect\t\nlog_error\ta | b\nrpl_semi_sync_master_timeout\t3000\nversion\t5.7.30-log\n";
  for (const std::string& text : {std::string(kVariablesTable), vertical, pairs, "Variable_name\tValue\n" + pairs}) {
    const sim::Json file = client_output(text);
    EXPECT_EQ(file["kind"], "variables") << text;
    EXPECT_EQ(file["rows"], 5) << text;
    EXPECT_EQ(file["server"], "mysql-5.7.30") << text;
    EXPECT_EQ(file["variables"]["sync_binlog"]["value"], 1) << text;
    EXPECT_EQ(file["variables"]["init_connect"]["value"], "") << text;
    EXPECT_EQ(file["variables"]["log_error"]["value"], "a | b") << text;
    EXPECT_EQ(file["times"]["rpl_semi_sync_master_timeout_ms"], 3000) << text;
  }
  EXPECT_EQ(client_output(kVariablesTable)["variables"]["sync_binlog"]["place"], "out.txt:4:3");
}

std::string status_table(const std::string& uptime, const std::string& commits, const std::string& threads) {
  return "+----+----+\n| Variable_name | Value |\n+----+----+\n| Com_commit | " + commits + " |\n| Threads_connected | " + threads +
         " |\n| Uptime | " + uptime + " |\n+----+----+\n\n";
}

TEST(ShowStatus, MakesRatesOfSnapshots) {
  const sim::Json file =
      client_output(status_table("1000", "500", "8") + status_table("1010", "700", "9") + status_table("1020", "1000", "9"));
  EXPECT_EQ(file["kind"], "status");
  EXPECT_EQ(file["samples"], 3);
  EXPECT_EQ(file["rates"][0]["interval_s"], 10);
  EXPECT_EQ(file["rates"][0]["per_second"]["Com_commit"], 20);
  EXPECT_EQ(file["rates"][1]["per_second"]["Com_commit"], 30);
  EXPECT_FALSE(file["rates"][0]["per_second"].contains("Threads_connected"));
  EXPECT_EQ(file["status"]["Com_commit"]["value"], 500);
}

TEST(ShowStatus, TellsDifferencesAndRestarts) {
  const sim::Json relative = client_output(status_table("1000", "500", "8") + status_table("5", "40", "0") + status_table("5", "60", "0"));
  EXPECT_EQ(relative["later_samples"], "differences");
  EXPECT_EQ(relative["rates"][0]["per_second"]["Com_commit"], 8);
  EXPECT_EQ(relative["rates"][1]["per_second"]["Com_commit"], 12);
  const sim::Json restarted =
      client_output(status_table("1000", "500", "8") + status_table("5", "40", "0") + status_table("15", "60", "0"));
  EXPECT_FALSE(restarted.contains("later_samples"));
  EXPECT_EQ(restarted["rates"].size(), 1U);
  EXPECT_EQ(restarted["rates"][0]["per_second"]["Com_commit"], 2);
  EXPECT_THAT(restarted["warnings"].dump(), HasSubstr("Uptime does not grow"));
}

TEST(ShowStatus, ReadsTwoValuesPerLine) {
  const sim::Json file = client_output("Bytes_sent 100 300\nCom_commit 5 25\nUptime 50 60\nOpen_files 7 8\n");
  EXPECT_EQ(file["columns"], 3);
  EXPECT_EQ(file["interval_s"], 10);
  EXPECT_EQ(file["rates"][0]["per_second"]["Com_commit"], 2);
}

TEST(ShowStatus, KnowsGaleraAndAurora) {
  const sim::Json galera = client_output(
      "wsrep_cluster_size\t5\nwsrep_flow_control_paused\t0.25\nwsrep_evs_repl_latency\t0.001/0.002/0.5/0.01/30\nwsrep_local_commits\t9\n");
  EXPECT_EQ(galera["galera"]["cluster_size"], 5);
  EXPECT_EQ(galera["galera"]["evs_repl_latency_avg_s"], 0.002);
  EXPECT_EQ(galera["galera"]["evs_max_s"], 0.5);
  const sim::Json aurora = client_output("AuroraDb_commits        4\nAuroraDb_commit_latency 1000\nCom_commit   4\n");
  EXPECT_EQ(aurora["commit_latency_mean_us"], 250);
  EXPECT_THAT(aurora["warnings"].dump(), HasSubstr("mean no local fsync"));
}

const std::string kReplica =
    "               Slave_IO_State: Waiting\n                  Master_Host: s1\n              Master_Log_File: b.2\n"
    "          Read_Master_Log_Pos: 1000\n        Relay_Master_Log_File: b.2\n             Slave_IO_Running: Yes\n"
    "            Slave_SQL_Running: Yes\n          Exec_Master_Log_Pos: 400\n        Seconds_Behind_Master: 12\n"
    "               Last_SQL_Errno: 0\n";

TEST(ReplicaStatus, SaysWhatIsUnappliedAndUnread) {
  const std::string source = "+------+----------+\n| File | Position |\n+------+----------+\n| b.2 | 1100 |\n+------+----------+\n";
  for (const char* stars : {"*************************** 1. row ***************************\n", ""}) {
    const sim::Json file =
        client_output(std::string("mysql> show slave status\\G\n") + stars + kReplica + "1 row in set (0.00 sec)\n\n" + source);
    ASSERT_EQ(file["replicas"].size(), 1U) << file.dump(1);
    const sim::Json& replica = file["replicas"][0];
    EXPECT_EQ(replica["seconds_behind"], 12);
    EXPECT_EQ(replica["unapplied_bytes"], 600);
    EXPECT_EQ(replica["unread_bytes"], 100);
    EXPECT_EQ(replica["bottleneck"], "applier");
    EXPECT_FALSE(replica.contains("errno"));
  }
}

TEST(ReplicaStatus, TakesNamesThatLookLikeNumbers) {
  const auto backlog = [](const char* applied, const char* position) {
    const sim::Json file = client_output(fmt::format(
        "Source_Log_File\tRead_Source_Log_Pos\tRelay_Source_Log_File\tReplica_IO_Running\tExec_Source_Log_Pos\n7\t100\t{}\tYes\t{}\n",
        applied, position));
    return file["replicas"][0].value("unapplied_bytes", sim::Json());
  };
  EXPECT_EQ(backlog("7", "40"), 60);
  EXPECT_TRUE(backlog("-.2", "40").is_null());
  EXPECT_TRUE(backlog("7", "-9223372036854775808").is_null());
}

TEST(ReplicaStatus, ReadsNewerNamesAndBatchLayout) {
  const sim::Json file = client_output(
      "Source_Host\tSource_Log_File\tRead_Source_Log_Pos\tRelay_Source_Log_File\tReplica_IO_Running\tReplica_SQL_Running\tLast_SQL_Errno\t"
      "Last_SQL_Error\tExec_Source_Log_Pos\tSeconds_Behind_Source\n"
      "s1\tb.3\t50\tb.2\tYes\tNo\t1032\tno \\'row\\'\\n in\\tt\t900\tNULL\n");
  ASSERT_EQ(file["replicas"].size(), 1U) << file.dump(1);
  const sim::Json& replica = file["replicas"][0];
  EXPECT_EQ(replica["sql_running"], "No");
  EXPECT_EQ(replica["errno"], 1032);
  EXPECT_EQ(replica["error"], "no 'row'\n in\tt");
  EXPECT_EQ(replica["seconds_behind"], "NULL");
  EXPECT_FALSE(replica.contains("unapplied_bytes"));  // the positions are in two files
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("the lag is NULL"));
}

TEST(ReplicationTables, FollowAliasesAndZeroStamps) {
  const sim::Json file = client_output(
      "mysql> SELECT WORKER_ID, LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP AS a, w.LAST_APPLIED_TRANSACTION_END_APPLY_TIMESTAMP b "
      "FROM performance_schema.replication_applier_status_by_worker w;\n"
      "+-----------+----------------------------+----------------------------+\n| WORKER_ID | a | b |\n"
      "+-----------+----------------------------+----------------------------+\n"
      "| 1 | 2024-12-31 23:59:59.500000 | 2025-01-01 00:00:01.250001 |\n| 2 | 0000-00-00 00:00:00.000000 | 0000-00-00 00:00:00.000000 |\n"
      "+-----------+----------------------------+----------------------------+\n");
  EXPECT_EQ(file["workers"], 2);
  EXPECT_EQ(file["apply_lag_s"], sim::Json::parse("[1.750001, null]"));
}

TEST(ReplicationTables, NameTheMembers) {
  const sim::Json file = client_output(
      "MEMBER_HOST\tMEMBER_STATE\tMEMBER_ROLE\tMEMBER_VERSION\nn1.x\tONLINE\tPRIMARY\t8.4.0\nn2.x\tRECOVERING\tSECONDARY\t8.4.0\n");
  EXPECT_EQ(file["members"], 2);
  EXPECT_EQ(file["primary"], "n1");
  EXPECT_EQ(file["recovering"], "n2");
}

TEST(ClientOutput, EndsWhereThereIsTooMuch) {
  std::string many = "sync_binlog\t1\nlog_bin\tON\n";
  for (int i = 0; i < 6000; ++i) many += "v" + std::to_string(i) + "\t1\n";
  const sim::Json file = client_output(many);
  EXPECT_EQ(file["rows"], 5000);
  EXPECT_THAT(file["errors"].dump(), HasSubstr("more than 5000 names"));
}

}  // namespace
}  // namespace calibration
