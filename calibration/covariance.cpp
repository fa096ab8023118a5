#include "calibration/covariance.hpp"

#include <cmath>
#include <limits>

#include <Eigen/SVD>

namespace calibration {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Index = Eigen::Index;

// A parameter belongs to an undetermined direction when it has this share of it.
constexpr double kPartOfDirection = 0.1;

std::vector<Index> positions(const std::vector<bool>& is_free) {
  std::vector<Index> free;
  for (std::size_t i = 0; i < is_free.size(); ++i) {
    if (is_free[i]) free.push_back(static_cast<Index>(i));
  }
  return free;
}

// The columns at these positions, each of length one, and their lengths. A column of zeros stays.
MatrixXd normalised(const MatrixXd& jacobian, const std::vector<Index>& free, VectorXd& lengths) {
  MatrixXd columns(jacobian.rows(), static_cast<Index>(free.size()));
  lengths.resize(columns.cols());
  for (Index i = 0; i < columns.cols(); ++i) {
    columns.col(i) = jacobian.col(free[static_cast<std::size_t>(i)]);
    const double length = columns.col(i).norm();
    lengths[i] = length > 0 ? length : 1;
    columns.col(i) /= lengths[i];
  }
  return columns;
}

// Parts the right singular vectors into those that the data determine and those that they do not.
class Directions {
 public:
  Directions(const MatrixXd& columns, double tolerance) : svd_(columns, Eigen::ComputeThinV) {
    const VectorXd& values = svd_.singularValues();
    while (rank_ < values.size() && values[rank_] > tolerance * values[0]) ++rank_;
    if (values.size() > 0 && values[0] == 0) rank_ = 0;
  }

  Index rank() const { return rank_; }
  VectorXd undetermined(Index i) const { return svd_.matrixV().col(rank_ + i); }
  Index undetermined() const { return svd_.matrixV().cols() - rank_; }

  // The inverse of (columns^T columns) on the determined directions.
  MatrixXd inverse() const {
    const MatrixXd v = svd_.matrixV().leftCols(rank_) * svd_.singularValues().head(rank_).cwiseInverse().asDiagonal();
    return v * v.transpose();
  }

 private:
  Eigen::JacobiSVD<MatrixXd> svd_;
  Index rank_ = 0;
};

// Of a residual, weighted.
double variance_of_one(const Fit& fit, Rescaling rescaling) {
  if (rescaling == Rescaling::none) return 1;
  const bool is_known = fit.degrees_of_freedom > 0;
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const double misfit = is_known ? fit.sum_of_squares / static_cast<double>(fit.degrees_of_freedom) : unknown;
  return rescaling == Rescaling::by_misfit ? misfit : std::fmax(1, misfit);
}

}  // namespace

void add_uncertainty(Fit& fit, const MatrixXd& jacobian, const std::vector<bool>& is_free, const Options& options) {
  const auto free = positions(is_free);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  fit.degrees_of_freedom = jacobian.rows() - static_cast<Index>(free.size());
  fit.correlations = MatrixXd::Constant(jacobian.cols(), jacobian.cols(), unknown);
  if (free.empty()) return;

  VectorXd lengths;
  const Directions directions(normalised(jacobian, free, lengths), options.rank_tolerance);
  std::vector<bool> is_determined(free.size(), true);
  for (Index d = 0; d < directions.undetermined(); ++d) {
    std::vector<std::string> group;
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (std::abs(directions.undetermined(d)[static_cast<Index>(i)]) < kPartOfDirection) continue;
      is_determined[i] = false;
      group.push_back(fit.parameters[static_cast<std::size_t>(free[i])].name);
    }
    fit.indistinct.push_back(std::move(group));
  }

  const double variance = variance_of_one(fit, options.rescaling);
  const MatrixXd inverse = directions.inverse();
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (!is_determined[i]) continue;
    const auto row = static_cast<Index>(i);
    fit.parameters[static_cast<std::size_t>(free[i])].standard_error =
        std::sqrt(variance * inverse(row, row)) / lengths[row];
    for (std::size_t j = 0; j < free.size(); ++j) {
      const auto column = static_cast<Index>(j);
      if (is_determined[j])
        fit.correlations(free[i], free[j]) =
            inverse(row, column) / std::sqrt(inverse(row, row) * inverse(column, column));
    }
  }
}

}  // namespace calibration
