#include "sim/metrics/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sim {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double Histogram::mean() const { return is_empty() ? kNan : sum_ / static_cast<double>(count_); }

double Histogram::min() const { return is_empty() ? kNan : min_; }

double Histogram::max() const { return is_empty() ? kNan : max_; }

double Histogram::percentile(double percent) const {
  if (!(percent >= 0 && percent <= 100)) {
    throw std::invalid_argument(fmt::format("histogram: a percentile lies between 0 and 100, got {}", percent));
  }
  if (is_empty()) return kNan;
  const double share = std::ceil(percent / 100 * static_cast<double>(count_) * (1 - 1e-15));  // 1e-15: 7 % of 100 is 7
  const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(share), 1, count_);
  if (rank == 1) return min_;
  if (rank == count_) return max_;
  std::uint64_t seen = zeros_;
  if (seen >= rank) return 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) return std::clamp(middle_of(first_bucket_ + static_cast<std::int64_t>(i)), min_, max_);
  }
  return max_;
}

double Histogram::share_up_to(double value) const {
  if (is_empty()) return kNan;
  if (value < min_) return 0;
  if (value >= max_) return 1;
  double below = static_cast<double>(zeros_);
  const std::int64_t bucket = bucket_of(value);
  for (std::int64_t each = first_bucket_; each <= bucket; ++each) {
    const double share = each < bucket ? 1 : (value - border_below(bucket)) / (border_below(bucket + 1) - border_below(bucket));
    below += share * static_cast<double>(counts_[static_cast<std::size_t>(each - first_bucket_)]);
  }
  return below / static_cast<double>(count_);
}

void Histogram::merge(const Histogram& other) {
  if (other.is_empty()) return;
  if (!other.counts_.empty()) {
    grow_to(other.first_bucket_);
    grow_to(other.first_bucket_ + static_cast<std::int64_t>(other.counts_.size()) - 1);
    const auto shift = static_cast<std::size_t>(other.first_bucket_ - first_bucket_);
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[shift + i] += other.counts_[i];
  }
  zeros_ += other.zeros_;
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

bool Histogram::operator==(const Histogram& other) const {
  if (count_ != other.count_ || zeros_ != other.zeros_) return false;
  if (sum_ != other.sum_ || min_ != other.min_ || max_ != other.max_) return false;
  return buckets_in_use() == other.buckets_in_use();
}

std::vector<std::pair<std::int64_t, std::uint64_t>> Histogram::buckets_in_use() const {
  std::vector<std::pair<std::int64_t, std::uint64_t>> buckets;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] != 0) buckets.emplace_back(first_bucket_ + static_cast<std::int64_t>(i), counts_[i]);
  }
  return buckets;
}

void Histogram::reset() {
  std::fill(counts_.begin(), counts_.end(), 0);
  zeros_ = 0;
  count_ = 0;
  sum_ = 0;
  min_ = std::numeric_limits<double>::infinity();
  max_ = -std::numeric_limits<double>::infinity();
}

// Half a bucket above its lower border: no value of the bucket is further away than half a bucket.
double Histogram::middle_of(std::int64_t bucket) {
  const std::uint64_t lower_border = static_cast<std::uint64_t>(bucket + kBucketOfOne) << kShift;
  return std::bit_cast<double>(lower_border | (std::uint64_t{1} << (kShift - 1)));
}

double Histogram::border_below(std::int64_t bucket) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(bucket + kBucketOfOne) << kShift);
}

void Histogram::refuse(double value) {
  throw std::invalid_argument(fmt::format("histogram: a value must be finite and not negative, got {}", value));
}

// Makes `bucket` one of the buckets held.
void Histogram::grow_to(std::int64_t bucket) {
  if (counts_.empty()) first_bucket_ = bucket;
  if (bucket < first_bucket_) {
    counts_.insert(counts_.begin(), static_cast<std::size_t>(first_bucket_ - bucket), 0);
    first_bucket_ = bucket;
  }
  const auto needed = static_cast<std::size_t>(bucket - first_bucket_) + 1;
  if (needed > counts_.size()) counts_.resize(needed, 0);
}

}  // namespace sim
