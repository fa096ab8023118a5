// What every commit pipeline and replication mode promises, under random settings. A failure names the seed; run it alone
// with COMMITSIM_SWARM_SEED=<seed>.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/commit/pipeline_catalogue.hpp"
#include "sim/engine/isolated_run.hpp"
#include "tests/contract/swarm.hpp"

namespace {

using tests::Case;
using tests::Outcome;
using Books = tests::Oracle::Books;

// Sums over the group sizes.
std::int64_t grouped_transactions(const models::ServerRecord& server) {
  std::int64_t sum = 0;
  for (std::size_t size = 0; size < server.groups_by_size.size(); ++size)
    sum += static_cast<std::int64_t>(size) * server.groups_by_size[size];
  return sum;
}

class Faults {
 public:
  explicit Faults(const Outcome& outcome) : faults_(outcome.faults) {}

  void expect_equal(const std::string& what, std::int64_t found, std::int64_t expected) {
    if (found != expected) faults_.push_back(fmt::format("{}: {}, expected {}", what, found, expected));
  }
  const std::vector<std::string>& list() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

bool is_mysql57(const std::string& version) { return version.starts_with("mysql-5.7"); }

// Foreground fsyncs of MySQL 5.7: one of the redo log per flush group, one of the binary log per n sync groups.
void check_fsyncs(const models::ServerSpec& server, const models::ServerRecord& record, const Books& book,
                  Faults& faults) {
  const models::ServerVariables& set = server.variables;
  const bool needs_sync = set.innodb_flush_method != models::FlushMethod::o_dsync;  // otherwise every write is durable
  const bool flushes = needs_sync && set.innodb_flush_log_at_trx_commit == 1;
  if (needs_sync) faults.expect_equal(record.name + " redo log fsyncs seen", book.redo_fsyncs, record.redo_fsyncs);
  faults.expect_equal(record.name + " binary log fsyncs seen", book.binlog_fsyncs, record.binlog_fsyncs);
  if (!flushes) faults.expect_equal(record.name + " redo log fsyncs", record.redo_fsyncs, 0);
  if (!set.log_bin) {
    faults.expect_equal(record.name + " binary log fsyncs", record.binlog_fsyncs, 0);
    // An applier by itself shares its flushes with nobody.
    if (flushes && book.began == book.applied)
      faults.expect_equal(record.name + " redo log fsyncs", record.redo_fsyncs, book.applied);
    return;
  }
  if (flushes) faults.expect_equal(record.name + " redo log fsyncs", record.redo_fsyncs, book.flush_groups);
  const std::int64_t syncs = set.sync_binlog == 0 ? 0 : book.sync_groups / set.sync_binlog;
  faults.expect_equal(record.name + " binary log fsyncs", record.binlog_fsyncs, syncs);
}

// yes_tx and no_tx count commit batches with AFTER_SYNC in MySQL, and transactions otherwise.
void check_semi_sync(const Case& chosen, const models::ServerSpec& server, const models::ServerRecord& record,
                     const Outcome& outcome, Faults& faults) {
  const Books& book = outcome.books.at(record.name);
  const models::ServerVariables& set = server.variables;
  if (!set.log_bin || !set.rpl_semi_sync_source_enabled) return;
  const std::int64_t batches = set.binlog_order_commits ? book.commit_groups : book.sync_groups;
  const bool after_sync =
      server.version.starts_with("mysql") && set.rpl_semi_sync_source_wait_point == models::WaitPoint::after_sync;
  faults.expect_equal(record.name + " yes_tx and no_tx", record.semi_sync.yes_tx + record.semi_sync.no_tx,
                      after_sync ? batches : book.ended);
  std::int64_t acks = 0;
  std::int64_t replicas = 0;
  for (const auto& [name, replica] : chosen.scenario.servers) {
    if (replica.replicates_from != record.name || !replica.variables.rpl_semi_sync_replica_enabled) continue;
    acks += outcome.books.at(name).acks;
    ++replicas;
  }
  faults.expect_equal(record.name + " net_waits", record.semi_sync.net_waits, acks);
  faults.expect_equal(record.name + " clients", record.semi_sync.clients, replicas);
  const bool has_time =
      set.rpl_semi_sync_source_timeout > sim::Seconds{5} && replicas >= set.rpl_semi_sync_source_wait_for_replica_count;
  if (has_time) faults.expect_equal(record.name + " timeouts", record.semi_sync.timeouts, 0);
}

std::vector<std::string> faults_of(const Case& chosen) {
  const Outcome outcome = run(chosen);
  Faults faults(outcome);
  for (std::size_t i = 0; i < chosen.scenario.servers.size(); ++i) {
    const models::ServerSpec& server = chosen.scenario.servers[i].second;
    const models::ServerRecord& record = outcome.record.servers[i];
    const Books& book = outcome.books.at(record.name);
    faults.expect_equal(record.name + " commits counted", record.commits, book.ended);
    faults.expect_equal(record.name + " transactions in groups", grouped_transactions(record),
                        server.variables.log_bin ? book.ended : 0);
    const bool rotates = server.variables.max_binlog_size < sim::Bytes{1 << 20};
    if (is_mysql57(server.version) && !rotates) check_fsyncs(server, record, book, faults);
    check_semi_sync(chosen, server, record, outcome, faults);
  }
  return faults.list();
}

std::vector<std::uint64_t> seeds(std::uint64_t count) {
  if (const char* only = std::getenv("COMMITSIM_SWARM_SEED")) return {std::strtoull(only, nullptr, 10)};
  std::vector<std::uint64_t> all;
  for (std::uint64_t seed = 1; seed <= count; ++seed) all.push_back(seed);
  return all;
}

// Runs the case in a process of its own; a crash is a fault as well.
std::vector<std::string> isolated_faults_of(const Case& chosen) {
  try {
    const std::string found = sim::run_isolated([&chosen] { return nlohmann::json(faults_of(chosen)).dump(); });
    return nlohmann::json::parse(found).get<std::vector<std::string>>();
  } catch (const sim::IsolatedRunError& error) {
    return {error.what()};
  }
}

void expect_no_faults(const std::string& version, std::uint64_t count) {
  for (const std::uint64_t seed : seeds(count)) {
    const Case chosen = tests::random_case(version, seed);
    for (const std::string& fault : isolated_faults_of(chosen)) ADD_FAILURE() << fault << "\n  " << chosen.description();
  }
}

// A run takes ten times as long under sanitizers.
#ifdef COMMITSIM_SANITIZE
constexpr std::uint64_t kSeeds = 20;
#else
constexpr std::uint64_t kSeeds = 200;
#endif

std::vector<std::string> versions() {
  std::vector<std::string> all;
  for (const models::PipelineAlternative& pipeline : models::commit_pipelines()) all.push_back(pipeline.version);
  return all;
}

std::string test_name(const testing::TestParamInfo<std::string>& version) {
  std::string name = version.param;
  std::replace_if(name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

class PipelineContract : public testing::TestWithParam<std::string> {};
TEST_P(PipelineContract, HoldsUnderRandomSettings) { expect_no_faults(GetParam(), kSeeds); }
INSTANTIATE_TEST_SUITE_P(Version, PipelineContract, testing::ValuesIn(versions()), test_name);

class FullPipelineContract : public testing::TestWithParam<std::string> {};
TEST_P(FullPipelineContract, HoldsUnderRandomSettings) { expect_no_faults(GetParam(), 2000); }
INSTANTIATE_TEST_SUITE_P(Version, FullPipelineContract, testing::ValuesIn(versions()), test_name);

}  // namespace
