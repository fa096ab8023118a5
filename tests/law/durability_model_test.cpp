// What a source that crashes and starts again has lost, for each pair of sync_binlog and innodb_flush_log_at_trx_commit: zero where
// zero is promised, and within its window, and not zero, where loss is possible. The promises follow from what is durable when (see
// models/durability/recovery_rules.cpp), and agree with the manuals: MySQL Reference Manual, "innodb_flush_log_at_trx_commit" and
// "sync_binlog"; MariaDB documentation, "Group Commit for the Binary Log".
#include <gtest/gtest.h>

#include <ostream>

#include "tests/law/crash_model.hpp"

namespace {

using laws::CrashFindings;
using laws::worst;
using models::Failure;

constexpr int kClients = 8;
constexpr int kNoBinlog = -1;

// How far back losses go, in seconds, and have to go at least.
struct Window {
  double least = 0;
  double most = 0;
};

constexpr Window kNothing{0, 0};
constexpr Window kInFlight{1e-9, 0.1};         // who has just been answered
constexpr Window kMilliseconds{1e-9, 0.01};
constexpr Window kHardlyAny{0, 0.01};          // possible, and so seldom that it need not happen here
constexpr Window kUpToASecond{0.7, 1.05};      // innodb_flush_log_at_timeout, and an fsync
constexpr Window kUpTo35Seconds{29, 36};       // 30 s until a page is old, and up to 5 s until the kernel looks

struct Cell {
  const char* version;
  int sync_binlog;
  int flush_log;
  bool writer_threads;
  Failure failure;
  Window lost;           // acknowledged and not in the engine any more
  Window only_in_binlog; // in the binary log and not in the engine
  Window only_in_engine;
};

std::ostream& operator<<(std::ostream& out, const Cell& cell) {
  return out << cell.version << " sync_binlog " << cell.sync_binlog << " flush_log " << cell.flush_log
             << (cell.writer_threads ? " writer threads" : "") << " "
             << models::kFailureNames[static_cast<std::size_t>(cell.failure)];
}

// Where dirty pages can get old, they have to before the measurement begins.
models::Scenario scenario_of(const Cell& cell) {
  const bool gathers = cell.sync_binlog != 1 && cell.sync_binlog != kNoBinlog;
  models::Scenario scenario = tests::updates_on(cell.version, kClients, laws::crash_costs(), sim::Seconds{gathers ? 37.0 : 2.0},
                                                sim::Seconds{gathers ? 12.0 : 6.0});
  models::ServerVariables& variables = tests::source_of(scenario).variables;
  variables.log_bin = cell.sync_binlog != kNoBinlog;
  variables.sync_binlog = std::max(cell.sync_binlog, 0);
  variables.innodb_flush_log_at_trx_commit = cell.flush_log;
  variables.innodb_flush_log_at_timeout = sim::Seconds{1};
  variables.innodb_log_writer_threads = cell.writer_threads;
  return scenario;
}

void expect_within(const Window& window, double worst_seconds, const std::string& what) {
  if (window.most <= 0) {
    EXPECT_EQ(worst_seconds, 0) << what;
    return;
  }
  EXPECT_GE(worst_seconds, window.least) << what;
  EXPECT_LE(worst_seconds, window.most) << what;
}

void expect_promises_kept(const Cell& cell, std::int64_t moments) {
  const CrashFindings found = laws::crashes_in(scenario_of(cell), moments);
  const models::LossRecord& loss = found.of(cell.failure);
  ASSERT_EQ(loss.lost.size(), static_cast<std::size_t>(moments));
  EXPECT_EQ(found.record.acknowledged_twice, 0);
  expect_within(cell.lost, worst(loss.oldest), "oldest lost transaction");
  EXPECT_TRUE(cell.lost.most > 0 || worst(loss.lost) == 0);
  EXPECT_TRUE(cell.lost.least <= 0 || worst(loss.lost) > 0);
  // Transactions as seconds of the load; a few are under way.
  const auto seconds = [&](const std::vector<std::int64_t>& counts) { return static_cast<double>(worst(counts)) / found.rate; };
  expect_within(cell.only_in_binlog, seconds(loss.engine_behind), "only in the binary log");
  expect_within(cell.only_in_engine, seconds(loss.engine_ahead), "only in the engine");
}

class DurabilityCells : public testing::TestWithParam<Cell> {};
TEST_P(DurabilityCells, KeepTheirPromise) { expect_promises_kept(GetParam(), 250); }

class FullDurabilityCells : public testing::TestWithParam<Cell> {};
TEST_P(FullDurabilityCells, KeepTheirPromiseInTenThousandCrashes) { expect_promises_kept(GetParam(), 10000); }

constexpr Failure kMysqld = Failure::source_mysqld_crash;
constexpr Failure kHost = Failure::source_host_crash;

// Each line: sync_binlog, innodb_flush_log_at_trx_commit; then what is lost, only in the binary log, only in the engine.
void add_since_56(const char* version, bool threads, std::vector<Cell>& cells) {
  // The log writer is awake while redo is being generated: a prepare record is with the operating system before the binary log is.
  const Window short_of_redo = threads ? kHardlyAny : kUpToASecond;
  cells.push_back({version, 1, 1, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 1, 1, threads, kHost, kNothing, kNothing, kNothing});
  cells.push_back({version, 1, 2, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 1, 2, threads, kHost, kUpToASecond, kUpToASecond, kNothing});
  cells.push_back({version, 1, 0, threads, kMysqld, short_of_redo, short_of_redo, kNothing});
  cells.push_back({version, 1, 0, threads, kHost, kUpToASecond, kUpToASecond, kNothing});
  cells.push_back({version, 0, 1, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 0, 1, threads, kHost, kInFlight, kNothing, kUpTo35Seconds});
  cells.push_back({version, 0, 2, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 0, 2, threads, kHost, kUpToASecond, kNothing, kUpTo35Seconds});
  cells.push_back({version, 0, 0, threads, kMysqld, short_of_redo, short_of_redo, kNothing});
  cells.push_back({version, 0, 0, threads, kHost, kUpToASecond, kNothing, kUpTo35Seconds});
}

void add_without_binlog(const char* version, bool threads, std::vector<Cell>& cells) {
  const Window short_of_redo = threads ? kMilliseconds : kUpToASecond;
  cells.push_back({version, kNoBinlog, 1, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, kNoBinlog, 2, threads, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, kNoBinlog, 0, threads, kMysqld, short_of_redo, kNothing, kNothing});
  cells.push_back({version, kNoBinlog, 1, threads, kHost, kNothing, kNothing, kNothing});
  cells.push_back({version, kNoBinlog, 2, threads, kHost, kUpToASecond, kNothing, kNothing});
  cells.push_back({version, kNoBinlog, 0, threads, kHost, kUpToASecond, kNothing, kNothing});
}

// The session itself flushes its commit record.
void add_up_to_55(const char* version, std::vector<Cell>& cells) {
  cells.push_back({version, 1, 1, false, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 0, 1, false, kMysqld, kNothing, kNothing, kNothing});
  cells.push_back({version, 1, 1, false, kHost, kNothing, kNothing, kNothing});
  cells.push_back({version, 0, 1, false, kHost, kNothing, kNothing, kUpTo35Seconds});
}

std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const char* version : {"mysql-5.6", "mysql-5.7", "mysql-8.0", "mariadb-10.0", "mariadb-10.11"}) {
    add_since_56(version, false, cells);
    add_without_binlog(version, false, cells);
  }
  add_since_56("mysql-8.0", true, cells);
  add_without_binlog("mysql-8.0", true, cells);
  for (const char* version : {"mysql-5.1", "mysql-5.5", "mariadb-5.5"}) add_up_to_55(version, cells);
  cells.push_back({"mariadb-10.11", 0, 3, false, kHost, kNothing, kNothing, kUpTo35Seconds});
  cells.push_back({"mariadb-10.11", 0, 3, false, kMysqld, kNothing, kNothing, kNothing});
  return cells;
}

