#include "calibration/least_squares.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calibration {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

using Eigen::VectorXd;
using Points = std::vector<std::pair<double, double>>;  // y, x

// Residuals of y = model(x; parameters).
template <class Model>
Residuals residuals_of(const Points& points, Model model) {
  return one_by_one([points, model](const VectorXd& p) {
    VectorXd residuals(static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i)
      residuals[static_cast<Eigen::Index>(i)] = points[i].first - model(points[i].second, p);
    return residuals;
  });
}

Problem line(const Points& points, Parameter slope = {.name = "slope", .start = 1},
             Parameter offset = {.name = "offset", .start = 1}) {
  Problem problem;
  problem.parameters = {std::move(slope), std::move(offset)};
  problem.residuals = residuals_of(points, [](double x, const VectorXd& p) { return p[0] * x + p[1]; });
  return problem;
}

// y = 2 x + 1 with errors +1, -1, -1, +1 at x = 0, 1, 2, 3: both are orthogonal to 1 and to x.
const Points kLine = {{2, 0}, {2, 1}, {4, 2}, {8, 3}};

struct Certified {
  double value;
  double standard_error;
};

void expect_certified(const Fit& fit, const std::vector<Certified>& certified, double digits) {
  ASSERT_EQ(fit.parameters.size(), certified.size());
  for (std::size_t i = 0; i < certified.size(); ++i) {
    EXPECT_NEAR(fit.parameters[i].value / certified[i].value, 1, std::pow(10, -digits)) << fit.parameters[i].name;
    if (certified[i].standard_error == 0) continue;
    EXPECT_NEAR(fit.parameters[i].standard_error / certified[i].standard_error, 1, 1e-4) << fit.parameters[i].name;
  }
}

// NIST StRD, non-linear regression: Misra1a, lower level of difficulty. Certified values from the data set's file.
TEST(LeastSquares, AgreesWithNistMisra1a) {
  const Points points = {{10.07, 77.6},  {14.73, 114.9}, {17.94, 141.1}, {23.93, 190.8}, {29.61, 239.9},
                         {35.18, 289.0}, {40.02, 332.8}, {44.82, 378.4}, {50.76, 434.8}, {55.05, 477.3},
                         {61.01, 536.8}, {66.40, 593.1}, {75.47, 689.1}, {81.78, 760.0}};
  for (const auto& [b1, b2] : {std::pair{500.0, 1e-4}, std::pair{250.0, 5e-4}}) {
    Problem problem;
    problem.parameters = {{.name = "b1", .start = b1}, {.name = "b2", .start = b2}};
    problem.residuals =
        residuals_of(points, [](double x, const VectorXd& p) { return p[0] * (1 - std::exp(-p[1] * x)); });
    const Fit fit = solve(problem, {});
    EXPECT_EQ(fit.ending, Ending::converged) << fit.report();
    expect_certified(fit, {{2.3894212918e+02, 2.7070075241e+00}, {5.5015643181e-04, 7.2668688436e-06}}, 6);
    EXPECT_NEAR(fit.sum_of_squares, 1.2455138894e-01, 1e-9);
    EXPECT_EQ(fit.degrees_of_freedom, 12);
  }
}

// NIST StRD: Thurber, higher level of difficulty, seven parameters.
TEST(LeastSquares, AgreesWithNistThurber) {
  const Points points = {
      {80.574, -3.067},   {84.248, -2.981},   {87.264, -2.921},   {87.195, -2.912},   {89.076, -2.840},
      {89.608, -2.797},   {89.868, -2.702},   {90.101, -2.699},   {92.405, -2.633},   {95.854, -2.481},
      {100.696, -2.363},  {101.060, -2.322},  {401.672, -1.501},  {390.724, -1.460},  {567.534, -1.274},
      {635.316, -1.212},  {733.054, -1.100},  {759.087, -1.046},  {894.206, -0.915},  {990.785, -0.714},
      {1090.109, -0.566}, {1080.914, -0.545}, {1122.643, -0.400}, {1178.351, -0.309}, {1260.531, -0.109},
      {1273.514, -0.103}, {1288.339, 0.010},  {1327.543, 0.119},  {1353.863, 0.377},  {1414.509, 0.790},
      {1425.208, 0.963},  {1421.384, 1.006},  {1442.962, 1.115},  {1464.350, 1.572},  {1468.705, 1.841},
      {1447.894, 2.047},  {1457.628, 2.200}};
  Problem problem;
  const std::vector<double> starts = {1000, 1000, 400, 40, 0.7, 0.3, 0.03};
  for (std::size_t i = 0; i < starts.size(); ++i)
    problem.parameters.push_back({.name = "b" + std::to_string(i + 1), .start = starts[i]});
  problem.residuals = residuals_of(points, [](double x, const VectorXd& p) {
    return (p[0] + x * (p[1] + x * (p[2] + x * p[3]))) / (1 + x * (p[4] + x * (p[5] + x * p[6])));
  });
  const Fit fit = solve(problem, {});
  EXPECT_EQ(fit.ending, Ending::converged) << fit.report();
  expect_certified(fit,
                   {{1.2881396800e+03, 0},
                    {1.4910792535e+03, 0},
                    {5.8323836877e+02, 0},
                    {7.5416644291e+01, 0},
                    {9.6629502864e-01, 0},
                    {3.9797285797e-01, 0},
                    {4.9727297349e-02, 0}},
                   5);
  EXPECT_NEAR(fit.sum_of_squares / 5.6427082397e+03, 1, 1e-9);
}

