#include "experiments/report/topics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace experiments {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Description, PutsALongExplanationBelow) {
  const Description narrow{"t", {{"Title", "Text.", {"key", "old_names", "doc"}, {{"a", {"x", "y"}, "short"}}}}};
  EXPECT_EQ(description_text(narrow), "Title\nText.\nkey  old names  doc\n  a  x, y       short\n");
  const Description wide{
      "t", {{"", "", {"key", "doc"}, {{"a", std::string(60, 'x') + " " + std::string(60, 'y')}, {"b", ""}}}}};
  EXPECT_EQ(description_text(wide),
            "key\n  a\n      " + std::string(60, 'x') + "\n      " + std::string(60, 'y') + "\n  b\n");
}

TEST(Description, IsJsonWithTheNamesOfItsColumns) {
  const Description description{"t", {{"Title", "", {"key", "size"}, {{"a", 1}}}}};
  EXPECT_EQ(
      description_json(description),
      sim::Json::parse(
          R"({"schema":"commitsim.description/1","topic":"t","sections":[{"title":"Title","text":"","rows":[{"key":"a","size":1}]}]})"));
}

TEST(Topics, DescribeSomethingEach) {
  for (const Topic& topic : topics()) {
    sim::Diagnostics diagnostics;
    const Description description = topic.describe(std::nullopt, diagnostics);
    EXPECT_TRUE(diagnostics.ok()) << topic.name;
    EXPECT_EQ(description.topic, topic.name);
    ASSERT_FALSE(description.sections.empty()) << topic.name;
    for (const DescriptionSection& section : description.sections) {
      EXPECT_FALSE(section.rows.empty()) << topic.name;
      for (const auto& row : section.rows) EXPECT_EQ(row.size(), section.columns.size()) << topic.name;
    }
  }
}

TEST(Topics, ShowTheCostsOfAProfileWithTheirOrigin) {
  sim::Diagnostics diagnostics;
  const std::string text = description_text(describe_profiles("vm-4core-ssd", diagnostics));
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_THAT(text, HasSubstr("  redo_fsync "));
  EXPECT_THAT(text, HasSubstr("  statements.point_select "));
  EXPECT_THAT(text, HasSubstr("standard error"));
}

TEST(Topics, FindAVariableByItsOlderName) {
  sim::Diagnostics diagnostics;
  const Description description = describe_variables("rpl_semi_sync_master_wait_point", diagnostics);
  ASSERT_EQ(description.sections.at(0).rows.size(), 1U);
  EXPECT_EQ(description.sections[0].rows[0][0], "rpl_semi_sync_source_wait_point");
}

TEST(Topics, ShowTheDefaultOfAVariableByVersion) {
  sim::Diagnostics diagnostics;
  const Description description = describe_variables("innodb_support_xa", diagnostics);
  const std::vector<std::vector<sim::Json>> expected{{"MariaDB before 10.3", "ON", "ON, OFF"},
                                                     {"MariaDB 10.3 and later", "not there: does as with ON", nullptr},
                                                     {"MySQL before 5.7.10", "ON", "ON, OFF"},
                                                     {"MySQL 5.7.10 to before 8.0", "ignored: does as with ON", "ON, OFF"},
                                                     {"MySQL 8.0 and later", "not there: does as with ON", nullptr}};
  EXPECT_EQ(description.sections.at(1).rows, expected);
}

TEST(Topics, ShowAVersionWithItsVariables) {
  sim::Diagnostics diagnostics;
  const std::string text = description_text(describe_versions("mysql-5.7.22", diagnostics));
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_THAT(text, HasSubstr("Variables of mysql-5.7.22\n"));
  EXPECT_THAT(text, ContainsRegex("sync_binlog +1 +yes"));
  EXPECT_THAT(text, ContainsRegex("rpl_semi_sync_master_enabled +OFF +yes"));
  EXPECT_THAT(text, ContainsRegex("innodb_support_xa +ON +ignored by the server"));
  EXPECT_THAT(text, ContainsRegex("innodb_log_buffer_size +16MiB +no effect"));
  EXPECT_THAT(text, ContainsRegex("sync_master_info +10000 +only 0, 10000"));
  EXPECT_THAT(text, Not(HasSubstr("rpl_semi_sync_source")));
}

TEST(Topics, ReportAnUnknownName) {
  sim::Diagnostics diagnostics;
  describe_profiles("vm-4core-sdd", diagnostics);
  describe_variables("sync_binlg", diagnostics);
  describe_workloads("oltp_read_wrte", diagnostics);
  ASSERT_EQ(diagnostics.count(), 3U);
  for (const sim::Diagnostic& each : diagnostics.sorted()) EXPECT_THAT(each.message, HasSubstr("did you mean"));
}

}  // namespace
}  // namespace experiments
