#include "calibration/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/QR>

#include "calibration/covariance.hpp"

namespace calibration {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Index = Eigen::Index;

constexpr double kMostDamping = 1e12;
constexpr double kLengthening = 3;     // of a step that is too short
constexpr double kLongestStep = 0.25;  // of the range of a parameter
constexpr double kMostRelative = 10;   // of its size

// Half its square is Huber's loss: r^2 / 2 up to k, k |r| - k^2 / 2 beyond.
double pseudo_residual(double r, double k) {
  const double size = std::abs(r);
  return size <= k ? r : std::copysign(std::sqrt(k * (2 * size - k)), r);
}

class Solver {
 public:
  Solver(const Problem& problem, const Options& options) : problem_(problem), options_(options) { check(); }

  Fit solve() {
    point_ = start();
    const auto first = evaluate({point_});
    if (!first) return ended(Ending::cannot_evaluate, "the residuals at the start are not finite");
    residuals_ = first->front();
    if (residuals_.size() < size()) throw std::invalid_argument("least squares: fewer residuals than parameters");
    while (true) {
      if (!differentiate()) return ended(Ending::cannot_evaluate, "the residuals around the point are not finite");
      if (const auto reason = is_stationary()) return ended(Ending::converged, *reason);
      if (fit_.iterations == options_.max_iterations) return ended(Ending::too_many_iterations, "too many iterations");
      ++fit_.iterations;
      if (const auto reason = improve()) return ended(Ending::converged, *reason);
    }
  }

 private:
  void check() const {
    if (problem_.parameters.empty()) throw std::invalid_argument("least squares: no parameters");
    for (const Parameter& each : problem_.parameters) {
      if (!(each.low < each.high))
        throw std::invalid_argument(
            fmt::format("least squares: {}: low {} is not below high {}", each.name, each.low, each.high));
      if (!std::isfinite(each.start))
        throw std::invalid_argument(fmt::format("least squares: {}: start {} is not finite", each.name, each.start));
    }
  }

  Index size() const { return static_cast<Index>(problem_.parameters.size()); }
  const Parameter& parameter(Index i) const { return problem_.parameters[static_cast<std::size_t>(i)]; }

  double scale(Index i) const {
    const Parameter& each = parameter(i);
    if (each.scale > 0) return each.scale;
    return each.start != 0 ? std::abs(each.start) : 1;
  }

  VectorXd clamped(VectorXd point) const {
    for (Index i = 0; i < size(); ++i) point[i] = std::clamp(point[i], parameter(i).low, parameter(i).high);
    return point;
  }

  VectorXd start() const {
    VectorXd point(size());
    for (Index i = 0; i < size(); ++i) point[i] = parameter(i).start;
    return clamped(std::move(point));
  }

  // The weighted residuals; nothing when one is not finite.
  std::optional<std::vector<VectorXd>> evaluate(const std::vector<VectorXd>& points) {
    std::vector<VectorXd> all = problem_.residuals(points);
    fit_.evaluations += static_cast<int>(points.size());
    for (VectorXd& residuals : all) {
      weigh(residuals);
      if (options_.huber > 0) residuals = residuals.unaryExpr([k = options_.huber](double r) { return pseudo_residual(r, k); });
      if (!residuals.allFinite()) return std::nullopt;
    }
    return all;
  }

  double weight(Index row) const { return problem_.weights.empty() ? 1 : problem_.weights[static_cast<std::size_t>(row)]; }

  void weigh(VectorXd& residuals) const {
    if (problem_.weights.empty()) return;
    if (static_cast<Index>(problem_.weights.size()) != residuals.size())
      throw std::invalid_argument("least squares: not one weight per residual");
    residuals.array() *= Eigen::Map<const Eigen::ArrayXd>(problem_.weights.data(), residuals.size());
  }

