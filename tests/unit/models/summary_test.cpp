// From the records of replicates to the numbers that are shown.
#include <gmock/gmock.h>

#include "models/summary.hpp"
#include "models/transaction.hpp"

namespace {

using models::RunRecord;
using models::summarise;
using models::Summary;
using testing::ElementsAre;
using testing::Pair;

sim::Histogram of(std::initializer_list<double> values) {
  sim::Histogram histogram;
  for (const double value : values) histogram.record(value);
  return histogram;
}

// Ten seconds of one source with clients and one replica; responses in seconds.
RunRecord record_with(std::int64_t replicate, const std::vector<sim::Histogram>& batches) {
  RunRecord record;
  record.seed = 7;
  record.replicate = replicate;
  record.warm_up = 2;
  record.measured = 10;
  models::LoadRecord load;
  load.server = "source";
  load.workload = "mixed";
  load.threads = 2;
  load.reads_per_transaction = 3;
  load.writes_per_transaction = 1;
  load.batches = batches;
  load.parts.assign(models::kParts, 0);
  for (const sim::Histogram& batch : batches) {
    load.transactions += static_cast<std::int64_t>(batch.count());
    load.batch_rates.push_back(static_cast<double>(batch.count()) / 2);
    load.batch_means.push_back(batch.mean());
    load.parts[static_cast<std::size_t>(models::Part::execute)] += batch.sum() / 4;
    load.parts[static_cast<std::size_t>(models::Part::sync)] += batch.sum() * 3 / 4;
  }
  load.thread_transactions = {load.transactions};
  load.thread_responses = {1.0};
  load.interval = 5;
  record.loads.push_back(load);
  models::ServerRecord source;
  source.name = "source";
  source.host = "host";
  source.commits = load.transactions;
  source.redo_fsyncs = 20;
  source.groups_by_size = {0, 3, 0, 1};
  source.follower_wake_ups = 5;
  source.useful_wake_ups = 2;
  source.stages = {{"flush stage", 4, true}, {"sync stage", 9, true}};
  source.semi_sync.enabled = true;
  source.semi_sync.tx_waits = 4;
  source.semi_sync.tx_wait_time = 0.02;
  record.servers.push_back(source);
  models::HostRecord host;
  host.name = "host";
  host.cores = 4;
  host.cpu_used = 20;
  host.devices = {{"disk", 6, true}};
  record.hosts.push_back(host);
  return record;
}

TEST(Summary, OfOneReplicate) {
  const Summary summary = summarise({record_with(0, {of({0.001, 0.003}), of({0.002, 0.002, 0.007})})});
  EXPECT_EQ(summary.seed, 7U);
  EXPECT_EQ(summary.replicates, 1);
  const models::LoadSummary& load = summary.loads.at(0);
  EXPECT_DOUBLE_EQ(load.tps.mean, 0.5);
  EXPECT_DOUBLE_EQ(load.qps.mean, 2);
  EXPECT_EQ(load.reads, 15);
  EXPECT_EQ(load.writes, 5);
  EXPECT_NEAR(load.response.mean_ms.mean, 3, 1e-9);
  EXPECT_NEAR(load.response.min_ms, 1, 1e-9);
  EXPECT_NEAR(load.response.max_ms, 7, 1e-9);
  EXPECT_NEAR(load.response.p50_ms.mean, 2, 0.01);
  double sum = 0;
  for (const models::PartSummary& part : load.parts) sum += part.mean_ms;
  EXPECT_NEAR(sum, load.response.mean_ms.mean, 1e-9);
  const models::ServerSummary& server = summary.servers.at(0);
  EXPECT_DOUBLE_EQ(server.redo_fsyncs_per_s, 2);
  EXPECT_DOUBLE_EQ(server.cpu_utilisation, 0.5);
  EXPECT_DOUBLE_EQ(server.device_utilisation, 0.6);
  EXPECT_DOUBLE_EQ(server.group_commit.groups_per_s, 0.4);
  EXPECT_DOUBLE_EQ(server.group_commit.mean_size, 1.5);
  EXPECT_THAT(server.group_commit.histogram, ElementsAre(Pair(1, 3), Pair(3, 1)));
  EXPECT_DOUBLE_EQ(server.group_commit.wake_ups_per_follower, 2.5);
  EXPECT_NEAR(server.semi_sync.mean_wait_ms, 5, 1e-9);
  EXPECT_EQ(summary.bottleneck.resource, "sync stage of source");
  EXPECT_DOUBLE_EQ(summary.bottleneck.utilisation, 0.9);
}

// Throughput is the mean of the replicates; responses are those of all transactions, so that the replicate with more of
// them weighs more; percentiles come from the merged histogram and are never averaged.
TEST(Summary, MergesReplicates) {
  const RunRecord few = record_with(0, {of({0.001, 0.001})});
  const RunRecord many = record_with(1, {of({0.004, 0.004, 0.004, 0.004, 0.004, 0.004, 0.004, 0.010})});
  const Summary summary = summarise({few, many});
  EXPECT_EQ(summary.replicates, 2);
  const models::LoadSummary& load = summary.loads.at(0);
  EXPECT_DOUBLE_EQ(load.transactions, 5);
  EXPECT_DOUBLE_EQ(load.tps.mean, 0.5);
  EXPECT_EQ(load.tps.n, 2);
  EXPECT_EQ(load.tps.method, sim::EstimateMethod::Replicates);
  // Of two numbers 0.2 and 0.8: t(0.975, 1) * 0.3.
  EXPECT_NEAR(load.tps.half_width, 12.7062 * 0.3, 1e-3);
  EXPECT_NEAR(load.response.mean_ms.mean, (2 * 1 + 7 * 4 + 10) / 10.0, 1e-9);
  EXPECT_NEAR(load.response.p50_ms.mean, 4, 0.02);
  EXPECT_NEAR(load.response.p99_ms.mean, 10, 0.05);
  EXPECT_NEAR(load.response.max_ms, 10, 1e-9);
  const models::GroupCommitSummary& groups = summary.servers.at(0).group_commit;
  EXPECT_DOUBLE_EQ(groups.groups_per_s, 0.4);
  EXPECT_THAT(groups.histogram, ElementsAre(Pair(1, 6), Pair(3, 2)));
}

TEST(Summary, OneUnsteadyReplicateMakesItUnsteady) {
  RunRecord unsteady = record_with(1, {of({0.001})});
  unsteady.is_steady = false;
  unsteady.stalls = {{"client 1", "a lock", 1.5}};
  const Summary summary = summarise({record_with(0, {of({0.001})}), unsteady});
  EXPECT_FALSE(summary.is_steady);
  EXPECT_EQ(summary.stalls.size(), 1U);
}

models::ReplicaRecord replica_with(std::int64_t applied, std::int64_t at_start, std::int64_t at_end) {
  models::ReplicaRecord replica;
  replica.name = "replica";
  replica.source = "source";
  replica.applied = applied;
  replica.behind_at_start = at_start;
  replica.behind_at_end = at_end;
  replica.lag = of({0.001, 0.003});
  replica.received_bytes = 5000;
  return replica;
}

// A backlog that grows beyond chance is falling behind; one that was there before is not.
TEST(Summary, ReplicaFallsBehind) {
  const auto falls_behind = [](const models::ReplicaRecord& replica) {
    RunRecord record = record_with(0, {of({0.001})});
    record.replicas.push_back(replica);
    return summarise({record}).replicas.at(0).falls_behind;
  };
  EXPECT_FALSE(falls_behind(replica_with(10000, 5, 60)));
  EXPECT_TRUE(falls_behind(replica_with(10000, 5, 5000)));
  EXPECT_FALSE(falls_behind(replica_with(10000, 5000, 5000)));
  models::ReplicaRecord receives_only = replica_with(0, 0, 5000);
  receives_only.applies = false;
  EXPECT_FALSE(falls_behind(receives_only));
}

TEST(Summary, ReplicaNumbers) {
  RunRecord record = record_with(0, {of({0.001})});
  record.replicas.push_back(replica_with(100, 0, 1));
  const models::ReplicaSummary replica = summarise({record}).replicas.at(0);
  EXPECT_EQ(replica.mode, "async");
  EXPECT_NEAR(replica.lag_mean_ms.mean, 2, 1e-9);
  EXPECT_NEAR(replica.lag_max_ms, 3, 1e-9);
  EXPECT_DOUBLE_EQ(replica.applied_tps, 10);
  EXPECT_DOUBLE_EQ(replica.received_bytes_per_s, 500);
  EXPECT_EQ(replica.behind_at_end, 1);
}

// Nothing was answered: no numbers, and no division by zero.
TEST(Summary, OfNothing) {
  RunRecord record = record_with(0, {sim::Histogram{}});
  record.loads[0].parts.assign(models::kParts, 0);
  record.loads[0].batch_means = {0};
  record.servers[0].groups_by_size.clear();
  record.servers[0].semi_sync.tx_waits = 0;
  const Summary summary = summarise({record});
  EXPECT_EQ(summary.loads.at(0).tps.mean, 0);
  EXPECT_TRUE(summary.loads.at(0).parts.empty());
  EXPECT_EQ(summary.servers.at(0).group_commit.mean_size, 0);
  EXPECT_EQ(summary.servers.at(0).semi_sync.mean_wait_ms, 0);
}

TEST(RunRecord, TravelsAsBytes) {
  RunRecord record = record_with(3, {of({0.001, 0.1})});
  record.replicas.push_back(replica_with(100, 0, 1));
  record.stalls = {{"client 1", "a lock", 1.5}};
  record.loads[0].intervals.resize(2);
  const RunRecord arrived = models::run_record_from_bytes(models::to_bytes(record));
  EXPECT_EQ(models::to_bytes(arrived), models::to_bytes(record));
  EXPECT_EQ(arrived.replicate, 3);
  EXPECT_EQ(arrived.loads.at(0).batches.at(0), record.loads[0].batches[0]);
  EXPECT_EQ(arrived.replicas.at(0).lag, record.replicas[0].lag);
  EXPECT_ANY_THROW(models::run_record_from_bytes("nonsense"));
}

}  // namespace
