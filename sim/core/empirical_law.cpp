// The law of measured quantiles: straight lines between the points.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/core/law.hpp"

namespace sim {

namespace {

// A piece of the quantile function: value at `begin`, rising by `slope` per unit of probability.
struct Piece {
  double begin;
  double end;
  double value;
  double slope;
};

class EmpiricalLaw final : public Law {
 public:
  explicit EmpiricalLaw(std::vector<QuantilePoint> points) : points_(std::move(points)) {
    cut_pieces();
    note_first_pieces();
    sum_moments();
  }

  double quantile(double u) const override {
    std::size_t piece = first_piece_[static_cast<std::size_t>(u * static_cast<double>(first_piece_.size() - 1))];
    while (u > pieces_[piece].end) ++piece;
    return pieces_[piece].value + (u - pieces_[piece].begin) * pieces_[piece].slope;
  }

  double mean() const override { return mean_; }
  double standard_deviation() const override { return standard_deviation_; }
  bool is_constant() const override { return points_.front().value >= points_.back().value; }

  std::string describe(double factor) const override {
    return fmt::format("empirical({} quantiles, {:.6g} to {:.6g})", points_.size(), points_.front().value * factor,
                       points_.back().value * factor);
  }

 private:
  void cut_pieces() {
    const QuantilePoint first = points_.front();
    const QuantilePoint last = points_.back();
    if (first.probability > 0) pieces_.push_back({0, first.probability, first.value, 0});
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
      const QuantilePoint from = points_[i];
      const QuantilePoint to = points_[i + 1];
      const double slope = (to.value - from.value) / (to.probability - from.probability);
      pieces_.push_back({from.probability, to.probability, from.value, slope});
    }
    if (last.probability < 1) pieces_.push_back({last.probability, 1, last.value, 0});
  }

  // Cell i of the guide begins at i / cells; it names the piece there, from which the search goes up.
  void note_first_pieces() {
    const std::size_t cells = std::max<std::size_t>(64, 2 * pieces_.size());
    std::size_t piece = 0;
    for (std::size_t cell = 0; cell <= cells; ++cell) {
      const double begin = static_cast<double>(cell) / static_cast<double>(cells);
      while (pieces_[piece].end < begin) ++piece;
      first_piece_.push_back(piece);
    }
  }

  // A piece is uniform between its ends a and b: E X = (a + b) / 2, and its second moment about the mean m is
  // ((a - m)^2 + (a - m)(b - m) + (b - m)^2) / 3.
  void sum_moments() {
    const auto top = [](const Piece& piece) { return piece.value + (piece.end - piece.begin) * piece.slope; };
    for (const Piece& piece : pieces_) mean_ += (piece.end - piece.begin) * (piece.value + top(piece)) / 2;
    double variance = 0;
    for (const Piece& piece : pieces_) {
      const double a = piece.value - mean_;
      const double b = top(piece) - mean_;
      variance += (piece.end - piece.begin) * (a * a + a * b + b * b) / 3;
    }
    standard_deviation_ = is_constant() ? 0 : std::sqrt(variance);
  }

  std::vector<QuantilePoint> points_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> first_piece_;
  double mean_ = 0;
  double standard_deviation_ = 0;
};

}  // namespace

std::shared_ptr<const Law> make_empirical_law(std::vector<QuantilePoint> points) {
  return std::make_shared<EmpiricalLaw>(std::move(points));
}

}  // namespace sim