TEST(LeastSquares, GivesTheTextbookErrorsOfALine) {
  const Fit fit = solve(line(kLine), {});
  EXPECT_NEAR(fit.parameters[0].value, 2, 1e-7);
  EXPECT_NEAR(fit.parameters[1].value, 1, 1e-7);
  EXPECT_NEAR(fit.sum_of_squares, 4, 1e-9);
  // Variance 4 / 2; sum of (x - mean)^2 is 5; sum of x^2 / 4 is 3.5.
  EXPECT_NEAR(fit.parameters[0].standard_error, std::sqrt(2.0 / 5), 1e-6);
  EXPECT_NEAR(fit.parameters[1].standard_error, std::sqrt(2 * 3.5 / 5), 1e-6);
  EXPECT_NEAR(fit.correlations(0, 1), -1.5 / std::sqrt(3.5), 1e-6);
  EXPECT_NEAR(fit.correlations(0, 0), 1, 1e-12);
  EXPECT_TRUE(fit.indistinct.empty());
}

TEST(LeastSquares, TakesKnownWeightsAsTheyAre) {
  Problem problem = line(kLine);
  problem.weights.assign(kLine.size(), 0.5);
  Options options;
  options.rescaling = Rescaling::none;
  const Fit fit = solve(problem, options);
  EXPECT_NEAR(fit.sum_of_squares, 1, 1e-9);
  EXPECT_NEAR(fit.parameters[0].standard_error, 2 / std::sqrt(5.0), 1e-6);
}

TEST(LeastSquares, WidensByALargeMisfitOnly) {
  Problem problem = line(kLine);
  Options options;
  options.rescaling = Rescaling::where_misfit_is_large;
  problem.weights.assign(kLine.size(), 0.5);  // the misfit is 1 / 2 per degree of freedom
  EXPECT_NEAR(solve(problem, options).parameters[0].standard_error, 2 / std::sqrt(5.0), 1e-6);
  problem.weights.assign(kLine.size(), 2);  // 8
  EXPECT_NEAR(solve(problem, options).parameters[0].standard_error, std::sqrt(8.0) / 2 / std::sqrt(5.0), 1e-6);
}

// A staircase of 0.01 under a line, as a simulation's noise is: the derivative over a short step is 0, or far too large.
Problem staircase(const std::vector<double>& weights) {
  Problem problem = line(kLine, {.name = "slope", .start = 1, .low = 0, .high = 10}, {.name = "offset", .start = 1, .low = 0, .high = 10});
  problem.residuals = residuals_of(kLine, [](double x, const VectorXd& p) { return std::floor(100 * (p[0] * x + p[1])) / 100; });
  problem.weights = weights;
  return problem;
}

TEST(LeastSquares, LengthensStepsThatShowOnlyNoise) {
  for (const double weight : {0.01, 1.0, 100.0}) {
    Options options;
    options.relative_step = 1e-4;
    options.step_tolerance = 1e-4;
    options.least_change = 0.3;
    const Fit fit = solve(staircase(std::vector<double>(kLine.size(), weight)), options);
    EXPECT_NEAR(fit.parameters[0].value, 2, 0.02) << weight;
    EXPECT_NEAR(fit.parameters[1].value, 1, 0.03) << weight;
    EXPECT_NEAR(fit.parameters[0].standard_error, std::sqrt(2.0 / 5), 0.03) << weight;
  }
}

TEST(LeastSquares, GivesUpOnStepsThatShowNothing) {
  Problem problem = line(kLine);
  problem.parameters.push_back({.name = "idle", .start = 1});
  Options options;
  options.least_change = 0.3;
  const Fit fit = solve(problem, options);
  EXPECT_NEAR(fit.parameters[0].value, 2, 1e-6);
  ASSERT_EQ(fit.indistinct.size(), 1U);
  EXPECT_THAT(fit.indistinct[0], ElementsAre("idle"));
}

