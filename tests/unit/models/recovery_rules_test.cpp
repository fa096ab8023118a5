// What crash recovery makes of a transaction, by where its records were.
#include "models/durability/recovery_rules.hpp"

#include <gtest/gtest.h>

#include "models/durability/durability_summary.hpp"

namespace {

using models::CommitTrace;
using models::Crash;
using models::LogPositions;
using models::RecoveryRules;
using sim::Bytes;

constexpr RecoveryRules kWithBinlog{true, false, false};
constexpr CommitTrace kTrace{Bytes{100}, Bytes{150}, Bytes{1000}, true};

models::Recovered recovered(Bytes redo, Bytes binlog, const CommitTrace& trace = kTrace) {
  return recover(kWithBinlog, trace, LogPositions{redo, {}, binlog, {}}, Crash::mysqld);
}

TEST(RecoveryRules, PreparedAndInTheBinaryLogIsCommitted) {
  EXPECT_TRUE(recovered(Bytes{100}, Bytes{1000}).in_engine);
  EXPECT_FALSE(recovered(Bytes{100}, Bytes{999}).in_engine);
  EXPECT_FALSE(recovered(Bytes{99}, Bytes{1000}).in_engine);
  EXPECT_TRUE(recovered(Bytes{99}, Bytes{1000}).in_binlog);
}

TEST(RecoveryRules, ACommitRecordIsEnough) {
  EXPECT_TRUE(recovered(Bytes{150}, Bytes{0}).in_engine);
  EXPECT_FALSE(recovered(Bytes{150}, Bytes{0}).in_binlog);
  const CommitTrace under_way{Bytes{100}, {}, Bytes{1000}, true};
  EXPECT_FALSE(recovered(Bytes{500}, Bytes{0}, under_way).in_engine);
}

TEST(RecoveryRules, WithoutXaNothingIsPrepared) {
  const CommitTrace unprepared{Bytes{100}, Bytes{150}, Bytes{1000}, false};
  EXPECT_FALSE(recovered(Bytes{149}, Bytes{1000}, unprepared).in_engine);
  EXPECT_TRUE(recovered(Bytes{150}, Bytes{1000}, unprepared).in_engine);
}

// What only the operating system had is gone with the machine.
TEST(RecoveryRules, AMachineTakesItsPageCacheAlong) {
  const LogPositions logs{Bytes{200}, Bytes{99}, Bytes{1000}, Bytes{1000}};
  EXPECT_TRUE(recover(kWithBinlog, kTrace, logs, Crash::mysqld).in_engine);
  EXPECT_FALSE(recover(kWithBinlog, kTrace, logs, Crash::host).in_engine);
  EXPECT_TRUE(recover(kWithBinlog, kTrace, logs, Crash::host).in_binlog);
}

TEST(RecoveryRules, FollowTheVersion) {
  models::ServerVariables variables;
  variables.log_bin = true;
  const auto rules = [&](const char* version) { return models::recovery_rules(*models::parse_release(version), variables); };
  EXPECT_FALSE(rules("mysql-8.0").discards_relay_log);
  EXPECT_TRUE(rules("mariadb-10.11").discards_relay_log);
  EXPECT_TRUE(rules("mariadb-10.11").can_truncate_binlog);
  variables.relay_log_recovery = true;
  EXPECT_TRUE(rules("mysql-8.0").discards_relay_log);

  variables.innodb_support_xa = false;
  models::Changes changes;
  const auto is_prepared = [&](const char* version) { return is_prepared_for_binlog(*models::parse_release(version), variables, changes); };
  EXPECT_FALSE(is_prepared("mysql-5.5"));
  EXPECT_TRUE(is_prepared("mysql-5.6"));
  changes.begins_with_insert = true;
  EXPECT_FALSE(is_prepared("mysql-5.6"));
}

// 10 moments in two replicates: the percentiles are those of all of them.
TEST(DurabilitySummary, MergesReplicates) {
  models::DurabilityRecord first;
  first.source = "source";
  first.moments = 5;
  first.semi_sync_off = 1;
  first.losses.resize(1);
  first.losses[0].failure = "source_lost";
  first.losses[0].lost = {0, 0, 0, 1, 2};
  first.losses[0].oldest = {0, 0, 0, 0.5, 0.25};
  first.losses[0].why = "little";
  models::DurabilityRecord second = first;
  second.losses[0].lost = {0, 3, 4, 5, 6};
  second.losses[0].why = "more";
  const models::DurabilitySummary summary = models::summarise_durability({&first, &second});
  EXPECT_EQ(summary.moments, 10);
  EXPECT_DOUBLE_EQ(summary.semi_sync_off, 0.2);
  const models::LossSummary& loss = summary.losses.at(0);
  EXPECT_DOUBLE_EQ(loss.lost_mean, 2.1);
  EXPECT_EQ(loss.lost_p50, 1);
  EXPECT_EQ(loss.lost_p95, 6);
  EXPECT_EQ(loss.lost_max, 6);
  EXPECT_DOUBLE_EQ(loss.loss_share, 0.6);
  EXPECT_EQ(loss.oldest_s, 0.5);
  EXPECT_EQ(loss.why, "more");
}

}  // namespace
