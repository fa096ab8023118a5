// What a server refuses or limits beside commit itself, and which device its files are on, as users see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

// One server with a workload that writes; `server` is the rest of its mapping.
std::string scenario(const std::string& threads, const std::string& server, const std::string& disk = "{}") {
  return "workload: {sysbench: oltp_update_non_index, threads: " + threads +
         "}\n"
         "run: {duration: 2s, warm_up: 500ms}\n"
         "profile: vm-4core-ssd\n"
         "hosts: {db1: {cores: 4, devices: {disk: " +
         disk + "}}}\nservers: {source: {host: db1, " + server + "}}\n";
}

Outcome outcome_of(const std::vector<std::string>& arguments, const std::string& text) {
  const TemporaryFolder folder;
  folder.file("s.yaml", text);
  return commitsim(arguments, {.folder = folder.path()});
}

std::string check(const std::string& text) { return outcome_of({"check", "s.yaml"}, text).err; }

double tps(const std::string& text) {
  const Outcome outcome = outcome_of({"run", "s.yaml", "--format", "json"}, text);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return json::parse(outcome.out)["throughput"]["tps"]["mean"];
}

TEST(MaxConnections, RefuseMoreClients) {
  for (const char* command : {"run", "check"}) {
    const Outcome outcome = outcome_of({command, "s.yaml"}, scenario("152", "version: mysql-5.7"));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err,
              "s.yaml:1:54: error: 152 clients, and max_connections of source is 151, the default of mysql-5.7: set "
              "servers.source.variables.max_connections to 152 or more\n"
              "1 error; nothing was run\n");
  }
}

TEST(MaxConnections, AreThoseOfTheRelease) {
  EXPECT_EQ(outcome_of({"check", "s.yaml"}, scenario("151", "version: mysql-5.1")).status, 0);
  EXPECT_EQ(outcome_of({"check", "s.yaml"}, scenario("101", "version: mysql-5.1")).status, 0);
  EXPECT_THAT(check(scenario("101", "version: mysql-5.0")), HasSubstr("max_connections of source is 100, the default of mysql-5.0"));
  EXPECT_THAT(check(scenario("20", "version: mysql-5.7, variables: {max_connections: 10}")),
              HasSubstr("20 clients, and max_connections of source is 10: set"));
  EXPECT_EQ(outcome_of({"check", "s.yaml"}, scenario("500", "version: mysql-5.7, variables: {max_connections: 500}")).status, 0);
}

// A replica's dump thread takes no client's place.
TEST(MaxConnections, CountClientsOnly) {
  const std::string with_replica = "version: mysql-5.7}, replica: {version: mysql-5.7, replicates_from: source";
  EXPECT_EQ(outcome_of({"check", "s.yaml"}, scenario("151", with_replica)).status, 0);
}

TEST(ThreadPool, IsNotInMySql) {
  EXPECT_THAT(check(scenario("8", "version: mysql-8.0, variables: {thread_handling: pool-of-threads}")),
              HasSubstr("error: mysql-8.0 takes no pool-of-threads for thread_handling; some releases of Percona Server and MariaDB do"));
  EXPECT_THAT(check(scenario("8", "version: mysql-8.0, variables: {thread_pool_size: 4}")),
              HasSubstr("mysql-8.0 has no thread_pool_size; Percona Server has it from 5.5.29 on, MariaDB has it from 5.5 on"));
  EXPECT_THAT(check(scenario("8", "version: percona-5.5.28, variables: {thread_handling: pool-of-threads}")), HasSubstr("takes no pool"));
  EXPECT_THAT(check(scenario("8", "version: mariadb-10.11, variables: {thread_handling: no-threads}")),
              HasSubstr("is not simulated at no-threads"));
}

TEST(ThreadPool, HasAGroupPerCore) {
  for (const char* version : {"mariadb-10.11", "percona-5.5.29", "percona-8.0"}) {
    const std::string server = "version: " + std::string(version) + ", variables: {thread_handling: pool-of-threads}";
    EXPECT_EQ(outcome_of({"check", "s.yaml"}, scenario("8", server)).status, 0) << version;
  }
  const double by_default = tps(scenario("64", "version: percona-8.0, variables: {thread_handling: pool-of-threads}"));
  EXPECT_EQ(tps(scenario("64", "version: percona-8.0, variables: {thread_handling: pool-of-threads, thread_pool_size: 4}")), by_default);
  EXPECT_NE(tps(scenario("64", "version: percona-8.0, variables: {thread_handling: pool-of-threads, thread_pool_size: 1}")), by_default);
}

