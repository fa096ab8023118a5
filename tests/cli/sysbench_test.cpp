// Output in sysbench's form: read by a parser such as people have, and laid out as a real run of sysbench 1.0.20.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using nlohmann::json;

std::string simulated(std::vector<std::string> more) {
  more.insert(more.begin(), {"run", "experiments/scenarios/one_semisync_two_async.yaml", "--duration", "3s",
                             "--warm-up", "100ms", "--seed", "7", "--set", "workload.threads=2"});
  const Outcome outcome = commitsim(more);
  EXPECT_EQ(outcome.status, 0) << outcome;
  return outcome.out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The first number that the expression finds.
double number(const std::string& text, const std::string& expression) {
  std::smatch match;
  if (!std::regex_search(text, match, std::regex(expression))) {
    ADD_FAILURE() << expression << " is not in\n" << text;
    return 0;
  }
  return std::stod(match[1]);
}

// A line without what differs between two runs: numbers, and how the blanks before them make up for their lengths.
std::string shape(const std::string& line) {
  if (line.starts_with("sysbench ")) return "sysbench 1.0.20 (...)";
  if (line.starts_with("Initializing random number generator")) return "Initializing random number generator ...";
  const bool aligned_right =
      std::regex_match(line, std::regex(" +[a-z0-9 ]+: +[0-9.]+")) && line.starts_with("         ");
  if (aligned_right)
    return std::regex_replace(line, std::regex(": +[0-9.]+$"), ": N") + " ends at " + std::to_string(line.size());
  const std::string padded = std::regex_replace(line, std::regex("[0-9.]+ +\\("), "N (");
  return std::regex_replace(padded, std::regex("[0-9]+(\\.[0-9]+)?"), "N");
}

void expect_same_layout(const std::string& text, const std::string& real) {
  const auto lines = lines_of(text);
  const auto expected = lines_of(real);
  ASSERT_EQ(lines.size(), expected.size()) << text;
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(shape(lines[i]), shape(expected[i])) << "line " << i + 1;
  EXPECT_EQ(text.ends_with("\n\n"), real.ends_with("\n\n"));
}

TEST(Sysbench, LooksAsARealRunDoes) {
  expect_same_layout(simulated({"--format", "sysbench"}), read_file(kData / "sysbench-1.0.20-closed.txt"));
  expect_same_layout(simulated({"--format", "sysbench", "--set", "workload.rate=20/s"}),
                     read_file(kData / "sysbench-1.0.20-rate.txt"));
}

TEST(Sysbench, IsReadByAParser) {
  const std::string text = simulated({"--format", "sysbench"});
  const json result = json::parse(simulated({"--format", "json"}));
  EXPECT_TRUE(std::regex_search(text, std::regex("^sysbench 1\\.0\\.20 \\(.*commitsim.*\\)\n")));
  EXPECT_EQ(number(text, "Number of threads: (\\d+)"), 2);
  EXPECT_NEAR(number(text, "transactions: +\\d+ +\\((\\d+\\.\\d+) per sec\\.\\)"), result["throughput"]["tps"]["mean"],
              0.005001);
  EXPECT_NEAR(number(text, "queries: +\\d+ +\\((\\d+\\.\\d+) per sec\\.\\)"), result["throughput"]["qps"]["mean"],
              0.005001);
  EXPECT_EQ(number(text, "transactions: +(\\d+)"), result["throughput"]["transactions"]);
  EXPECT_EQ(number(text, "total: +(\\d+)"), 20 * number(text, "transactions: +(\\d+)"));
  EXPECT_EQ(number(text, "read: +(\\d+)"), 14 * number(text, "transactions: +(\\d+)"));
  EXPECT_NEAR(number(text, "avg: +(\\d+\\.\\d+)"), result["response_ms"]["mean"]["mean"], 0.005001);
  EXPECT_NEAR(number(text, "95th percentile: +(\\d+\\.\\d+)"), result["response_ms"]["p95"]["mean"], 0.005001);
  EXPECT_NEAR(number(text, "execution time \\(avg/stddev\\): +(\\d+\\.\\d+)"), 3, 0.02)
      << "closed clients are always busy";
  EXPECT_NEAR(number(text, "events \\(avg/stddev\\): +(\\d+\\.\\d+)"), number(text, "transactions: +(\\d+)") / 2, 1e-3);
}

TEST(Sysbench, HasIntervalsThatAddUp) {
  const std::string text = simulated({"--format", "sysbench"});
  const std::regex line(
      R"(\[ (\d+)s \] thds: (\d+) tps: ([\d.]+) qps: ([\d.]+) \(r/w/o: ([\d.]+)/([\d.]+)/([\d.]+)\) lat \(ms,95%\): ([\d.]+) )"
      R"(err/s: ([\d.]+) reconn/s: ([\d.]+))");
  double transactions = 0;
  int intervals = 0;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), line); match != std::sregex_iterator(); ++match) {
    EXPECT_EQ(std::stoi((*match)[1]), ++intervals);
    transactions += std::stod((*match)[3]);
    EXPECT_NEAR(std::stod((*match)[4]), std::stod((*match)[5]) + std::stod((*match)[6]) + std::stod((*match)[7]), 0.03);
  }
  EXPECT_EQ(intervals, 3);
  EXPECT_NEAR(transactions, number(text, "transactions: +(\\d+)"), 0.03);
}

}  // namespace
}  // namespace cli
