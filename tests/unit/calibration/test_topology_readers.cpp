// Topologies as tools and container files tell them. All inputs are made up for these tests.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/readers/container_image.hpp"
#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/topology.hpp"

namespace calibration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

sim::Json topology_of(const std::string& text, const std::string& name = "topology") {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, name);
  return import_source(source, {}, diagnostics);
}

std::string instance(const std::string& host, const std::string& source, const std::string& more) {
  return R"({"Key": {"Hostname": ")" + host + R"(", "Port": 3306}, "MasterKey": {"Hostname": ")" + source +
         R"(", "Port": 3306}, "Version": "8.0.30", "FlavorName": "MySQL")" + more + "}";
}

TEST(OrchestratorInstances, TellWhoReplicatesFromWhom) {
  const sim::Json file = topology_of(
      "[" +
      instance("a.x", "", R"(, "SemiSyncMasterEnabled": true, "SemiSyncMasterTimeout": 500, "SemiSyncMasterWaitForReplicaCount": 2)") +
      "," + instance("b.x", "a.x", R"(, "SemiSyncReplicaEnabled": true, "ReplicationLagSeconds": {"Int64": 3, "Valid": true})") + "," +
      instance("c.x", "b.x", R"(, "SQLDelay": 60, "ReplicationLagSeconds": {"Int64": 61, "Valid": true}, "IsLastCheckValid": false,
                                 "SecondsSinceLastSeen": {"Int64": 77, "Valid": true})") + "]");
  EXPECT_EQ(file["kind"], "topology");
  EXPECT_EQ(file["instances"], 3);
  EXPECT_EQ(file["primary"], "a");
  EXPECT_EQ(file["depth"], 2);
  EXPECT_EQ(file["tiers"], sim::Json::parse(R"(["a -> b -> c"])"));
  EXPECT_EQ(file["servers"][0]["wait_for_replica_count"], 2);
  EXPECT_EQ(file["servers"][0]["semi_sync_timeout_ms"], 500);
  EXPECT_EQ(file["servers"][1]["semi_sync_replica"], true);
  EXPECT_EQ(file["servers"][1]["lag_s"], 3);
  EXPECT_EQ(file["servers"][1]["version"], "mysql-8.0.30");
  EXPECT_EQ(file["servers"][2]["lag_beyond_delay_s"], 1);
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("last seen 77 s ago"));
}

TEST(OrchestratorInstances, MayGoRound) {
  const sim::Json file = topology_of("[" + instance("a", "b", "") + "," + instance("b", "a", "") + "," + instance("b", "a", "") + ",{}]");
  EXPECT_EQ(file["instances"], 2);
  EXPECT_FALSE(file.contains("primary"));
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("stands twice"));
  EXPECT_THAT(file["errors"].dump(), HasSubstr("an instance without Key.Hostname"));
}

TEST(OrchestratorTree, ReadsLevelsAndLags) {
  const sim::Json file = topology_of(
      "a.x:3306   [0s,ok,10.5.9-MariaDB-log,rw,ROW,>>]\n+ b.x:3306 [2s,ok,10.5.9-MariaDB-log,ro,ROW,>>]\n"
      "  - c.x:3307 [null,nonreplicating,8.0.1,ro]\n");
  EXPECT_EQ(file["format"], "Orchestrator topology");
  EXPECT_EQ(file["depth"], 2);
  EXPECT_EQ(file["servers"][1]["replicates_from"], "a");
  EXPECT_EQ(file["servers"][1]["lag_s"], 2);
  EXPECT_EQ(file["servers"][1]["version"], "mariadb-10.5.9");
  EXPECT_EQ(file["servers"][2]["replicates_from"], "b");
  EXPECT_EQ(file["servers"][2]["replicating"], false);
  EXPECT_FALSE(file["servers"][2].contains("lag_s"));
}

TEST(OrchestratorTree, IsNotAnyListWithColons) {
  EXPECT_EQ(topology_of("a: [x]\nb: [y]\n")["kind"], "unknown");
}

TEST(ShellStatus, ReadsClusters) {
  const sim::Json file = topology_of(R"JSON( JS > cluster.status()
{"defaultReplicaSet": {"primary": "n1.x:3306", "topologyMode": "Single-Primary",
  "statusText": "Cluster is ONLINE and can tolerate up to ONE failure.",
  "topology": {
    "n1.x:3306": {"mode": "R/W", "status": "ONLINE", "version": "8.0.36", "replicationLag": "applier_queue_applied",
                  "readReplicas": {"r.x:3306": {"status": "ONLINE", "replicationLag": "00:01:02.5"}}},
    "n2.x:3306": {"mode": "R/O", "status": "(MISSING)", "replicationLag": null}}}}
)JSON");
  EXPECT_EQ(file["members"], 2);
  EXPECT_EQ(file["primary"], "n1");
  EXPECT_EQ(file["online"], 1);
  EXPECT_EQ(file["missing"], "n2");
  EXPECT_EQ(file["tolerance"], 1);
  EXPECT_EQ(file["servers"][1]["replicates_from"], "n1");
  EXPECT_EQ(file["servers"][1]["lag_s"], 62.5);
  EXPECT_THAT(file["notes"].dump(), HasSubstr("not simulated"));
}

