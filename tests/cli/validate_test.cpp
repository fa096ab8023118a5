// commitsim validate: what it says about the sets it is given.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* kBaseScenario =
    "workload: {sysbench: oltp_update_non_index, threads: 4}\n"
    "run: {duration: 2s, warm_up: 1s, seed: 1}\n"
    "servers:\n"
    "  source: {host: db1, version: mysql-5.7, variables: {log_bin: ON}}\n"
    "hosts: {db1: {cores: 2}}\n";

// A data folder with the shipped profiles and workloads and a validation set of the test's own.
class Validate : public ::testing::Test {
 protected:
  Validate() {
    for (const char* kind : {"profiles", "workloads"}) {
      std::filesystem::create_directory_symlink(std::filesystem::path(COMMITSIM_SOURCE_DIR) / "experiments" / kind,
                                                data_.path() / kind);
    }
    data_.file("base.yaml", kBaseScenario);
  }

  Outcome validate(const std::string& set, std::vector<std::string> options = {}) {
    data_.file("validation/mine.yaml", set);
    std::vector<std::string> arguments = {"COMMITSIM_DATA=" + data_.path().string(), COMMITSIM_BINARY, "validate",
                                          "mine"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run("env", arguments);
  }

  TemporaryFolder data_;
};

TEST_F(Validate, ComparesWithTheMedianOfTheRepetitions) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  slow: {set: [workload.threads=1], role: fitted, measured: {tps: [100, 300, 200], group_size: [1]}}\n"
      "  fast: {fitted: [tps], against: slow, measured: {tps: [500], gap_pct: []}}\n",
      {"--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document["schema"], "commitsim.validation/1");
  const auto& rows = document["rows"];
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["set"], "mine");
  EXPECT_EQ(rows[0]["case"], "slow");
  EXPECT_EQ(rows[0]["metric"], "tps");
  EXPECT_EQ(rows[0]["role"], "fitted");
  EXPECT_EQ(rows[0]["measured"], 200);
  const double predicted = rows[0]["predicted"];
  EXPECT_NEAR(rows[0]["error_pct"], (predicted - 200) / 200 * 100, 1e-9);
  EXPECT_GT(rows[0]["half_width"], 0);
  EXPECT_EQ(rows[1]["predicted"], 1);
  EXPECT_TRUE(rows[1]["half_width"].is_null());
  EXPECT_EQ(rows[2]["role"], "fitted");
  EXPECT_EQ(rows[3]["role"], "predicted");
  EXPECT_TRUE(rows[3]["measured"].is_null());
  EXPECT_TRUE(rows[3]["error_pct"].is_null());
  const double faster = rows[2]["predicted"];
  EXPECT_NEAR(rows[3]["predicted"], (1 - faster / predicted) * 100, 1e-9);
}

TEST_F(Validate, ShowsFittedAndPredictedErrorsApart) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  a: {role: fitted, measured: {tps: [500], p95_ms: [7]}}\n"
      "  b: {set: [workload.threads=2], measured: {tps: [300]}}\n");
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("|error| of 2 fitted rows: median "));
  EXPECT_THAT(outcome.out, HasSubstr("|error| of 1 predicted rows: median "));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Validate, ShowsAScoreboard) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  a: {role: fitted, measured: {tps: [500], p95_ms: [7]}}\n"
      "  b: {set: [workload.threads=2], measured: {tps: [300]}}\n"
      "claims: {grows: {says: two get more, shapes: [{order: [b, a]}]}, falls: {says: four get more, shapes: [{order: [a, b]}]}}\n",
      {"--format", "scoreboard"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, ContainsRegex("set +metric +fitted +median +90 % +predicted +median +90 % +bias +worst +case"));
  EXPECT_THAT(outcome.out, ContainsRegex("mine +tps +1 +[0-9.]+ +[0-9.]+ +1 +[0-9.]+ +[0-9.]+ +[+-][0-9.]+ +[+-][0-9.]+ +b"));
  EXPECT_THAT(outcome.out, ContainsRegex("all sets +p95_ms +1 "));
  EXPECT_THAT(outcome.out, HasSubstr("mine: 1 of 2 claims hold; fails: grows\n"));
}

