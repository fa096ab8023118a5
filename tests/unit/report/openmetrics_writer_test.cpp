#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <sstream>

#include "experiments/report/writer.hpp"
#include "tests/unit/report/example_result.hpp"

namespace experiments {
namespace {

std::vector<std::string> openmetrics_lines(const Result& result) {
  std::istringstream text(openmetrics_text(result));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Of OpenMetrics 1.0: a family is declared before its samples and comes once, samples of a series have rising timestamps, counters end
// in _total and never fall.
TEST(OpenMetrics, KeepsToItsFormat) {
  Result result = example_result();
  result.summary.replicas.at(0).series = {{1, 800, 4, 0.005, 0}, {2, 1600, 900, 1.25, 1}};
  const std::vector<std::string> lines = openmetrics_lines(result);
  const std::regex sample(R"re(([a-z_0-9]+)(\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\}) (\S+) (\S+))re");
  std::map<std::string, std::string> type_of;
  std::map<std::string, std::pair<double, double>> last;  // timestamp and value of each series
  std::string family;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    std::istringstream words(lines[i]);
    std::string hash, what, name, type;
    words >> hash >> what >> name >> type;
    if (hash == "#" && what == "TYPE") {
      EXPECT_TRUE(type_of.emplace(name, type).second) << name << " comes twice";
      family = name;
      continue;
    }
    if (hash == "#") continue;
    std::smatch found;
    ASSERT_TRUE(std::regex_match(lines[i], found, sample)) << lines[i];
    const bool is_counter = type_of.at(family) == "counter";
    EXPECT_EQ(found[1], family + (is_counter ? "_total" : ""));
    const double value = std::stod(found[3]);
    const double date = std::stod(found[4]);
    const auto [series, is_first] = last.try_emplace(found[1].str() + found[2].str(), date, value);
    if (!is_first) {
      EXPECT_GT(date, series->second.first) << lines[i];
      if (is_counter) {
        EXPECT_GE(value, series->second.second) << lines[i];
      }
      series->second = {date, value};
    }
  }
  EXPECT_EQ(lines.back(), "# EOF");
  EXPECT_TRUE(type_of.contains("mysql_global_status_commands"));
  EXPECT_TRUE(type_of.contains("mysql_slave_status_seconds_behind_master"));
}

TEST(OpenMetrics, CountsWhatTheSeriesSay) {
  const Result result = example_result();
  const models::LoadSummary& load = result.summary.loads.at(0);
  double count = 0;
  for (const models::SeriesPoint& point : load.series) {
    count += point.tps * load.interval_s;
    EXPECT_THAT(openmetrics_lines(result),
                testing::Contains(fmt::format("mysql_global_status_commands_total{{instance=\"{}\",command=\"commit\"}} {:.15g} {:.15g}",
                                              load.server, count, point.t_s)));
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace experiments
