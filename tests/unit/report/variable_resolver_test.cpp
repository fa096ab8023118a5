// Defaults that depend on a server's place in the scenario.
#include "experiments/scenario/variable_resolver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/config/reading.hpp"

namespace experiments {
namespace {

struct Resolved {
  ScenarioDocument document;
  sim::Provenance origins;
  std::string told;

  const models::ServerVariables& of(const std::string& server) const {
    for (const auto& [name, each] : document.servers) {
      if (name == server) return each.variables.values;
    }
    throw std::invalid_argument("no server " + server);
  }
};

Resolved resolve(const std::string& text) {
  Resolved resolved;
  sim::Diagnostics diagnostics;
  const sim::Node root = sim::test::good(text);
  EXPECT_TRUE(sim::schema_of<ScenarioDocument>().bind(root, resolved.document, diagnostics, &resolved.origins));
  resolve_variables(resolved.document, resolved.origins, diagnostics);
  resolved.told = sim::test::printed(diagnostics);
  return resolved;
}

TEST(VariableResolver, LogsWhereAnotherServerNeedsIt) {
  const Resolved old = resolve(
      "servers: {a: {version: mysql-5.7}, b: {version: mysql-5.7, replicates_from: a}, c: {version: mysql-5.7}, "
      "d: {version: mysql-5.7, replicates_from: a, variables: {log_slave_updates: ON}}}");
  EXPECT_TRUE(old.of("a").log_bin);
  EXPECT_FALSE(old.of("b").log_bin);
  EXPECT_FALSE(old.of("c").log_bin);
  EXPECT_TRUE(old.of("d").log_bin);
}

TEST(VariableResolver, LogsByDefaultFrom80On) {
  const Resolved resolved = resolve(
      "servers: {a: {version: mysql-8.0}, b: {version: mysql-8.0, replicates_from: a}, "
      "c: {version: mysql-8.0, replicates_from: a, variables: {log_bin: OFF}}}");
  EXPECT_TRUE(resolved.of("a").log_bin);
  EXPECT_TRUE(resolved.of("b").log_bin);
  EXPECT_TRUE(resolved.of("b").log_replica_updates);
  EXPECT_FALSE(resolved.of("c").log_bin);
  EXPECT_FALSE(resolved.of("c").log_replica_updates);
}

TEST(VariableResolver, GivesTheRedoLogItsThreadsByVersionAndCores) {
  const Resolved resolved = resolve(
      "hosts: {big: {cores: 32}, small: {cores: 31}, tiny: {cores: 4}, five: {cores: 5}}\n"
      "servers:\n"
      "  old: {version: mysql-8.0, host: tiny}\n"
      "  big: {version: mysql-8.4}\n"
      "  small: {version: mysql-8.4}\n"
      "  set: {version: mysql-8.4, host: tiny, variables: {innodb_log_writer_threads: ON}}\n"
      "  five: {version: mysql-9.5, variables: {log_bin: OFF}}\n"
      "  logging: {version: mysql-9.5, host: five}\n"
      "  maria: {version: mariadb-11.8, host: big}\n");
  EXPECT_TRUE(resolved.of("old").innodb_log_writer_threads);
  EXPECT_TRUE(resolved.of("big").innodb_log_writer_threads);
  EXPECT_FALSE(resolved.of("small").innodb_log_writer_threads);
  EXPECT_TRUE(resolved.of("set").innodb_log_writer_threads);
  EXPECT_TRUE(resolved.of("five").innodb_log_writer_threads);
  EXPECT_FALSE(resolved.of("logging").innodb_log_writer_threads);
  EXPECT_FALSE(resolved.of("maria").innodb_log_writer_threads);
}

TEST(VariableResolver, KeepsOriginsInThePlaceOfTheServer) {
  const Resolved resolved = resolve("servers: {a: {version: mysql-5.7, variables: {sync_binlog: 0}}, b: {version: mysql-5.5}}");
  EXPECT_EQ(resolved.origins.origin_of("servers.a.variables.sync_binlog"), "good.yaml:1");
  EXPECT_EQ(resolved.origins.origin_of("servers.b.variables.rpl_semi_sync_master_timeout"), "default");
  EXPECT_EQ(resolved.origins.origin_of("servers.b.variables.binlog_order_commits"), "");
  EXPECT_EQ(resolved.origins.origin_of("servers.b.variables"), "");
  EXPECT_EQ(resolved.origins.entries().back().first.rfind("servers.b.", 0), 0U);
}

}  // namespace
}  // namespace experiments
