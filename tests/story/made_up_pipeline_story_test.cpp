// A commit pipeline of one's own takes one file, which touches no other: this one is such a file.
#include <gtest/gtest.h>

#include "models/commit/pipeline_catalogue.hpp"
#include "models/server.hpp"
#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace {

using sim::milliseconds;

// Writes and syncs the binary log for each transaction alone, without anything else: 1 / B, whatever the number of clients.
class LoneSyncCommit final : public models::CommitPipeline {
 public:
  explicit LoneSyncCommit(models::Server& server)
      : server_(server), lock_log_(server.simulation(), server.name() + ": LOCK_log") {}

  sim::Task<> commit(models::Transaction& transaction) override {
    co_await server_.lock(lock_log_);
    transaction.spend(models::Part::flush_wait, server_.now());
    server_.binary_log().append(models::Group(transaction));
    co_await server_.binary_log().write();
    co_await server_.binary_log().sync_group();
    lock_log_.release();
    transaction.spend(models::Part::sync, server_.now());
    co_await server_.commit_in_engine(transaction);
    transaction.spend(models::Part::engine_commit, server_.now());
  }

 private:
  models::Server& server_;
  sim::Lock lock_log_;
};

const bool registered = models::register_commit_pipeline<LoneSyncCommit>(
    "mine-1.0", {"mine", {1, 0}, {2, 0}, ""}, "one sync per transaction");

TEST(MadeUpPipelineStory, RunsAScenario) {
  ASSERT_TRUE(registered);
  models::CostProfile costs = tests::free_of_charge();
  costs.binlog_fsync = tests::costing(milliseconds(1));
  costs.statements.by_kind[0].second = tests::costing(milliseconds(0.1));
  models::Scenario scenario = tests::one_source(costs);
  tests::source_of(scenario).version = "mine-1.3";
  tests::source_of(scenario).load = tests::updates(8);
  scenario.run.warm_up = sim::Seconds{0.1};
  scenario.run.duration = sim::Seconds{2};
  EXPECT_NEAR(laws::measure(scenario).throughput(), 1000, 2);
}

}  // namespace
