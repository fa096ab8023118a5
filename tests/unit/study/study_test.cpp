// Studies below the command line: factors, designs, criteria, the database, progress.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/study/design.hpp"
#include "experiments/study/factor.hpp"
#include "experiments/study/progress.hpp"
#include "experiments/study/refinement.hpp"
#include "experiments/study/study_database.hpp"

namespace experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Factor range(const std::string& name, const std::string& from, const std::string& to, int steps, Spacing spacing) {
  FactorDocument document;
  document.path = "x";
  document.from.text = from;
  document.to.text = to;
  document.steps = steps;
  document.spacing = spacing;
  sim::Diagnostics diagnostics;
  Factor factor(name, document, {}, diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  return factor;
}

std::vector<std::string> labels(const std::vector<Level>& levels) {
  std::vector<std::string> all;
  for (const Level& level : levels) all.push_back(level.label);
  return all;
}

TEST(StudyFactor, SpacesItsStepsWithUnits) {
  EXPECT_THAT(labels(range("rtt", "100us", "10ms", 3, Spacing::log).levels()), ElementsAre("100us", "1ms", "10ms"));
  EXPECT_THAT(labels(range("rtt", "1ms", "3ms", 3, Spacing::linear).levels()), ElementsAre("1ms", "2ms", "3ms"));
  EXPECT_EQ(range("rtt", "1ms", "3ms", 3, Spacing::linear).levels()[1].set, std::vector<std::string>{"x=2ms"});
}

TEST(StudyFactor, KeepsWholeNumbersWholeAndEachOnce) {
  EXPECT_THAT(labels(range("threads", "1", "4", 7, Spacing::log).levels()), ElementsAre("1", "2", "3", "4"));
}

TEST(StudyFactor, FindsTheShareOfALevel) {
  const Factor rtt = range("rtt", "1ms", "100ms", 2, Spacing::log);
  EXPECT_NEAR(rtt.share_of(rtt.at(0.25)), 0.25, 1e-3);
  EXPECT_EQ(rtt.at(0.5).label, "10ms");
}

TEST(StudyFactor, RefusesRangesThatAreNone) {
  for (const auto& [from, to] : {std::pair{"3ms", "1ms"}, std::pair{"1ms", "3"}, std::pair{"one", "two"}}) {
    FactorDocument document;
    document.path = "x";
    document.from.text = from;
    document.to.text = to;
    sim::Diagnostics diagnostics;
    const Factor factor("f", document, {"s.yaml", 3, 4}, diagnostics);
    ASSERT_EQ(diagnostics.count(), 1U) << from;
    EXPECT_EQ(diagnostics.sorted()[0].place.line, 3);
  }
}

TEST(StudyDesign, GridHasEveryCombinationOnce) {
  const std::vector<Factor> factors = {range("a", "1", "3", 3, Spacing::linear), range("b", "1ms", "2ms", 2, Spacing::linear)};
  std::vector<std::string> seen;
  for (const StudyPoint& point : grid(factors)) seen.push_back(point.levels[0].label + " " + point.levels[1].label);
  EXPECT_THAT(seen, ElementsAre("1 1ms", "1 2ms", "2 1ms", "2 2ms", "3 1ms", "3 2ms"));
}

TEST(StudyDesign, HypercubeVisitsEveryLayerOnce) {
  const std::vector<Factor> factors = {range("a", "0", "1000", 0, Spacing::linear), range("b", "1us", "1s", 0, Spacing::log)};
  constexpr int kPoints = 50;
  const auto points = latin_hypercube(factors, kPoints, 3);
  for (std::size_t f = 0; f < factors.size(); ++f) {
    std::set<int> layers;
    for (const StudyPoint& point : points) layers.insert(static_cast<int>(factors[f].share_of(point.levels[f]) * kPoints));
    EXPECT_GE(layers.size(), kPoints - 2) << "labels are rounded";
  }
  EXPECT_EQ(latin_hypercube(factors, kPoints, 3)[7].levels[1].label, points[7].levels[1].label);
  EXPECT_NE(latin_hypercube(factors, kPoints, 4)[7].levels[1].label, points[7].levels[1].label);
}

Study refined(RefineAround around, int points) {
  Study study;
  study.document.design = {DesignKind::refine, points, 1, "x", around};
  study.factors.push_back(range("x", "0", "1000", 0, Spacing::linear));
  study.asked.constraints.push_back({"p99 < 10", "response_ms.p99", true, 10});
  return study;
}

// Runs all rounds of a design on a made-up response; returns the values of x in the order in which they were asked for.
std::vector<double> visited(const Study& study, const std::function<double(double)>& tps, const std::function<double(double)>& p99) {
  Design design(study);
  std::vector<double> all;
  const auto figures = [&](const StudyPoint& point) {
    const double x = *point.levels[0].number;
    return std::optional(FigureValues{{"throughput.tps", {tps(x), 0, "1/s"}}, {"response_ms.p99", {p99(x), 0, "ms"}}});
  };
  while (true) {
    const auto points = design.next_round(figures);
    if (points.empty()) return all;
    for (const StudyPoint& point : points) all.push_back(*point.levels[0].number);
  }
}

TEST(StudyRefinement, ClosesInOnAKnee) {
  const auto all = visited(refined(RefineAround::knee, 14), [](double x) { return std::min(x, 330.0); }, [](double) { return 1; });
  ASSERT_EQ(all.size(), 14U);
  const auto near = std::count_if(all.begin(), all.end(), [](double x) { return std::abs(x - 330) < 60; });
  EXPECT_GE(near, 5) << fmt::format("{}", fmt::join(all, " "));
}

TEST(StudyRefinement, ClosesInOnWhereAConstraintFails) {
  const auto all = visited(refined(RefineAround::constraints, 12), [](double x) { return x; }, [](double x) { return x / 50; });
  const double best = *std::min_element(all.begin(), all.end(), [](double a, double b) { return std::abs(a - 500) < std::abs(b - 500); });
  EXPECT_NEAR(best, 500, 1000.0 / 4 / 64);
}

TEST(StudyRefinement, StopsWhereWholeNumbersEnd) {
  Study study = refined(RefineAround::constraints, 500);
  study.factors[0] = range("x", "1", "8", 0, Spacing::linear);
  const auto all = visited(study, [](double x) { return x; }, [](double x) { return x > 3 ? 20.0 : 1.0; });
  EXPECT_LT(all.size(), 9U);
  EXPECT_TRUE(std::count(all.begin(), all.end(), 3) == 1 && std::count(all.begin(), all.end(), 4) == 1);
}

TEST(StudyCriterion, ReadsBoundsInTheMetricsUnit) {
  sim::Diagnostics diagnostics;
  const auto p99 = read_criterion("p99 < 10ms", {}, diagnostics);
  const auto tps = read_criterion("throughput.tps >= 500/s", {}, diagnostics);
  const auto lag = read_criterion("replicas.*.lag_ms.p95 < 2s", {}, diagnostics);
  ASSERT_TRUE(p99 && tps && lag);
  EXPECT_EQ(p99->metric, "response_ms.p99");
  EXPECT_EQ(p99->bound, 10);
  EXPECT_FALSE(tps->is_upper);
  EXPECT_EQ(lag->bound, 2000);
  const FigureValues figures = {{"response_ms.p99", {8, 1, "ms"}},
                                {"replicas.a.lag_ms.p95", {1, 0, "ms"}},
                                {"replicas.b.lag_ms.p95", {3000, 0, "ms"}}};
  EXPECT_NEAR(p99->margin(figures), 0.2, 1e-12);
  EXPECT_NEAR(lag->margin(figures), -0.5, 1e-12) << "the worst of the replicas";
  EXPECT_LT(tps->margin(figures), -1e300) << "not known";
}

TEST(StudyCriterion, SaysWhatIsWrong) {
  sim::Diagnostics diagnostics;
  EXPECT_FALSE(read_criterion("p99 = 10ms", {}, diagnostics));
  EXPECT_FALSE(read_criterion("p999 < 10ms", {}, diagnostics));
  EXPECT_FALSE(read_criterion("p99 < 10 apples", {}, diagnostics));
  EXPECT_FALSE(read_objective("tps", {}, diagnostics));
  EXPECT_EQ(diagnostics.count(), 4U);
}

TEST(StudyProgress, TellsRateFailuresAndTimeLeft) {
  SweepProgress progress(ProgressStyle::none);
  progress.expect(100, 20);
  for (int i = 0; i < 10; ++i) progress.add(i == 3);
  EXPECT_EQ(progress.line(std::chrono::seconds(5)), "30 of 100 points (20 from before), 1 failed, 2/s, 35 s left");
}

class StudyDatabaseFile : public ::testing::Test {
 protected:
  StudyDatabaseFile() { std::filesystem::remove(file_); }
  ~StudyDatabaseFile() override { std::filesystem::remove(file_); }

