#include <gmock/gmock.h>

#include <deque>

#include "models/commit/stage_queue.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::Group;
using models::Part;
using models::StageQueue;
using models::Transaction;
using sim::Simulation;
using tests::Json;

// Transactions that are known by their number.
struct Transactions {
  explicit Transactions(Simulation& simulation, int count) {
    for (int i = 0; i < count; ++i) all.emplace_back(simulation).binlog_index = i;
  }
  Group one(int number) { return Group{all[static_cast<std::size_t>(number)]}; }
  std::deque<Transaction> all;
};

std::vector<std::int64_t> numbers(Group group) {
  std::vector<std::int64_t> all;
  group.for_each([&](const Transaction& member) { all.push_back(member.binlog_index); });
  return all;
}

TEST(Group, KeepsTheOrderInWhichGroupsAreAppended) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Transactions transactions(simulation, 4);
    Group pair = transactions.one(2);
    pair.append(transactions.one(0));
    Group all;
    const bool was_empty = all.empty();
    all.append(transactions.one(3));
    all.append(pair);
    all.append(Group{});
    all.append(transactions.one(1));
    return Json{{"was_empty", was_empty},
                {"empty", all.empty()},
                {"size", all.size()},
                {"numbers", numbers(all)},
                {"first", all.first().binlog_index},
                {"last", all.last().binlog_index}};
  });
  EXPECT_EQ(
      found,
      (Json{{"was_empty", true}, {"empty", false}, {"size", 4}, {"numbers", {3, 2, 0, 1}}, {"first", 3}, {"last", 1}}));
}

// A transaction that was in a group can be the only member of the next.
TEST(Group, OfOneForgetsWhatCameBehind) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Transactions transactions(simulation, 2);
    Group group = transactions.one(0);
    group.append(transactions.one(1));
    return Json(numbers(transactions.one(0)));
  });
  EXPECT_EQ(found, Json::array({0}));
}

// Each part begins where the last one ended.
TEST(Group, SpendBooksTheTimeSinceTheLastPart) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Transactions transactions(simulation, 2);
    transactions.all[0].begin(tests::at(1));
    transactions.all[1].begin(tests::at(2));
    Group group = transactions.one(0);
    group.append(transactions.one(1));
    group.spend(Part::flush, tests::at(4));
    group.spend(Part::sync, tests::at(4.5));
    Json spent;
    for (const Transaction& each : transactions.all) {
      spent.push_back(each.spent[static_cast<std::size_t>(Part::flush)].count());
      spent.push_back(each.spent[static_cast<std::size_t>(Part::sync)].count());
    }
    return spent;
  });
  EXPECT_EQ(found, Json({3.0, 0.5, 2.0, 0.5}));
}

TEST(StageQueue, TheFirstInAnEmptyQueueLeads) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Transactions transactions(simulation, 5);
    StageQueue stage(simulation, "a stage", "its mutex");
    Json result;
    result.push_back(stage.enrol(transactions.one(0)));
    Group pair = transactions.one(1);
    pair.append(transactions.one(2));
    result.push_back(stage.enrol(pair));
    result.push_back(stage.size());
    result.push_back(numbers(stage.take_queue()));
    result.push_back(stage.size());
    result.push_back(stage.enrol(transactions.one(3)));
    result.push_back(stage.enrol(transactions.one(4)));
    result.push_back(numbers(stage.take_queue()));
    return result;
  });
  EXPECT_EQ(found, (Json{true, false, 3, {0, 1, 2}, 0, true, false, {3, 4}}));
}

}  // namespace
