// Output in the form of pt-heartbeat --monitor: "13.55s [  2.27s,  0.45s,  0.39s ]", a line for every interval.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

// A replica that falls behind.
Outcome heartbeat_of(std::vector<std::string> more) {
  more.insert(more.begin(), {"run", "experiments/scenarios/lab/replica_apply.yaml", "--duration", "5s"});
  return commitsim(more);
}

TEST(PtHeartbeat, PrintsTheLagOfEveryIntervalAndItsAverages) {
  const Outcome text = heartbeat_of({"--format", "pt-heartbeat"});
  ASSERT_EQ(text.status, 0) << text;
  const auto series = nlohmann::json::parse(heartbeat_of({"--format", "json"}).out)["replicas"][0]["series"];
  const std::regex line_of_pt_heartbeat(R"( *(\d+\.\d\d)s \[ +(\d+\.\d\d)s, +(\d+\.\d\d)s, +(\d+\.\d\d)s \])");
  std::istringstream lines(text.out);
  double sum = 0;
  std::size_t n = 0;
  for (std::string line; std::getline(lines, line); ++n) {
    std::smatch found;
    ASSERT_TRUE(std::regex_match(line, found, line_of_pt_heartbeat)) << line;
    const double lag = series.at(n)["lag_s"];
    sum += lag;
    EXPECT_NEAR(std::stod(found[1]), lag, 0.005001);
    EXPECT_NEAR(std::stod(found[2]), sum / 60, 0.005001);
    EXPECT_NEAR(std::stod(found[3]), sum / 300, 0.005001);
    EXPECT_NEAR(std::stod(found[4]), sum / 900, 0.005001);
  }
  EXPECT_EQ(n, series.size());
  EXPECT_GT(sum, 5);
}

TEST(PtHeartbeat, NeedsAReplica) {
  const Outcome outcome = commitsim({"run", "experiments/scenarios/lab/source_only.yaml", "--format", "pt-heartbeat"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, testing::HasSubstr("no replica that applies"));
}

TEST(PtHeartbeat, NamesReplicasWhereThereAreSeveral) {
  const std::string text = commitsim({"run", "experiments/scenarios/one_semisync_two_async.yaml", "--duration", "2s", "--warm-up", "100ms",
                                      "--format", "pt-heartbeat"}).out;
  EXPECT_THAT(text, testing::StartsWith("# replica1\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '#'), 3);
}

}  // namespace
}  // namespace cli
