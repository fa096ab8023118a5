// What is known of fitted parameters: against outliers, over resampled runs, and after one more measurement.
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/bootstrap.hpp"
#include "calibration/next_measurement.hpp"
#include "sim/core/random.hpp"

namespace calibration {
namespace {

using Eigen::VectorXd;

// y = slope x + offset at x = 1, 2, ..., with noise of standard deviation one.
std::vector<double> noisy_line(int count, std::uint64_t seed) {
  sim::RandomStream random(seed, 0, "noise");
  std::vector<double> y;
  for (int x = 1; x <= count; ++x) {
    double noise = -6;  // twelve uniforms: nearly Gaussian
    for (int i = 0; i < 12; ++i) noise += random.next();
    y.push_back(2.0 * x + 5 + noise);
  }
  return y;
}

Problem line_through(const std::vector<double>& y) {
  Problem problem;
  problem.parameters = {{.name = "slope", .start = 1}, {.name = "offset", .start = 1}};
  problem.residuals = one_by_one([y](const VectorXd& p) {
    VectorXd residuals(static_cast<Eigen::Index>(y.size()));
    for (std::size_t i = 0; i < y.size(); ++i)
      residuals[static_cast<Eigen::Index>(i)] = p[0] * static_cast<double>(i + 1) + p[1] - y[i];
    return residuals;
  });
  return problem;
}

std::vector<std::size_t> one_run_per_row(std::size_t rows) {
  std::vector<std::size_t> runs(rows);
  for (std::size_t i = 0; i < rows; ++i) runs[i] = i;
  return runs;
}

TEST(HuberLoss, OneWildRowHardlyCounts) {
  std::vector<double> y = noisy_line(20, 1);
  const double clean = solve(line_through(y), {}).parameters[0].value;
  y.back() += 100;
  Options robust;
  robust.huber = 1.345;
  EXPECT_GT(std::abs(solve(line_through(y), {}).parameters[0].value - clean), 1);
  EXPECT_LT(std::abs(solve(line_through(y), robust).parameters[0].value - clean), 0.1);
}

TEST(HuberLoss, IsOfSquaresForRowsThatAreClose) {
  const std::vector<double> y = noisy_line(20, 2);
  Options wide;
  wide.huber = 100;
  EXPECT_NEAR(solve(line_through(y), wide).parameters[0].value, solve(line_through(y), {}).parameters[0].value, 1e-9);
}

TEST(Bootstrap, AgreesWithTheCurvature) {
  const Fit fit = solve(line_through(noisy_line(200, 3)), {});
  const auto spreads = bootstrap(fit, one_run_per_row(200), 4000, 1);
  ASSERT_EQ(spreads.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const FittedParameter& each = fit.parameters[i];
    EXPECT_NEAR(spreads[i].standard_error / each.standard_error, 1, 0.15) << each.name;
    EXPECT_NEAR((spreads[i].high - spreads[i].low) / each.standard_error, 2 * 1.645, 0.5) << each.name;
    EXPECT_NEAR(spreads[i].low + spreads[i].high, 2 * each.value, each.standard_error) << each.name;
  }
}

// Rows of one run are wrong together: forty rows that are four runs tell no more than four, which is sqrt(10) times as much error.
TEST(Bootstrap, DrawsWholeRuns) {
  Problem problem;
  problem.parameters = {{.name = "level", .start = 1}};
  const std::vector<double> noise = noisy_line(40, 4);
  std::vector<std::size_t> runs;
  VectorXd y(40);
  for (Eigen::Index i = 0; i < 40; ++i) {
    runs.push_back(static_cast<std::size_t>(i % 4));
    y[i] = noise[static_cast<std::size_t>(i)] - 2.0 * static_cast<double>(i) + 20 * (static_cast<double>(i % 4) - 1.5);
  }
  problem.residuals = one_by_one([y](const VectorXd& p) { return VectorXd(p[0] - y.array()); });
  const Fit fit = solve(problem, {});
  const double by_row = bootstrap(fit, one_run_per_row(40), 4000, 1)[0].standard_error;
  EXPECT_NEAR(bootstrap(fit, runs, 4000, 1)[0].standard_error / by_row, std::sqrt(10.0), 0.4);
}

TEST(Bootstrap, WhatIsAtItsBoundStaysThere) {
  Problem problem = line_through(noisy_line(20, 5));
  problem.parameters[1].high = 1.5;
  const auto spreads = bootstrap(solve(problem, {}), one_run_per_row(20), 100, 1);
  EXPECT_EQ(spreads[1].low, 1.5);
  EXPECT_EQ(spreads[1].standard_error, 0);
}

TEST(Bootstrap, MayFindAllAtTheirBounds) {
  Problem problem = line_through(noisy_line(20, 5));
  problem.parameters[0].high = problem.parameters[0].start;
  problem.parameters[1].high = problem.parameters[1].start;
  for (const auto& each : bootstrap(solve(problem, {}), one_run_per_row(20), 100, 1)) EXPECT_EQ(each.standard_error, 0);
}

TEST(Bootstrap, RefusesRowsOfAnotherFit) {
  const Fit fit = solve(line_through(noisy_line(20, 6)), {});
  EXPECT_THROW(bootstrap(fit, one_run_per_row(19), 100, 1), std::invalid_argument);
}

// Only the sum of two costs is seen. A run that shows one of them tells both apart; one that shows the sum again does not.
TEST(Advise, NamesTheRunThatTellsCostsApart) {
  Problem problem;
  problem.parameters = {{.name = "a", .start = 1, .low = 0.1, .high = 10}, {.name = "b", .start = 1, .low = 0.1, .high = 10}};
  problem.residuals = one_by_one([](const VectorXd& p) {
    VectorXd residuals = VectorXd::Constant(3, p[0] + p[1] - 2);
    residuals[0] += 0.01;
    residuals[1] -= 0.01;
    return residuals;
  });
  problem.weights = {100, 100, 100};
  const Fit fit = solve(problem, {});
  Eigen::MatrixXd the_sum = Eigen::MatrixXd::Constant(1, 2, 100);
  Eigen::MatrixXd only_a = the_sum;
  only_a(0, 1) = 0;
  const auto advice = advise(fit, {{"again", the_sum}, {"apart", only_a}}, 0.25);
  ASSERT_EQ(advice.size(), 2U);
  for (const Advice& each : advice) {
    EXPECT_EQ(each.candidate, "apart") << each.parameter;
    EXPECT_GT(each.now, 0.5) << each.parameter;
    EXPECT_LT(each.then, 0.03) << each.parameter;
  }
  const auto in_vain = advise(fit, {{"again", the_sum}}, 0.25);
  ASSERT_EQ(in_vain.size(), 2U);
  EXPECT_EQ(in_vain[0].candidate, "");
}

}  // namespace
}  // namespace calibration