TEST(DeviceKinds, ReplaceTheProfilesFsyncs) {
  const std::string server = "version: mysql-8.4, variables: {log_bin: ON}";
  const double profile = tps(scenario("1", server));
  EXPECT_GT(tps(scenario("1", server, "{kind: nvme-plp}")), 2 * profile);
  EXPECT_LT(tps(scenario("1", server, "{kind: rotating-disk}")), 0.2 * profile);
  EXPECT_LT(tps(scenario("1", server + ", costs: {binlog_fsync: 3ms}", "{}")), profile);
  EXPECT_THAT(check(scenario("1", server, "{kind: nvme-plpp}")), HasSubstr("unknown kind of device 'nvme-plpp'; did you mean 'nvme-plp'?"));
}

// What the scenario itself says about a cost counts.
TEST(DeviceKinds, GiveWayToCostsOfTheScenario) {
  const std::string costs = "version: mysql-5.7, costs: {redo_fsync: 20us, redo_fdatasync: 20us, binlog_fsync: 20us}";
  EXPECT_EQ(tps(scenario("1", costs, "{kind: rotating-disk}")), tps(scenario("1", costs)));
}

// MariaDB that is started with innodb_flush_log_at_trx_commit=2 leaves the redo log to the page cache unless it is told otherwise.
TEST(RedoLogBuffering, FollowsWhatCommitsWaitFor) {
  const auto tps_with = [](const std::string& variables) {
    return tps(scenario("1", "version: mariadb-10.11, variables: {" + variables + "}", "{kind: gcp-hyperdisk-ext4}"));
  };
  const std::string written = "innodb_flush_log_at_trx_commit: 2";
  EXPECT_EQ(tps_with(written), tps_with(written + ", innodb_log_file_buffering: ON"));
  EXPECT_LT(tps_with(written + ", innodb_log_file_buffering: OFF"), 0.7 * tps_with(written));
  EXPECT_EQ(tps_with("innodb_log_file_buffering: OFF"), tps_with("innodb_flush_log_at_trx_commit: 1"));
}

TEST(DeviceKinds, AreDescribed) {
  EXPECT_THAT(commitsim({"describe", "devices"}).out, testing::ContainsRegex("gcp-hyperdisk-ext4 +539\\.9 us +1\\.278 ms"));
  EXPECT_THAT(commitsim({"describe", "devices", "nvme-plp"}).out, HasSubstr("fio: mean 19.84 us of the write and 0.68 us of the sync"));
  EXPECT_EQ(commitsim({"describe", "devices", "nvme"}).status, 2);
}

TEST(DeviceDrift, SpreadsReplicates) {
  const auto half_width = [](const std::string& disk) {
    const std::string text = scenario("4", "version: mysql-5.7", disk);
    const Outcome outcome = outcome_of({"run", "s.yaml", "--replicates", "8", "--format", "json"}, text);
    EXPECT_EQ(outcome.status, 0) << outcome;
    EXPECT_THAT(outcome.err, testing::Not(HasSubstr("model fault")));
    return double(json::parse(outcome.out)["throughput"]["tps"]["half_width"]);
  };
  EXPECT_GT(half_width("{drift: 50%}"), 5 * half_width("{}"));
}

TEST(PerconaServer, IsSetApartByItsVariables) {
  EXPECT_THAT(commitsim({"describe", "versions"}).out, testing::ContainsRegex("percona-8\\.0 +mysql-8\\.0"));
  const std::string newer = commitsim({"describe", "versions", "percona-8.0"}).out;
  EXPECT_THAT(newer, HasSubstr("Where percona-8.0 differs from MySQL"));
  EXPECT_THAT(newer, testing::ContainsRegex("thread_pool_size +by number of cores +not there"));
  EXPECT_THAT(newer, testing::Not(HasSubstr("O_DIRECT_NO_FSYNC, ALL_O_DIRECT")));
  const std::string older = commitsim({"describe", "versions", "percona-5.7"}).out;
  EXPECT_THAT(older, HasSubstr("ALL_O_DIRECT"));
  EXPECT_THAT(older, testing::ContainsRegex("innodb_use_global_flush_log_at_trx_commit +ON +not there"));
  EXPECT_THAT(check(scenario("1", "version: percona-8.0, variables: {innodb_flush_method: ALL_O_DIRECT}")),
              HasSubstr("percona-8.0 takes no ALL_O_DIRECT for innodb_flush_method; some releases of Percona Server and MariaDB do"));
}

}  // namespace
}  // namespace cli
