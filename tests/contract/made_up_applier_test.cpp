// An applier of one's own takes one file, which touches no other: this one is such a file. The contract tests run on it as on all.
#include <gtest/gtest.h>

#include "models/replication/applier_catalogue.hpp"

namespace {

// A value of slave_parallel_mode that no server has.
constexpr auto kMadeUpMode = static_cast<models::ParallelMode>(99);

// A helper for every transaction, begun when all before it have been committed.
class HelperApplier final : public models::Applier {
 public:
  using Applier::Applier;

 private:
  sim::Task<> take_over(std::int64_t index) override {
    if (progress_.low_water_mark() < index) co_await progress_.rises_to(index);
    replica_.simulation().spawn(replica_.name() + ": helper", help(index));
  }

  sim::Process help(std::int64_t index) { co_await apply(index, {}); }
};

const bool made_up_applier_registered = models::register_applier<HelperApplier>(
    "made-up", "no server",
    "a helper for every transaction, one after the other",
    [](const models::Release& release, const models::ServerVariables& variables) {
      return models::has_mariadb_workers(release, variables, kMadeUpMode);
    });

TEST(MadeUpApplier, IsFoundByWhatAsksForIt) {
  ASSERT_TRUE(made_up_applier_registered);
  models::ServerVariables variables;
  variables.slave_parallel_threads = 2;
  variables.slave_parallel_mode = kMadeUpMode;
  EXPECT_EQ(models::find_applier(*models::parse_release("mariadb-10.11"), variables).name, "made-up");
}

}  // namespace