  std::optional<StudyDatabase> open(StudyDatabase::Access access = StudyDatabase::Access::read_write) {
    return StudyDatabase::open(file_, access, diagnostics_);
  }

  std::filesystem::path file_ = std::filesystem::temp_directory_path() / fmt::format("commitsim-study-{}.sqlite", ::getpid());
  sim::Diagnostics diagnostics_;
};

PointRecord point(const std::string& key, const std::string& error = "") {
  const char* figures = R"([["throughput.tps",500.25,null,"1/s"]])";
  return {key, {{"a", 1}}, 18446744073709551615U, error, figures, R"({"schema":"commitsim.result/1"})"};
}

TEST_F(StudyDatabaseFile, KeepsPointsOfAStudyInTheirOrder) {
  auto database = open();
  ASSERT_TRUE(database);
  database->begin_study("s", "why", {{"scenario", "x.yaml"}});
  database->add_points("s", {{0, {{"threads", "1"}}, 2, "k1"}, {1, {{"threads", "2"}}, 3, "k2"}});
  database->add(point("k2"));
  const auto points = open(StudyDatabase::Access::read_only)->points("s");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].status, "");
  EXPECT_EQ(points[1].status, "done");
  EXPECT_EQ(points[1].seed, 18446744073709551615U);
  EXPECT_EQ(points[1].cost, 3);
  EXPECT_EQ(points[1].figures.at("throughput.tps").value, 500.25);
  EXPECT_TRUE(std::isnan(points[1].figures.at("throughput.tps").half_width));
  EXPECT_EQ(database->result("k2")["schema"], "commitsim.result/1");
  EXPECT_EQ(database->study("s")["description"], "why");
}

