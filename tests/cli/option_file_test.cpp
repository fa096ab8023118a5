// Scenarios that point at option files, and files of users as `import` takes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string scenario_with(const std::string& server) {
  return "workload: {sysbench: oltp_write_only, threads: 2}\nrun: {duration: 100ms, warm_up: 0s}\nservers:\n  source: {" + server + "}\n";
}

json variables_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome;
  return json::parse(outcome.out)["scenario"]["servers"]["source"]["variables"];
}

TEST(OptionFileOfAScenario, GivesItsServerVariables) {
  const TemporaryFolder folder;
  folder.file("my.cnf",
              "[mysqld]\nsync_binlog=0\nloose-rpl_semi_sync_master_timeout=5000\nbinlog_group_commit_sync_delay=200\nlog-bin=bin\n"
              "max_binlog_size=64M\ndatadir=/x\n[mysqld-5.7]\ninnodb_flush_log_at_trx_commit=2\n"
              "[mysqld-8.0]\ninnodb_flush_log_at_trx_commit=0\n");
  const std::string scenario = folder.file("s.yaml", scenario_with("version: mysql-5.7, option_file: my.cnf, variables: {sync_binlog: 7}"));
  const Outcome run = commitsim({"run", scenario, "--format", "json"});
  const json variables = variables_of(run);
  EXPECT_EQ(variables["sync_binlog"], 7);
  EXPECT_EQ(variables["innodb_flush_log_at_trx_commit"], 2);
  EXPECT_EQ(variables["rpl_semi_sync_master_timeout"], "5s");
  EXPECT_EQ(variables["binlog_group_commit_sync_delay"], "200us");
  EXPECT_EQ(variables["max_binlog_size"], "64MiB");
  EXPECT_EQ(variables["log_bin"], "ON");
  EXPECT_THAT(run.err, HasSubstr("1 options of 'my.cnf' touch neither commit nor replication"));
  EXPECT_EQ(variables_of(commitsim({"run", scenario, "--format", "json", "--set", "servers.source.version=mysql-8.0"}))
                ["innodb_flush_log_at_trx_commit"], 0);
}

TEST(OptionFileOfAScenario, HasFaultsAtItsOwnPlaces) {
  const TemporaryFolder folder;
  const std::string file = folder.file(
      "my.cnf", "[mysqld]\nsync_binlog=5x\nbinlog_commit_wait_count=3\nbinlog_format=ROW\ninnodb_flush_method=nosync\n");
  const std::string scenario = folder.file("s.yaml", scenario_with("version: mysql-5.7, option_file: my.cnf"));
  const Outcome check = commitsim({"check", scenario});
  EXPECT_EQ(check.status, 2);
  EXPECT_THAT(check.err, HasSubstr(file + ":2:13: error: sync_binlog: 'x' after the number"));
  EXPECT_THAT(check.err, HasSubstr(file + ":3:1: error: mysql-5.7 has no binlog_commit_wait_count"));
  EXPECT_THAT(check.err, HasSubstr(file + ":4:1: note: servers.source: binlog_format has no effect on the model"));
  EXPECT_THAT(check.err, HasSubstr(file + ":5:1: error: 'innodb_flush_method' is not simulated at nosync"));
}

TEST(OptionFileOfAScenario, MayBeOutputOfShowVariablesOrSetPersist) {
  const TemporaryFolder folder;
  folder.file("v.txt", "log_bin\tON\nsync_binlog\t3\nrpl_semi_sync_master_timeout\t2000\nversion\t5.7.30-log\nslave_parallel_workers\t0\n");
  folder.file("mysqld-auto.cnf", R"({"Version": 2, "mysql_dynamic_variables": {"sync_binlog": {"Value": "4"}}})");
  const auto variables = [&](const std::string& file) {
    const std::string scenario = folder.file("s.yaml", scenario_with("version: mysql-5.7, option_file: " + file));
    return variables_of(commitsim({"run", scenario, "--format", "json"}));
  };
  EXPECT_EQ(variables("v.txt")["sync_binlog"], 3);
  EXPECT_EQ(variables("v.txt")["rpl_semi_sync_master_timeout"], "2s");
  EXPECT_EQ(variables("mysqld-auto.cnf")["sync_binlog"], 4);
}

TEST(OptionFileOfAScenario, HasToBeOne) {
  const TemporaryFolder folder;
  folder.file("lag.txt", " 1.00s [  0.00s,  0.00s,  0.00s ]\n");
  const std::string absent = folder.file("a.yaml", scenario_with("version: mysql-5.7, option_file: absent.cnf"));
  EXPECT_THAT(commitsim({"check", absent}).err, HasSubstr("absent.cnf: error: cannot be read"));
  const std::string other = folder.file("o.yaml", scenario_with("version: mysql-5.7, option_file: lag.txt"));
  EXPECT_THAT(commitsim({"check", other}).err, HasSubstr("o.yaml:4:45: error: "));
  const std::string folder_file = folder.file("f.yaml", scenario_with("version: mysql-5.7, option_file: ."));
  EXPECT_EQ(commitsim({"check", folder_file}).status, 2);
}

TEST(Import, ReadsAnOptionFileForTheServerThatIsAskedFor) {
  const TemporaryFolder folder;
  const std::string file = folder.file("my.cnf", "[mysqld]\nsync_binlog=1\n[mariadb]\nsync_binlog=2\n");
  const auto value = [&](const std::string& server) {
    const Outcome outcome = commitsim({"import", file, "--server", server});
    EXPECT_EQ(outcome.status, 0) << outcome;
    return json::parse(outcome.out)["files"][0]["variables"]["sync_binlog"]["value"];
  };
  EXPECT_EQ(value("mysql-8.0"), 1);
  EXPECT_EQ(value("mariadb-10.11"), 2);
}

TEST(Import, LeavesTheFolderOnlyWhenAllowed) {
  const TemporaryFolder folder;
  const TemporaryFolder other;
  const std::string outside = other.file("more.cnf", "[mysqld]\nsync_binlog=3\n");
  const std::string file = folder.file("my.cnf", "[mysqld]\n!include " + outside + "\n");
  const Outcome kept = commitsim({"import", file});
  EXPECT_EQ(kept.status, 0);
  EXPECT_THAT(kept.err, HasSubstr(file + ":2:10: warning:"));
  EXPECT_THAT(kept.out, Not(HasSubstr("sync_binlog")));
  EXPECT_THAT(commitsim({"import", file, "--include-outside"}).out, HasSubstr("sync_binlog"));
}

TEST(Init, TakesATopologyAndAnOptionFile) {
  const TemporaryFolder folder;
  const std::string compose = folder.file("docker-compose.yml",
                                          "services:\n  db1: {image: \"mysql:8.0.30\"}\n  db2: {image: \"mysql:8.0.30\", "
                                          "environment: {MYSQL_MASTER_HOST: db1}}\n");
  const std::string options = folder.file("my.cnf", "[mysqld]\nsync_binlog=5\nmax_binlog_size=1M\n");
  const Outcome outcome = commitsim({"init", "--from", compose, options});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("replicates_from: db1"));
  EXPECT_THAT(outcome.out, HasSubstr("mysql-8.0.30"));
  EXPECT_THAT(outcome.out, HasSubstr("sync_binlog: 5"));
}

}  // namespace
}  // namespace cli