  // Forward differences, backward at an upper bound; in units of the parameters' scales.
  bool differentiate() {
    jacobian_.resize(residuals_.size(), size());
    fit_.steps.resize(size());
    std::vector<Index> open(static_cast<std::size_t>(size()));
    std::iota(open.begin(), open.end(), Index{0});
    while (!open.empty()) {
      std::vector<VectorXd> points;
      for (const Index i : open) points.push_back(moved(i));
      const auto around = evaluate(points);
      if (!around) return false;
      std::vector<Index> too_short;
      for (std::size_t n = 0; n < open.size(); ++n) {
        const Index i = open[n];
        if (!moves_enough((*around)[n]) && lengthen(i)) too_short.push_back(i);
        fit_.steps[i] = points[n][i] - point_[i];
        jacobian_.col(i) = ((*around)[n] - residuals_) / fit_.steps[i] * scale(i);
      }
      open = std::move(too_short);
    }
    return true;
  }

  VectorXd moved(Index i) const {
    double step = relative_step_[i] * std::max(std::abs(point_[i]), scale(i));
    if (point_[i] + step > parameter(i).high) step = -step;
    VectorXd point = point_;
    point[i] = std::max(point_[i] + step, parameter(i).low);
    return point;
  }

  bool moves_enough(const VectorXd& there) const {
    if (options_.least_change == 0) return true;
    for (Index r = 0; r < residuals_.size(); ++r) {
      if (std::abs(there[r] - residuals_[r]) >= options_.least_change * weight(r)) return true;
    }
    return false;
  }

  bool lengthen(Index i) {
    const double range = (parameter(i).high - parameter(i).low) / std::max(std::abs(point_[i]), scale(i));
    const double longest = std::min(kMostRelative, kLongestStep * range);
    if (relative_step_[i] * kLengthening > longest) return false;
    relative_step_[i] *= kLengthening;
    return true;
  }

  // A parameter at a bound that the sum of squares pushes outwards stays there.
  bool is_held(Index i) const {
    const double slope = jacobian_.col(i).dot(residuals_);
    return (point_[i] <= parameter(i).low && slope >= 0) || (point_[i] >= parameter(i).high && slope <= 0);
  }

  std::optional<std::string> is_stationary() const {
    const double length = residuals_.norm();
    if (length == 0) return "the residuals are zero";
    double largest = 0;
    for (Index i = 0; i < size(); ++i) {
      const double column = jacobian_.col(i).norm();
      if (!is_held(i) && column > 0)
        largest = std::max(largest, std::abs(jacobian_.col(i).dot(residuals_)) / (column * length));
    }
    return largest <= options_.gradient_tolerance ? std::optional<std::string>("no direction leads down")
                                                  : std::nullopt;
  }

  // The damped step in scaled units: the least squares solution of [J; sqrt(damping) D] step = [-r; 0].
  VectorXd damped_step(double damping) const {
    MatrixXd stacked = MatrixXd::Zero(residuals_.size() + size(), size());
    stacked.topRows(residuals_.size()) = jacobian_;
    for (Index i = 0; i < size(); ++i) {
      if (is_held(i)) stacked.col(i).setZero();
      const double column = jacobian_.col(i).norm();
      stacked(residuals_.size() + i, i) = std::sqrt(damping) * (column > 0 ? column : 1);
    }
    VectorXd target = VectorXd::Zero(stacked.rows());
    target.head(residuals_.size()) = -residuals_;
    return stacked.colPivHouseholderQr().solve(target);
  }

  VectorXd stepped(const VectorXd& step) const {
    VectorXd point = point_;
    for (Index i = 0; i < size(); ++i) point[i] += step[i] * scale(i);
    return clamped(std::move(point));
  }

  bool is_small(const VectorXd& point) const {
    for (Index i = 0; i < size(); ++i) {
      if (std::abs(point[i] - point_[i]) >
          options_.step_tolerance * std::max(std::abs(point_[i]), options_.step_tolerance * scale(i)))
        return false;
    }
    return true;
  }