TEST_F(Validate, GivesTheSameRowsWhateverTheJobs) {
  const std::string set =
      "scenario: ../base.yaml\ncases:\n  a: {measured: {tps: [500]}}\n  b: {set: [workload.threads=2], measured: {tps: "
      "[300]}}\n";
  EXPECT_EQ(validate(set, {"--jobs", "1"}).out, validate(set, {"--jobs", "3"}).out);
}

TEST_F(Validate, ReportsAllFaultsOfASetAtTheirPlaces) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  a: {role: guessed, measured: {tps: [500]}}\n"
      "  b: {measured: {tpd: [500]}}\n"
      "  c: {measured: {tps: [fast]}}\n"
      "  d: {}\n"
      "  e: {measured: {tps: [-1]}}\n"
      "  f: {fitted: [p95_ms], measured: {tps: [500]}}\n"
      "  g: {measured: {gap_pct: [9]}}\n"
      "fit:\n"
      "  - {cost: costs.wake_up, low: 3us, high: 2us}\n"
      "  - {cost: costs.wake_up, low: 3, high: 4us}\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  for (const char* fault :
       {"mine.yaml:3:13: error: role: unknown value 'guessed'",
        "mine.yaml:4:23: error: unknown metric 'tpd'; did you mean 'tps'?", "mine.yaml:5:24: error: tps[0]",
        "mine.yaml:6:6: error: missing required key 'measured'", "mine.yaml:7:17: error: measured: -1",
        "mine.yaml:8:16: error: fitted: 'p95_ms' is not measured in this case",
        "mine.yaml:9:27: error: gap_pct: say with `against` which case it compares with",
        "mine.yaml:11:43: error: high: 2us is not above low, 3us",
        "mine.yaml:12:32: error: low: time '3' has no unit"}) {
    EXPECT_THAT(outcome.err, HasSubstr(fault));
  }
}

TEST_F(Validate, ReportsFaultsOfTheCasesScenarios) {
  const Outcome outcome = validate(
      "cases:\n"
      "  a: {scenario: ../base.yaml, against: z, set: [workload.threads=1], measured: {tps: [500]}}\n"
      "  b: {measured: {tps: [500]}}\n");
  EXPECT_THAT(outcome.err, HasSubstr("mine.yaml:2:40: error: against: unknown case 'z'"));
  EXPECT_THAT(outcome.err, HasSubstr("mine.yaml:3:6: error: no scenario for case 'b'"));

  const Outcome overrides = validate(
      "cases:\n"
      "  a: {scenario: ../base.yaml, set: [workload.threads=1, workload.threats=1], measured: {tps: [500]}}\n"
      "  b: {scenario: ../base.yaml, set: [run.duration=5], measured: {tps: [500]}}\n"
      "  c: {scenario: ../base.yaml, set: [nonsense], measured: {tps: [500]}}\n"
      "  d: {scenario: ../none.yaml, measured: {tps: [500]}}\n");
  EXPECT_EQ(overrides.status, 2);
  EXPECT_THAT(overrides.err,
              HasSubstr("mine.yaml:2:57: error: unknown key 'threats' in workload; did you mean 'threads'?"));
  EXPECT_THAT(overrides.err, HasSubstr("mine.yaml:3:37: error: duration: time '5' has no unit"));
  EXPECT_THAT(overrides.err, HasSubstr("mine.yaml:4:37: error: expected PATH=VALUE"));
  EXPECT_THAT(overrides.err, HasSubstr("none.yaml: error: cannot be read"));
}

constexpr const char* kSweep =
    "scenario: ../base.yaml\n"
    "cases:\n"
    "  one: {set: [workload.threads=1], measured: {tps: []}}\n"
    "  two: {set: [workload.threads=2], measured: {tps: []}}\n"
    "  many: {set: [workload.threads=8], measured: {}}\n";

