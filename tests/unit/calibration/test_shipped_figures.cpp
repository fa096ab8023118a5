// The validation sets repeat figures of the measurements: they have to agree.
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "calibration/readers/sysbench_log.hpp"
#include "sim/config/document.hpp"

namespace calibration {
namespace {

using Table = std::vector<std::map<std::string, std::string>>;

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all(1);
  for (const char c : line) {
    if (c == ',') all.emplace_back();
    else all.back() += c;
  }
  return all;
}

Table read_csv(const std::filesystem::path& path) {
  std::ifstream text(path);
  std::string line;
  std::getline(text, line);
  const auto header = fields(line);
  Table table;
  while (std::getline(text, line)) {
    const auto values = fields(line);
    EXPECT_EQ(values.size(), header.size()) << line;
    auto& row = table.emplace_back();
    for (std::size_t i = 0; i < header.size() && i < values.size(); ++i) row[header[i]] = values[i];
  }
  return table;
}

// What the table has of a case's metric, one number per repetition.
std::vector<double> measured(const Table& table, const std::string& case_name, const std::string& metric) {
  std::vector<double> values;
  for (const auto& row : table) {
    if (row.at("case") != case_name) continue;
    const bool is_wait = metric == "ack_wait_ms";
    values.push_back(std::stod(row.at(is_wait ? "ack_wait_us" : metric)) / (is_wait ? 1000 : 1));
  }
  return values;
}

TEST(ShippedFigures, OfTheValidationSetsAreThoseOfTheMeasurements) {
  const std::filesystem::path folder = std::filesystem::path(COMMITSIM_SOURCE_DIR) / "experiments";
  const Table table = read_csv(folder / "measurements" / "mysql-5.7.csv");
  for (const char* set : {"mysql-5.7", "mysql-5.7-read-write"}) {
    sim::Diagnostics diagnostics;
    const auto root = sim::read_document((folder / "validation" / (std::string(set) + ".yaml")).string(), diagnostics);
    ASSERT_TRUE(root && diagnostics.ok());
    for (const auto& [name, mark, the_case] : root->find("cases")->fields()) {
      for (const auto& metric : the_case.find("measured")->fields()) {
        const auto expected = measured(table, name, metric.key);
        ASSERT_EQ(metric.value.items().size(), expected.size()) << name << " " << metric.key;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          EXPECT_NEAR(std::stod(metric.value.items()[i].text()), expected[i], 1e-3 * expected[i])
              << name << " " << metric.key;
        }
      }
    }
  }
}

}  // namespace
}  // namespace calibration
