// commitsim report: one HTML page from what the other commands wrote. What a browser makes of it is tested by tests/page.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHostile = "</script><img src=x onerror=alert(1)>";

std::string scenario_named(const std::string& server) {
  return "description: \"" + std::string(kHostile) + "\"\nprofile: mysql-5.7-lab\nrun: {duration: 2s, warm_up: 0s, seed: 3}\n"
         "workload: {sysbench: oltp_update_non_index, threads: 2}\nhosts: {db1: {cores: 2}}\n"
         "network: {default: {rtt: 1ms, bandwidth: 1Gbps}}\nservers: {\"" + server + "\": {host: db1, version: mysql-5.7}}\n";
}

class Report : public ::testing::Test {
 protected:
  // The page of a file.
  std::string page(const std::vector<std::string>& files) {
    std::vector<std::string> words{"report"};
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), {"-o", page_});
    const Outcome outcome = commitsim(words, {.folder = folder_.path()});
    EXPECT_EQ(outcome.status, 0) << outcome;
    return read_file(page_);
  }

  // Runs a command in the folder, which must succeed.
  void done(const std::vector<std::string>& words) {
    const Outcome outcome = commitsim(words, {.folder = folder_.path()});
    ASSERT_EQ(outcome.status, 0) << outcome;
  }

  TemporaryFolder folder_;
  std::string scenario_ = folder_.file("scenario.yaml", scenario_named(kHostile));
  std::string page_ = (folder_.path() / "page.html").string();
};

json report_data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::size_t times(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// Nothing in the page is loaded from elsewhere, and no text of the input has become markup.
void expect_self_contained(const std::string& page) {
  EXPECT_THAT(page, AllOf(HasSubstr("default-src 'none'"), Not(HasSubstr("src=\"")), Not(HasSubstr("<link")), Not(HasSubstr("@import")),
                          Not(HasSubstr("url(http")), Not(HasSubstr("<img")), Not(HasSubstr("fetch(\""))));
  EXPECT_EQ(times(page, "</script>"), 3u) << "the data, the library, the page's own";
}

TEST_F(Report, ShowsAResult) {
  done({"run", scenario_, "--format", "json", "-o", "result.json"});
  const std::string html = page({"result.json"});
  expect_self_contained(html);
  const json data = report_data_of(html);
  EXPECT_EQ(data["inputs"][0]["kind"], "result");
  EXPECT_EQ(data["inputs"][0]["document"]["scenario"]["description"], kHostile);
  EXPECT_EQ(data["inputs"][0]["document"]["servers"][0]["name"], kHostile);
  EXPECT_FALSE(data["inputs"][0]["document"].contains("origins"));
}

TEST_F(Report, ShowsAStudyWithItsBestPoint) {
  folder_.file("study.yaml", "description: \"" + std::string(kHostile) + "\"\nscenario: scenario.yaml\n"
               "factors: {threads: {path: workload.threads, values: [1, 2, 16]}, rtt: {path: network.default.rtt, values: [1ms, 100us]}}\n"
               "responses: [tps, p99]\nconstraints: [\"p99 > 0ms\", \"tps < 900/s\"]\nobjective: maximise tps\n");
  done({"sweep", "study.yaml", "--jobs", "2", "-o", "table.txt"});
  const std::string html = page({"study.sqlite"});
  expect_self_contained(html);
  const json study = report_data_of(html)["inputs"][0]["document"];
  EXPECT_EQ(study["description"], kHostile);
  EXPECT_EQ(study["responses"], json({"throughput.tps", "response_ms.p99"}));
  ASSERT_EQ(study["points"].size(), 6u);
  EXPECT_EQ(study["factors"][1]["levels"][0], json({{"label", "100us"}, {"number", 100e-6}})) << "levels are sorted by their numbers";
  EXPECT_EQ(study["metrics"][0], json({{"name", "throughput.tps"}, {"unit", "1/s"}}));

  double greatest = 0;
  for (const json& point : study["points"]) {
    const double tps = point["values"][0];
    EXPECT_EQ(point["failed"].size(), tps < 900 ? 0u : 1u) << point;
    if (tps < 900) greatest = std::max(greatest, tps);
  }
  ASSERT_GT(greatest, 0) << "no point is below the bound: the test says nothing";
  EXPECT_EQ(study["points"][study["best"].get<std::size_t>()]["values"][0], greatest);
}

TEST_F(Report, ShowsAComparisonAndAValidationOnOnePage) {
  done({"compare", scenario_, "--set", "workload.threads=4", "--duration", "1s", "--format", "json", "-o", "comparison.json"});
  folder_.file("validation.json", R"({"schema": "commitsim.validation/1", "rows": [], "scores": [], "claims": []})");
  const std::string html = page({"comparison.json", "validation.json"});
  expect_self_contained(html);
  const json data = report_data_of(html);
  EXPECT_EQ(data["inputs"][0]["kind"], "comparison");
  EXPECT_EQ(data["inputs"][1]["kind"], "validation");
}

TEST_F(Report, KeepsHostileFileNamesAndTitlesAsText) {
  const std::string document = R"({"schema": "commitsim.validation/1", "rows": [], "scores": [], "claims": [{"set": "<!--<script>"}]})";
  folder_.file("a'<img>&\".json", document);
  const std::string html = page({"a'<img>&\".json"});
  expect_self_contained(html);
  EXPECT_THAT(html, AllOf(HasSubstr("<title>a&#39;&lt;img&gt;&amp;&quot;.json"), Not(HasSubstr("<!--<script>"))));
  EXPECT_EQ(report_data_of(html)["inputs"][0]["document"]["claims"][0]["set"], "<!--<script>");
}

TEST_F(Report, NamesEveryFileThatIsNoInputAndOverwritesNothing) {
  folder_.file("page.html", "kept");
  folder_.file("text.json", "no JSON");
  folder_.file("other.json", R"({"schema": "someone.else/1"})");
  folder_.file("cut.json", R"({"schema": "commitsim.result/1"})");
  folder_.file("broken.sqlite", std::string("SQLite format 3\0 and no more", 28));
  const Outcome outcome = commitsim({"report", "text.json", "other.json", "cut.json", "broken.sqlite", "gone.json", ".", "-o", page_},
                                    {.folder = folder_.path()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("text.json: error: this is neither a study database nor JSON of commitsim"),
                                 HasSubstr("other.json: error: the schema 'someone.else/1' is not known"),
                                 HasSubstr("cut.json: error: this says to be commitsim.result/1, but 'throughput' is missing"),
                                 HasSubstr("broken.sqlite: error: cannot read this database"),
                                 HasSubstr("gone.json: error: there is no such file"),
                                 HasSubstr(".: error: this is a folder")));
  EXPECT_EQ(read_file(page_), "kept");
}

}  // namespace
}  // namespace cli
