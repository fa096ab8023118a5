#include "calibration/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <Eigen/QR>

#include "sim/core/random.hpp"

namespace calibration {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Index = Eigen::Index;

constexpr double kLowShare = 0.05;
constexpr double kRankTolerance = 1e-2;  // of derivatives from simulations

// The columns of the parameters that are not at a bound, each divided by its length.
struct FreeColumns {
  explicit FreeColumns(const Fit& fit) {
    for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
      const double length = fit.jacobian.col(static_cast<Index>(i)).norm();
      if (fit.parameters[i].is_at_bound || length == 0) continue;
      positions.push_back(i);
      lengths.push_back(length);
    }
    columns.resize(fit.jacobian.rows(), static_cast<Index>(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
      columns.col(static_cast<Index>(i)) = fit.jacobian.col(static_cast<Index>(positions[i])) / lengths[i];
  }

  std::vector<std::size_t> positions;
  std::vector<double> lengths;
  MatrixXd columns;
};

std::vector<std::vector<Index>> rows_by_run(const std::vector<std::size_t>& run_of_row) {
  std::vector<std::vector<Index>> rows;
  for (std::size_t row = 0; row < run_of_row.size(); ++row) {
    if (rows.size() <= run_of_row[row]) rows.resize(run_of_row[row] + 1);
    rows[run_of_row[row]].push_back(static_cast<Index>(row));
  }
  return rows;
}

std::vector<Index> drawn_rows(const std::vector<std::vector<Index>>& rows_of, sim::RandomStream& random) {
  std::vector<Index> drawn;
  for (std::size_t n = 0; n < rows_of.size(); ++n) {
    const auto run = std::min(rows_of.size() - 1, static_cast<std::size_t>(random.next() * static_cast<double>(rows_of.size())));
    drawn.insert(drawn.end(), rows_of[run].begin(), rows_of[run].end());
  }
  return drawn;
}

// The Gauss-Newton step of these rows, the shortest where they do not determine it.
VectorXd step_of(const FreeColumns& free, const VectorXd& residuals, const std::vector<Index>& rows) {
  if (free.positions.empty()) return {};  // all are at a bound
  const MatrixXd columns = free.columns(rows, Eigen::all);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(kRankTolerance);
  solver.compute(columns);
  return solver.solve(-residuals(rows));
}

Spread spread_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += std::pow(value - mean, 2);
  const auto low = static_cast<std::size_t>(kLowShare * static_cast<double>(values.size()));
  const double variance = values.size() > 1 ? squares / static_cast<double>(values.size() - 1) : 0;
  return {std::sqrt(variance), values[low], values[values.size() - 1 - low]};
}

}  // namespace

std::vector<Spread> bootstrap(const Fit& fit, const std::vector<std::size_t>& run_of_row, int resamples, std::uint64_t seed) {
  const auto rows = static_cast<Index>(run_of_row.size());
  if (rows == 0 || rows != fit.residuals.size() || rows != fit.jacobian.rows())
    throw std::invalid_argument("bootstrap: not one run per residual, or no Jacobian");
  const FreeColumns free(fit);
  const auto rows_of = rows_by_run(run_of_row);
  sim::RandomStream random(seed, 0, "bootstrap");
  std::vector<Index> all(run_of_row.size());
  std::iota(all.begin(), all.end(), Index{0});
  const VectorXd rest = step_of(free, fit.residuals, all);  // what the search left undone, for its steps have an end
  std::vector<std::vector<double>> values(free.positions.size());
  for (int n = 0; n < resamples; ++n) {
    const VectorXd step = step_of(free, fit.residuals, drawn_rows(rows_of, random)) - rest;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i].push_back(fit.parameters[free.positions[i]].value + step[static_cast<Index>(i)] / free.lengths[i]);
  }
  std::vector<Spread> spreads;
  for (const FittedParameter& each : fit.parameters) spreads.push_back({0, each.value, each.value});
  for (std::size_t i = 0; i < values.size(); ++i) spreads[free.positions[i]] = spread_of(values[i]);
  return spreads;
}

}  // namespace calibration