  // The fall of the sum of squares that the linear model promises.
  double promised(const VectorXd& point) const {
    VectorXd step(size());
    for (Index i = 0; i < size(); ++i) step[i] = (point[i] - point_[i]) / scale(i);
    return residuals_.squaredNorm() - (residuals_ + jacobian_ * step).squaredNorm();
  }

  // Tries steps with more and more damping until one leads down. Returns why there is nothing more to gain, if so.
  std::optional<std::string> improve() {
    const double before = residuals_.squaredNorm();
    for (double growth = 2; damping_ < kMostDamping; damping_ *= growth, growth *= 2) {
      const VectorXd point = stepped(damped_step(damping_));
      if (is_small(point)) return "the steps have become too small";
      const auto there = evaluate({point});
      if (!there || there->front().squaredNorm() >= before) continue;
      const double fall = before - there->front().squaredNorm();
      const double ratio = fall / std::max(promised(point), std::numeric_limits<double>::min());
      damping_ = std::max(1e-15, damping_ * std::max(1.0 / 3, 1 - std::pow(2 * ratio - 1, 3)));
      point_ = point;
      residuals_ = there->front();
      if (fall <= options_.cost_tolerance * before) return "the sum of squares falls no more";
      return std::nullopt;
    }
    return "no step leads down";
  }

  Fit ended(Ending ending, std::string reason) {
    fit_.ending = ending;
    fit_.reason = std::move(reason);
    fit_.residuals = residuals_;
    fit_.sum_of_squares = residuals_.squaredNorm();
    std::vector<bool> is_free;
    VectorXd scales(size());
    for (Index i = 0; i < size(); ++i) {
      const bool is_at_bound = point_[i] <= parameter(i).low || point_[i] >= parameter(i).high;
      fit_.parameters.push_back({parameter(i).name, point_[i], std::numeric_limits<double>::quiet_NaN(), is_at_bound});
      is_free.push_back(!is_at_bound);
      scales[i] = scale(i);
    }
    if (jacobian_.size() > 0) {
      fit_.jacobian = jacobian_ * scales.cwiseInverse().asDiagonal();
      add_uncertainty(fit_, fit_.jacobian, is_free, options_);
    }
    return fit_;
  }

  const Problem& problem_;
  const Options& options_;
  Fit fit_;
  VectorXd point_;
  VectorXd residuals_;
  MatrixXd jacobian_;  // by scaled parameters
  VectorXd relative_step_ = VectorXd::Constant(size(), options_.relative_step);
  double damping_ = options_.initial_damping;
};

}  // namespace

Residuals one_by_one(std::function<VectorXd(const VectorXd&)> residuals) {
  return [residuals = std::move(residuals)](const std::vector<VectorXd>& points) {
    std::vector<VectorXd> all;
    for (const VectorXd& point : points) all.push_back(residuals(point));
    return all;
  };
}

Fit solve(const Problem& problem, const Options& options) { return Solver(problem, options).solve(); }

VectorXd Fit::values() const {
  VectorXd all(static_cast<Index>(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) all[static_cast<Index>(i)] = parameters[i].value;
  return all;
}

std::string Fit::report() const {
  std::string text =
      fmt::format("{} after {} iterations and {} evaluations: {}\nsum of squares {:.6g}, {} degrees of freedom\n",
                  ending == Ending::converged ? "converged" : "not converged", iterations, evaluations, reason,
                  sum_of_squares, degrees_of_freedom);
  for (const FittedParameter& each : parameters) {
    text += fmt::format("{} = {:.6g}", each.name, each.value);
    if (std::isfinite(each.standard_error)) text += fmt::format(" +- {:.2g}", each.standard_error);
    text += each.is_at_bound ? " (at its bound)\n" : "\n";
  }
  for (const auto& group : indistinct) {
    text += group.size() == 1 ? fmt::format("{} has no effect on these data\n", group.front())
                              : fmt::format("these data cannot tell apart: {}\n", fmt::join(group, ", "));
  }
  return text;
}

}  // namespace calibration
