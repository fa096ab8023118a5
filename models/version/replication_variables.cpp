// Variables of replication that no model obeys.
//
// Sources: as in obeyed_variables.cpp.
#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

using Type = VariableType;

constexpr std::int64_t kUint32Max = 4294967295;

std::vector<Variable> ignored_applier_variables() {
  return {
      without_effect("replica_transaction_retries", Type::number(0, kUint32Max), "no transaction fails on a replica")
          .was("slave_transaction_retries").mysql({5}, "10").mariadb({5}, "10"),
  };
}

std::vector<Variable> receiver_variables() {
  return {
      without_effect("master_info_repository", Type::one_of({"FILE", "TABLE"}), "the receiver's position costs nothing of its own")
          .mysql({5, 6, 2}, "FILE").mysql({8, 0, 2}, "TABLE").absent("mysql", {8, 3}, "TABLE"),
      not_simulated("sync_source_info", Type::number(0, kUint32Max), {"0", "10000"}, "fsync of the receiver's position, in events")
          .was("sync_master_info").mysql({5, 5}, "0").mysql({5, 6, 6}, "10000").mariadb({5, 5}, "0").mariadb({10, 1, 7}, "10000"),
      without_effect("replica_net_timeout", Type::seconds(1, 31536000), "no connection breaks")
          .was("slave_net_timeout").mysql({5}, "60min").mysql({5, 7, 7}, "60s").mariadb({5}, "60min").mariadb({10, 2, 4}, "60s"),
      not_simulated("rpl_semi_sync_slave_delay_master", Type::toggle(), {"OFF"}, "the receiver saves its position before an ACK")
          .mariadb({10, 3, 3}, "OFF"),
  };
}

// Clusters that are not simulated.
std::vector<Variable> cluster_variables() {
  const std::string doc = "Group Replication is not simulated";
  const Type transactions = Type::number(0, 2147483647);
  return {
      without_effect("group_replication_flow_control_mode", Type::one_of({"DISABLED", "QUOTA"}), doc).mysql({5, 7, 17}, "QUOTA"),
      without_effect("group_replication_flow_control_certifier_threshold", transactions, doc).mysql({5, 7, 17}, "25000"),
      without_effect("group_replication_flow_control_applier_threshold", transactions, doc).mysql({5, 7, 17}, "25000"),
      without_effect("group_replication_flow_control_period", Type::seconds(1, 60), doc).mysql({8, 0, 2}, "1s"),
      without_effect("group_replication_flow_control_hold_percent", Type::number(0, 100), doc).mysql({8, 0, 2}, "10"),
      without_effect("group_replication_flow_control_release_percent", Type::number(0, 1000), doc).mysql({8, 0, 2}, "50"),
      without_effect("wsrep_provider_options", Type::text(), "gcs.fc_limit and its like; Galera is not simulated").mariadb({10, 1}, ""),
  };
}

}  // namespace

std::vector<Variable> replication_variables() {
  std::vector<Variable> all = ignored_applier_variables();
  for (const auto& more : {receiver_variables(), cluster_variables()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace models