TEST(LeastSquares, FollowsTheWeights) {
  Problem problem = line(kLine);
  problem.weights = {1e3, 1e-3, 1e-3, 1e3};  // the line through the first and the last point
  const Fit fit = solve(problem, {});
  EXPECT_NEAR(fit.parameters[0].value, 2, 1e-6);
  EXPECT_NEAR(fit.parameters[1].value, 2, 1e-6);
}

TEST(LeastSquares, StopsAtABoundAndFitsTheRest) {
  const Fit fit = solve(line(kLine, {.name = "slope", .start = 1, .low = 0, .high = 1.5}), {});
  EXPECT_EQ(fit.ending, Ending::converged);
  EXPECT_EQ(fit.parameters[0].value, 1.5);
  EXPECT_TRUE(fit.parameters[0].is_at_bound);
  EXPECT_TRUE(std::isnan(fit.parameters[0].standard_error));
  EXPECT_NEAR(fit.parameters[1].value, 4 - 1.5 * 1.5, 1e-9) << "the mean of y - 1.5 x";
  EXPECT_GT(fit.parameters[1].standard_error, 0);
  EXPECT_THAT(fit.report(), HasSubstr("slope = 1.5 (at its bound)"));
}

TEST(LeastSquares, LeavesABoundWhereItStarts) {
  const Fit fit = solve(line(kLine, {.name = "slope", .start = 10, .low = 0, .high = 10}), {});
  EXPECT_NEAR(fit.parameters[0].value, 2, 1e-7);
  EXPECT_FALSE(fit.parameters[0].is_at_bound);
}

TEST(LeastSquares, NamesWhatItCannotTellApart) {
  Problem problem;
  problem.parameters = {{.name = "fsync", .start = 1}, {.name = "write", .start = 2}, {.name = "cpu", .start = 1}};
  problem.residuals = residuals_of(kLine, [](double x, const VectorXd& p) { return p[0] + p[1] + p[2] * x; });
  const Fit fit = solve(problem, {});
  ASSERT_EQ(fit.indistinct.size(), 1U) << fit.report();
  EXPECT_THAT(fit.indistinct[0], UnorderedElementsAre("fsync", "write"));
  EXPECT_NEAR(fit.parameters[0].value + fit.parameters[1].value, 1, 1e-6);
  EXPECT_TRUE(std::isnan(fit.parameters[0].standard_error));
  EXPECT_GT(fit.parameters[2].standard_error, 0);
  EXPECT_THAT(fit.report(), HasSubstr("cannot tell apart: fsync, write"));
}

TEST(LeastSquares, NamesWhatHasNoEffect) {
  Problem problem = line(kLine);
  problem.parameters.push_back({.name = "idle", .start = 3});
  const Fit fit = solve(problem, {});
  ASSERT_EQ(fit.indistinct.size(), 1U);
  EXPECT_THAT(fit.indistinct[0], ElementsAre("idle"));
  EXPECT_EQ(fit.parameters[2].value, 3);
  EXPECT_GT(fit.parameters[0].standard_error, 0);
}

TEST(LeastSquares, SaysWhenItDoesNotConverge) {
  Options options;
  options.max_iterations = 1;
  options.initial_damping = 100;
  const Fit fit = solve(line(kLine), options);
  EXPECT_EQ(fit.ending, Ending::too_many_iterations);
  EXPECT_THAT(fit.report(), HasSubstr("not converged after 1 iterations"));
}

TEST(LeastSquares, BacksOffWhereTheModelFails) {
  Problem problem;
  problem.parameters = {{.name = "a", .start = 0.1}};
  problem.residuals = residuals_of({{2, 0}}, [](double, const VectorXd& p) {
    return p[0] > 5 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(p[0]);
  });
  const Fit fit = solve(problem, {});
  EXPECT_NEAR(fit.parameters[0].value, 4, 1e-6) << fit.report();
  EXPECT_TRUE(std::isnan(fit.parameters[0].standard_error)) << "no degree of freedom is left";

  problem.parameters[0].start = 9;
  EXPECT_EQ(solve(problem, {}).ending, Ending::cannot_evaluate);
}

TEST(LeastSquares, RefusesProblemsWithoutSense) {
  EXPECT_THROW(solve({}, {}), std::invalid_argument);
  EXPECT_THROW(solve(line(kLine, {.name = "slope", .start = 1, .low = 2, .high = 1}), {}), std::invalid_argument);
  EXPECT_THROW(solve(line({{1, 1}}), {}), std::invalid_argument) << "one residual, two parameters";
  Problem problem = line(kLine);
  problem.weights = {1, 1};
  EXPECT_THROW(solve(problem, {}), std::invalid_argument);
}

}  // namespace
}  // namespace calibration
