// What is lost when the source is gone and a replica takes over, by mode of replication: zero where zero is promised, and loss within
// its bounds where it is possible. Sources: MySQL Reference Manual, "Semisynchronous Replication"; MariaDB documentation,
// "Semisynchronous Replication".
#include <gtest/gtest.h>

#include "tests/law/crash_model.hpp"

namespace {

using laws::CrashFindings;
using laws::mean;
using laws::worst;
using models::Failure;
using models::WaitPoint;

constexpr int kSessions = 16;
constexpr double kOneWay = 0.02;

// A source and two replicas, 20 and 50 ms away: what has come back from the one need not have arrived at the other. Nothing is wrong
// with the settings of the logs.
models::Scenario with_replicas(const char* version) {
  models::Scenario scenario = tests::updates_on(version, kSessions, laws::crash_costs(), sim::Seconds{2}, sim::Seconds{5});
  scenario.default_link = tests::link(sim::Seconds{2 * kOneWay});
  for (const char* name : {"near", "far"}) {
    models::ServerSpec& replica = tests::add_replica(scenario, name, laws::crash_costs());
    replica.version = version;
    replica.variables.slave_parallel_threads = 0;
  }
  tests::set_round_trip(scenario, "source", "far", sim::Seconds{5 * kOneWay});
  return scenario;
}

models::Scenario with_semi_sync(const char* version, WaitPoint wait_point) {
  models::Scenario scenario = with_replicas(version);
  models::ServerVariables& source = tests::source_of(scenario).variables;
  source.rpl_semi_sync_source_enabled = true;
  source.rpl_semi_sync_source_wait_point = wait_point;
  for (std::size_t i = 1; i < scenario.servers.size(); ++i) scenario.servers[i].second.variables.rpl_semi_sync_replica_enabled = true;
  return scenario;
}

class Promotion : public testing::TestWithParam<const char*> {};
class PromotionAfterSync : public testing::TestWithParam<const char*> {};

// What is committed in the time until it is in the relay log: one way, and some work.
void expect_async_loses_what_is_under_way(const char* version, std::int64_t moments) {
  const CrashFindings found = laws::crashes_in(with_replicas(version), moments);
  const models::LossRecord& loss = found.of(Failure::source_lost);
  EXPECT_GT(mean(loss.lost), 0.6 * found.rate * kOneWay);
  EXPECT_LT(mean(loss.lost), 1.4 * found.rate * kOneWay);
  EXPECT_GE(mean(loss.seen_and_lost), mean(loss.lost));
  EXPECT_LT(worst(loss.oldest), 3 * kOneWay);
  EXPECT_EQ(loss.promoted.count("near"), 1U);
  EXPECT_EQ(worst(found.of(Failure::source_host_crash).lost), 0);
}

TEST_P(Promotion, AsyncLosesWhatIsUnderWay) { expect_async_loses_what_is_under_way(GetParam(), 500); }

// A phantom per waiting session at most: others read it, its client has not been told, and it is gone.
void expect_after_commit_loses_what_was_only_seen(const char* version, std::int64_t moments) {
  const CrashFindings found = laws::crashes_in(with_semi_sync(version, WaitPoint::after_commit), moments);
  const models::LossRecord& loss = found.of(Failure::source_lost);
  EXPECT_EQ(worst(loss.lost), 0);
  EXPECT_GT(worst(loss.seen_and_lost), 0);
  EXPECT_LE(worst(loss.seen_and_lost), kSessions);
  EXPECT_GT(worst(loss.errant), 0);
  EXPECT_LE(worst(loss.errant), kSessions);
  EXPECT_EQ(found.record.semi_sync_off, 0);
}

TEST_P(Promotion, AfterCommitLosesWhatWasOnlySeen) { expect_after_commit_loses_what_was_only_seen(GetParam(), 500); }

// The waiting batch is in the source's binary log, and its crash recovery commits it.
void expect_after_sync_loses_nothing(const char* version, std::int64_t moments) {
  const CrashFindings found = laws::crashes_in(with_semi_sync(version, WaitPoint::after_sync), moments);
  const models::LossRecord& loss = found.of(Failure::source_lost);
  EXPECT_EQ(worst(loss.lost), 0);
  EXPECT_EQ(worst(loss.seen_and_lost), 0);
  EXPECT_GT(worst(loss.errant), 0);
  EXPECT_LE(worst(loss.errant), kSessions);
}

TEST_P(PromotionAfterSync, LosesNothing) { expect_after_sync_loses_nothing(GetParam(), 500); }

class FullPromotion : public testing::TestWithParam<const char*> {};
TEST_P(FullPromotion, KeepsItsPromisesInTenThousandCrashes) {
  expect_async_loses_what_is_under_way(GetParam(), 10000);
  expect_after_commit_loses_what_was_only_seen(GetParam(), 10000);
}

class FullPromotionAfterSync : public testing::TestWithParam<const char*> {};
TEST_P(FullPromotionAfterSync, LosesNothingInTenThousandCrashes) { expect_after_sync_loses_nothing(GetParam(), 10000); }

// The most advanced one, of those that acknowledge; the other may not have it.
TEST(PromotionLaws, TheOtherReplicaMayNotHaveIt) {
  models::Scenario scenario = with_semi_sync("mysql-5.7", WaitPoint::after_sync);
  scenario.run.promote = "far";
  const CrashFindings found = laws::crashes_in(scenario, 500);
  EXPECT_GT(worst(found.of(Failure::source_lost).lost), 0);
  EXPECT_EQ(found.of(Failure::source_lost).promoted.count("near"), 0U);
}

// With k acknowledgements, k - 1 of those who gave them may be gone as well.
TEST(PromotionLaws, WaitForTwoReplicasToleratesTheLossOfOne) {
  models::Scenario scenario = with_semi_sync("mysql-8.0", WaitPoint::after_sync);
  const CrashFindings one = laws::crashes_in(scenario, 1000);
  EXPECT_EQ(worst(one.of(Failure::source_lost).lost), 0);
  EXPECT_GT(worst(one.of(Failure::source_and_replica_lost).lost), 0);
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_for_replica_count = 2;
  const CrashFindings two = laws::crashes_in(scenario, 1000);
  EXPECT_EQ(worst(two.of(Failure::source_and_replica_lost).lost), 0);
  EXPECT_EQ(worst(two.of(Failure::source_and_replica_lost).seen_and_lost), 0);
}

// The replica that is quickest to acknowledge shares the source's site. A second ACK comes from elsewhere.
TEST(PromotionLaws, ASiteTakesItsReplicasAlong) {
  models::Scenario scenario = with_semi_sync("mysql-8.0", WaitPoint::after_sync);
  EXPECT_TRUE(laws::crashes_in(scenario, 10).of(Failure::source_site_lost).lost.empty());
  scenario.hosts[0].second.site = scenario.hosts[1].second.site = "a";
  scenario.hosts[2].second.site = "b";
  const auto lost = [&scenario] { return worst(laws::crashes_in(scenario, 500).of(Failure::source_site_lost).lost); };
  EXPECT_GT(lost(), 0);
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_for_replica_count = 2;
  EXPECT_EQ(lost(), 0);
}

// The links break; after the timeout commits go on without protection, as if replication were asynchronous.
TEST(PromotionLaws, AfterTheTimeoutItIsAsynchronous) {
  models::Scenario scenario = with_semi_sync("mysql-5.7", WaitPoint::after_sync);
  scenario.links.push_back(tests::link(sim::Seconds{2 * kOneWay}));
  scenario.links.back().a = "source-host";
  scenario.links.back().b = "near-host";
  for (models::LinkSpec& link : scenario.links) link.stops = {{sim::Seconds{2}, sim::Seconds{10}}};
  models::ServerVariables& source = tests::source_of(scenario).variables;
  source.rpl_semi_sync_source_timeout = sim::Seconds{10};
  const CrashFindings hangs = laws::crashes_in(scenario, 500);
  EXPECT_EQ(worst(hangs.of(Failure::source_lost).lost), 0);
  source.rpl_semi_sync_source_timeout = sim::Seconds{1};
  const CrashFindings goes_on = laws::crashes_in(scenario, 500);
  EXPECT_NEAR(static_cast<double>(goes_on.record.semi_sync_off), 200, 5);  // 2 of 5 s
  EXPECT_GT(worst(goes_on.of(Failure::source_lost).lost), 500);
  EXPECT_NEAR(worst(goes_on.of(Failure::source_lost).oldest), 2, 0.1);     // since the timeout
}

// Replicas in the same room: an acknowledgement is back before they have applied anything.
models::Scenario in_one_room(const char* version) {
  models::Scenario scenario = with_semi_sync(version, WaitPoint::after_sync);
  scenario.links.clear();
  scenario.default_link = tests::link(sim::microseconds(200));
  return scenario;
}

// Source and replicas lose power together: an acknowledgement says "in the operating system's cache".
TEST(PromotionLaws, PowerLossOfBothAsksForSyncRelayLog) {
  models::Scenario scenario = in_one_room("mysql-5.7");
  const auto lost = [&scenario] { return worst(laws::crashes_in(scenario, 500).of(Failure::power_loss_of_both).lost); };
  EXPECT_GT(lost(), 0);
  for (auto& [name, server] : scenario.servers) server.variables.sync_relay_log = 1;
  EXPECT_EQ(lost(), 0);
  for (auto& [name, server] : scenario.servers) server.variables.relay_log_recovery = true;
  EXPECT_GT(lost(), 0);  // what was not applied is thrown away, to be fetched from a source that is gone
}

TEST(PromotionLaws, MariadbThrowsAwayWhatIsNotApplied) {
  models::Scenario scenario = in_one_room("mariadb-10.11");
  for (auto& [name, server] : scenario.servers) server.variables.sync_relay_log = 1;
  EXPECT_GT(worst(laws::crashes_in(scenario, 500).of(Failure::power_loss_of_both).lost), 0);
}

// MySQL from 5.7 on sends before the fsync unless sync_binlog is 1: a replica may have what the source loses.
TEST(PromotionLaws, ReplicasCanBeAheadOfACrashedSource) {
  for (const char* version : {"mysql-5.6", "mysql-5.7", "mysql-8.0", "mariadb-10.11"}) {
    models::Scenario scenario = with_replicas(version);
    EXPECT_EQ(worst(laws::crashes_in(scenario, 200).of(Failure::source_host_crash).replica_ahead), 0) << version;
    tests::source_of(scenario).variables.innodb_flush_log_at_trx_commit = 2;
    tests::source_of(scenario).variables.innodb_flush_log_at_timeout = sim::Seconds{1};
    EXPECT_GT(worst(laws::crashes_in(scenario, 200).of(Failure::source_host_crash).replica_ahead), 0) << version;
  }
}

constexpr std::array kAllVersions{"mysql-5.6", "mysql-5.7", "mysql-8.0.30", "mysql-8.4", "mariadb-10.0", "mariadb-10.11"};
constexpr std::array kWithAfterSync{"mysql-5.7", "mysql-8.0.30", "mysql-8.4", "mariadb-10.11"};

std::string version_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  for (char& each : name) {
    if (each == '-' || each == '.') each = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Law, Promotion, testing::ValuesIn(kAllVersions), version_name);
INSTANTIATE_TEST_SUITE_P(Law, PromotionAfterSync, testing::ValuesIn(kWithAfterSync), version_name);
INSTANTIATE_TEST_SUITE_P(FullLaw, FullPromotion, testing::ValuesIn(kAllVersions), version_name);
INSTANTIATE_TEST_SUITE_P(FullLaw, FullPromotionAfterSync, testing::ValuesIn(kWithAfterSync), version_name);

}  // namespace