std::string cell_name(const testing::TestParamInfo<Cell>& info) {
  std::string name = testing::PrintToString(info.param) + (info.param.sync_binlog < 0 ? " no binlog" : "");
  for (char& each : name) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0) each = '_';
  }
  return name;
}

// sync_binlog=n: up to n - 1 groups have not been synced, and the ones under way.
TEST(DurabilityLaws, SyncBinlogNCountsGroups) {
  constexpr int kEvery = 10;
  const auto ahead = [](const char* version, int clients) {
    models::Scenario scenario = scenario_of({version, kEvery, 1, false, kHost, {}, {}, {}});
    tests::source_of(scenario).load->threads = clients;
    return worst(laws::crashes_in(scenario, 2000).of(kHost).engine_ahead);
  };
  for (const char* version : {"mysql-5.7", "mariadb-10.11"}) {
    EXPECT_GE(ahead(version, 1), kEvery - 2) << version;
    EXPECT_LE(ahead(version, 1), kEvery) << version;
    EXPECT_GT(ahead(version, 32), 2 * kEvery) << version;
    EXPECT_LE(ahead(version, 32), (kEvery + 1) * 32) << version;
  }
  EXPECT_LE(ahead("mysql-5.5", 32), kEvery + 1);  // there it counts transactions
}