// Two clients of 5.7 get less than twice as much as one, eight more than that.
TEST_F(Validate, TellsWhichClaimsHold) {
  const Outcome outcome = validate(std::string(kSweep) +
                                       "claims:\n"
                                       "  growth:\n"
                                       "    says: two clients get more\n"
                                       "    role: fitted\n"
                                       "    shapes:\n"
                                       "      - ratio: {of: [two], to: [one], least: 1.2, most: 1.6}\n"
                                       "      - ratio: {of: [two, many], to: [one, one], least: 2.5}\n"
                                       "      - order: [many, two, one]\n"
                                       "      - {metric: mean_ms, order: [one, two]}\n"
                                       "  knee:\n"
                                       "    says: more clients bring more\n"
                                       "    shapes:\n"
                                       "      - knee: {series: [one, two, many], first: many, last: many}\n"
                                       "      - knee: {series: [one, two, many], within: 90%, first: two, last: many}\n"
                                       "  size:\n"
                                       "    says: one gets some hundreds, two no thousands\n"
                                       "    shapes:\n"
                                       "      - range: {of: [one], least: 100, most: 900}\n"
                                       "      - range: {of: [one, two], least: 1000}\n",
                                   {"--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto claims = nlohmann::json::parse(outcome.out)["claims"];
  std::vector<bool> holds;
  for (const auto& each : claims) holds.push_back(each["holds"]);
  EXPECT_THAT(holds, ::testing::ElementsAre(true, false, true, false, true, false, true, false)) << outcome.out;
  EXPECT_EQ(claims[0]["set"], "mine");
  EXPECT_EQ(claims[0]["claim"], "growth");
  EXPECT_EQ(claims[0]["says"], "two clients get more");
  EXPECT_EQ(claims[0]["role"], "fitted");
  EXPECT_EQ(claims[0]["expected"], "ratio 1.2 to 1.6");
  EXPECT_EQ(claims[5]["expected"], "90 % below the peak at two to many");
  EXPECT_EQ(claims[5]["found"], "one");
  EXPECT_EQ(claims[6]["expected"], "range 100 to 900");
  EXPECT_EQ(claims[7]["expected"], "range at least 1e+03");
}

TEST_F(Validate, ShowsClaimsBelowTheRows) {
  const Outcome outcome = validate(
      std::string(kSweep) + "claims: {slower: {says: one is faster, shapes: [{order: [one, two]}]}}\n");
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("\nclaim slower, predicted: one is faster\n  FAILS  order one > two: "));
}

TEST_F(Validate, ReportsFaultsOfClaimsAtTheirPlaces) {
  const Outcome outcome = validate(std::string(kSweep) +
                                   "claims:\n"
                                   "  a: {says: x, shapes: [{order: [one, tow]}]}\n"
                                   "  b: {says: x, shapes: [{ratio: {of: [one], to: [two, many], least: 1}}]}\n"
                                   "  c: {says: x, shapes: [{ratio: {of: [one], to: [two], least: 2, most: 1}}]}\n"
                                   "  d: {says: x, shapes: [{ratio: {of: [one], to: [two]}}]}\n"
                                   "  e: {says: x, shapes: [{knee: {series: [one, two], first: two, last: one}}]}\n"
                                   "  f: {says: x, shapes: [{knee: {series: [one, two], first: many, last: two}}]}\n"
                                   "  g: {says: x, shapes: [{metric: gap_pct, order: [one, two]}]}\n"
                                   "  h: {says: x, shapes: [{metric: tpz, order: [one, two]}]}\n"
                                   "  i: {says: x, shapes: [{}]}\n"
                                   "  j: {says: x, shapes: []}\n"
                                   "  k: {says: x, shapes: [{range: {of: [one]}}]}\n"
                                   "  l: {says: x, shapes: [{range: {of: [one], least: 2, most: 1}}]}\n");
  EXPECT_EQ(outcome.status, 2);
  for (const char* fault :
       {"mine.yaml:8:49: error: ratio: 1 cases over 2", "mine.yaml:9:72: error: most: 1 is not above least, 2",
        "mine.yaml:10:33: error: ratio: without `least` and `most` it says nothing",
        "mine.yaml:11:60: error: first: it comes after last in the series",
        "mine.yaml:12:60: error: first: 'many' is not in the series",
        "mine.yaml:13:34: error: gap_pct compares two cases itself", "mine.yaml:14:34: error: unknown metric 'tpz'",
        "mine.yaml:15:25: error: a shape is exactly one of ratio, range, order and knee", "mine.yaml:16:24: error: shapes",
        "mine.yaml:17:33: error: range: without `least` and `most` it says nothing",
        "mine.yaml:18:61: error: most: 1 is not above least, 2"}) {
    EXPECT_THAT(outcome.err, HasSubstr(fault));
  }
  EXPECT_THAT(outcome.err, HasSubstr("\n11 errors; nothing was run"));
  const Outcome unknown = validate(std::string(kSweep) + "claims: {a: {says: x, shapes: [{order: [one, tow]}]}}\n");
  EXPECT_THAT(unknown.err, HasSubstr("mine.yaml:6:46: error: unknown case 'tow'; did you mean 'two'?"));
  const Outcome in_range = validate(std::string(kSweep) + "claims: {a: {says: x, shapes: [{range: {of: [tow], least: 1}}]}}\n");
  EXPECT_THAT(in_range.err, HasSubstr("mine.yaml:6:46: error: unknown case 'tow'"));
}

TEST_F(Validate, RefitFindsACostAgain) {
  // Measured: 1 / (two fsyncs of 2 ms and 0.45 ms) per second, so that a third fsync's time is left for what is fitted.
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  one: {role: fitted, set: [workload.threads=1, costs.redo_fsync=2ms], measured: {tps: [200]}}\n"
      "  two: {set: [workload.threads=2, costs.redo_fsync=2ms], measured: {tps: [400]}}\n"
      "fit: [{cost: costs.binlog_fsync, low: 100us, high: 10ms}]\n",
      {"--refit", "--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_NEAR(document["rows"][0]["error_pct"], 0, 0.5) << outcome.out;
  EXPECT_EQ(document["costs"][0]["name"], "costs.binlog_fsync");
  EXPECT_EQ(document["costs"][0]["unit"], "s");
  EXPECT_GT(document["costs"][0]["value"], 1e-3);
  EXPECT_LT(document["costs"][0]["value"], 3e-3);
}

// mysql-5.7-lab gives its costs with their origin, {value: {mean: ..., cv: ...}, origin: ...}: the path leads past that.
TEST_F(Validate, RefitReachesIntoACostThatHasAnOrigin) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  one: {role: fitted, set: [workload.threads=1, profile=mysql-5.7-lab], measured: {tps: [208]}}\n"
      "fit: [{cost: costs.client_round_trip.mean, low: 10us, high: 4ms}]\n",
      {"--refit", "--format", "json"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_NEAR(document["rows"][0]["error_pct"], 0, 0.5) << outcome.out;
}

// One client is what the analysis computes exactly: the fit begins at the answer, however far off the present cost is.
TEST_F(Validate, RefitBeginsAtTheCostsOfTheAnalysis) {
  const Outcome outcome = validate(
      "scenario: ../base.yaml\n"
      "cases:\n"
      "  one: {role: fitted, set: [workload.threads=1, costs.redo_fsync=40ms], measured: {tps: [20]}}\n"
      "fit: [{cost: costs.binlog_fsync, low: 100us, high: 100ms}]\n",
      {"--refit"});
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, ContainsRegex("after [012] iterations")) << outcome.out;
  EXPECT_THAT(outcome.out, ContainsRegex("binlog_fsync = (9\\.[5-9]|10\\.?[0-4]?)[0-9]* ms")) << outcome.out;
}

TEST_F(Validate, RefitSaysWhatCannotBeFitted) {
  const std::string cases = "scenario: ../base.yaml\ncases:\n  one: {role: fitted, measured: {tps: [200]}}\n";
  EXPECT_THAT(validate(cases, {"--refit"}).err, HasSubstr("no `fit` section"));
  const Outcome unknown = validate(cases + "fit: [{cost: costs.binlog_fsink, low: 1us, high: 1ms}]\n", {"--refit"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("mine.yaml:4:14: error: cost: unknown key 'binlog_fsink'"));
}

TEST(ValidateNames, AreThoseOfTheShippedSets) {
  const Outcome outcome = commitsim({"validate", "mysql-57"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("unknown set 'mysql-57'; did you mean 'mysql-5.7'?"));
  EXPECT_EQ(outcome.out, "");
}

}  // namespace
}  // namespace cli