TEST(ContainerImage, SaysTheRelease) {
  EXPECT_EQ(release_of_image("mysql:8.0.36-debian"), "mysql-8.0.36");
  EXPECT_EQ(release_of_image("registry.example:5000/bitnami/mariadb:10.11"), "mariadb-10.11");
  EXPECT_EQ(release_of_image("percona/percona-xtradb-cluster:8.0.35-27.1"), "percona-8.0.35");
  EXPECT_EQ(release_of_image("mysql"), "mysql");
  EXPECT_EQ(release_of_image("prom/mysqld-exporter:v0.15"), "");
  EXPECT_EQ(release_of_image("redis:7"), "");
  EXPECT_EQ(cpus_of("1500m"), 1.5);
  EXPECT_EQ(cpus_of("x"), std::nullopt);
}

constexpr const char* kCompose = R"(x-db: &db
  image: mysql:8.0.36
  cpus: 2
services:
  primary:
    <<: *db
    cpus: 4
    command: --server-id=1 --sync-binlog=0 --rpl-semi-sync-source-enabled=ON
  replica:
    <<: *db
    command: ["mysqld", "--server-id=2", "--skip-log-bin"]
    environment:
      - MYSQL_MASTER_HOST=primary
  other:
    image: mysql:8.0.36
    entrypoint: sh -c "mysql -e \"CHANGE REPLICATION SOURCE TO SOURCE_HOST='replica', SOURCE_USER='r'\""
    deploy: {resources: {limits: {cpus: "0.5"}}}
  web:
    image: nginx
)";

TEST(Compose, ReadsServersAndTheirSources) {
  const sim::Json file = topology_of(kCompose, "docker-compose.yml");
  EXPECT_EQ(file["format"], "docker-compose");
  EXPECT_EQ(file["instances"], 3);
  EXPECT_EQ(file["tiers"], sim::Json::parse(R"(["primary -> replica -> other"])"));
  EXPECT_EQ(file["servers"][0]["cpu"], 4);
  EXPECT_EQ(file["servers"][0]["variables"]["sync_binlog"]["value"], 0);
  EXPECT_EQ(file["servers"][0]["semi_sync_source"], true);
  EXPECT_EQ(file["servers"][1]["cpu"], 2);
  EXPECT_EQ(file["servers"][1]["variables"]["log_bin"]["value"], "OFF");
  EXPECT_EQ(file["servers"][2]["cpu"], 0.5);
  EXPECT_THAT(file["errors"], IsEmpty());
}

TEST(Compose, SaysWhatItLacks) {
  EXPECT_THAT(topology_of("services:\n  a: {image: mysql}\n  b: {image: \"mysql:8.0\"}\n")["warnings"].dump(),
              HasSubstr("nothing in this file says which server replicates from which"));
  EXPECT_THAT(topology_of("services:\n  mysql: {image: nginx}\n")["errors"].dump(), HasSubstr("no service with an image"));
  EXPECT_THAT(topology_of("services:\n  a: {image: \"mysql:8.0\", environment: {MYSQL_MASTER_HOST: z}}\n")["warnings"].dump(),
              HasSubstr("replicates from 'z', which is no server of this file"));
}

TEST(Compose, DoesNotGrowWithAliases) {
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'm'; ++c) {
    const std::string before = std::string("*") + static_cast<char>(c - 1);
    bomb += std::string(1, c) + ": &" + c + " [" + before;
    for (int i = 0; i < 9; ++i) bomb += ", " + before;
    bomb += "]\n";
  }
  const sim::Json file = topology_of(bomb + "services:\n  db: {image: \"mysql:8.0\"}\n");
  EXPECT_THAT(file["errors"].dump(), HasSubstr("more than 1000000 values"));
}

TEST(OperatorResource, ReadsTheConfigurationInside) {
  const sim::Json file = topology_of(R"(apiVersion: v1
kind: Secret
---
apiVersion: pxc.percona.com/v1
kind: PerconaXtraDBCluster
metadata: {name: c1}
spec:
  pxc:
    size: 5
    image: percona/percona-xtradb-cluster:8.0.35-27.1
    configuration: |
      [mysqld]
      sync_binlog = 0
      wsrep_applier_threads=8
      wsrep_provider_options="a=1; gcs.fc_limit=64"
      [client]
      port=1
    resources: {requests: {cpu: 1500m}}
    volumeSpec: {persistentVolumeClaim: {storageClassName: fast}}
)");
  EXPECT_EQ(file["topology"], "Galera");
  EXPECT_EQ(file["instances"], 5);
  EXPECT_EQ(file["applier_threads"], 8);
  EXPECT_EQ(file["fc_limit"], 64);
  EXPECT_EQ(file["storage"], "fast");
  EXPECT_EQ(file["servers"][0]["cpu"], 1.5);
  EXPECT_EQ(file["servers"][0]["variables"]["sync_binlog"]["value"], 0);
  EXPECT_THAT(file["servers"][0]["variables"]["sync_binlog"]["place"].get<std::string>(), HasSubstr(":13:"));
  EXPECT_FALSE(file["servers"][0]["variables"].contains("port"));
}

TEST(OperatorResource, RefusesAbsurdSizes) {
  EXPECT_THAT(topology_of("apiVersion: x\nkind: MariaDB\nspec: {replicas: 1000000000}\n")["errors"].dump(), HasSubstr("from 1 to 1000"));
}

}  // namespace
}  // namespace calibration