// The other side of that: with a write that takes longer than all the rest, clients are answered before it ends.
TEST(DurabilityLaws, WriterThreadsLoseWhatTheyHaveNotWritten) {
  models::Scenario scenario = scenario_of({"mysql-8.0", 0, 0, true, kMysqld, {}, {}, {}});
  tests::source_of(scenario).costs.redo_write = tests::costing(sim::milliseconds(20));
  const CrashFindings found = laws::crashes_in(scenario, 500);
  EXPECT_GT(worst(found.of(kMysqld).lost), 0);
  EXPECT_LE(worst(found.of(kMysqld).oldest), 0.041);  // of two writes
}

// Without binary log a transaction is visible before its redo log flush: others may have read what a crash takes away.
TEST(DurabilityLaws, OthersSeeWhatIsNotFlushedYet) {
  const CrashFindings found = laws::crashes_in(scenario_of({"mysql-5.7", kNoBinlog, 1, false, kHost, {}, {}, {}}), 2000);
  EXPECT_EQ(worst(found.of(kHost).lost), 0);
  EXPECT_GT(worst(found.of(kHost).seen_and_lost), 0);
  EXPECT_LE(worst(found.of(kHost).seen_and_lost), kClients);
}

// innodb_support_xa=OFF: the binary log has what the engine has not.
TEST(DurabilityLaws, WithoutXaTheBinaryLogIsAhead) {
  models::Scenario scenario = scenario_of({"mysql-5.5", 1, 1, false, kMysqld, {}, {}, {}});
  tests::source_of(scenario).variables.innodb_support_xa = false;
  const CrashFindings found = laws::crashes_in(scenario, 1000);
  EXPECT_EQ(worst(found.of(kMysqld).lost), 0);
  EXPECT_GT(worst(found.of(kMysqld).engine_behind), 0);
}

// Looking does not change the run.
TEST(DurabilityLaws, LookingChangesNothing) {
  models::Scenario scenario = scenario_of({"mysql-8.0", 10, 2, true, kHost, {}, {}, {}});
  tests::source_of(scenario).costs.binlog_writeback_per_mib = tests::costing(sim::milliseconds(5));
  models::Scenario watched = scenario;
  watched.run.crash_moments = 100;
  const auto both = laws::measure(std::vector{scenario, watched});
  EXPECT_EQ(both[0].record.loads[0].parts, both[1].record.loads[0].parts);
  EXPECT_EQ(both[0].record.durability.moments, 0);
  EXPECT_EQ(both[1].record.durability.moments, 100);
}

// What is answered and on stable storage everywhere is forgotten: a long run needs no more memory than a short one.
TEST(DurabilityLaws, TheJournalForgetsWhatIsSettled) {
  models::Scenario scenario = scenario_of({"mysql-5.7", 1, 1, false, kHost, {}, {}, {}});
  models::ServerSpec& replica = tests::add_replica(scenario, "replica", laws::crash_costs());
  replica.variables.replica_parallel_workers = 8;
  replica.variables.replica_parallel_type = models::ParallelType::logical_clock;
  scenario.run.duration = sim::Seconds{30};
  const std::string found = sim::run_isolated([&scenario] {
    models::DurabilityJournal journal(scenario);
    models::simulate(scenario, 0, &journal);
    return std::to_string(journal.acknowledged()) + " " + std::to_string(journal.entries().size());
  });
  EXPECT_GT(std::stoi(found), 10000);
  EXPECT_LT(std::stoi(found.substr(found.find(' '))), 300) << found;
}

INSTANTIATE_TEST_SUITE_P(Law, DurabilityCells, testing::ValuesIn(all_cells()), cell_name);
INSTANTIATE_TEST_SUITE_P(FullLaw, FullDurabilityCells, testing::ValuesIn(all_cells()), cell_name);

}  // namespace