TEST_F(StudyDatabaseFile, ReplacesFailedPointsAndNoOthers) {
  auto database = open();
  database->add(point("k", "it crashed"));
  EXPECT_FALSE(database->is_done("k"));
  database->add(point("k"));
  EXPECT_TRUE(database->is_done("k"));
  database->add(point("k", "too late"));
  EXPECT_TRUE(database->is_done("k"));
}

TEST_F(StudyDatabaseFile, RefusesWhatIsNotItsOwn) {
  {
    SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE t (x)");
  }
  EXPECT_FALSE(open());
  EXPECT_THAT(diagnostics_.sorted()[0].message, HasSubstr("not one of commitsim's"));
}

TEST_F(StudyDatabaseFile, RefusesAnotherLayout) {
  open();
  {
    SQLite::Database ours(file_.string(), SQLite::OPEN_READWRITE);
    ours.exec("PRAGMA user_version = 99");
  }
  EXPECT_FALSE(open());
  EXPECT_THAT(diagnostics_.sorted()[0].message, HasSubstr("its layout is 99, this one's is 1"));
}

TEST_F(StudyDatabaseFile, RefusesJunk) {
  std::ofstream(file_) << "this is not a database, however long it may be: " << std::string(4000, 'x');
  EXPECT_FALSE(open());
  EXPECT_THAT(diagnostics_.sorted()[0].message, HasSubstr("cannot write this database"));
}

}  // namespace
}  // namespace experiments
