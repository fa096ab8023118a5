// How often which values occurred: percentiles of any number of observations in bounded memory.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sim {

// A log-bucketed histogram of non-negative numbers. Every octave is cut into kBucketsPerOctave buckets of equal width,
// the bucket number being the leading bits of the double itself, so that recording needs no logarithm and a percentile
// is within kRelativeError of the recorded value. Memory grows with the range of the values, never with their number.
class Histogram {
 public:
  static constexpr int kOctaveBits = 7;
  static constexpr int kBucketsPerOctave = 1 << kOctaveBits;
  static constexpr double kRelativeError = 0.5 / kBucketsPerOctave;

  // Records `value` once, or `times` times. Throws std::invalid_argument when it is negative or not finite. Zero has
  // its own bucket, which also takes numbers below the smallest normal double (2.2e-308).
  void record(double value) { record(value, 1); }
  void record(double value, std::uint64_t times) {
    if (!(value >= 0 && value <= std::numeric_limits<double>::max())) refuse(value);
    if (times == 0) return;
    count_ += times;
    sum_ += value * static_cast<double>(times);
    if (value < min_) min_ = value;
    if (value > max_) max_ = value;
    if (value < std::numeric_limits<double>::min()) {
      zeros_ += times;
      return;
    }
    const std::int64_t bucket = bucket_of(value);
    // A bucket below the first wraps around to a huge number.
    if (static_cast<std::uint64_t>(bucket - first_bucket_) >= counts_.size()) grow_to(bucket);
    counts_[static_cast<std::size_t>(bucket - first_bucket_)] += times;
  }

  // Number, sum and extremes of what was recorded; sum and mean come from the values themselves, not from the buckets.
  // Of an empty histogram mean, min and max are NaN.
  std::uint64_t count() const { return count_; }
  bool is_empty() const { return count_ == 0; }
  double sum() const { return sum_; }
  double mean() const;
  double min() const;
  double max() const;

  // The smallest recorded value that at least `percent` per cent (0 to 100) of the values do not exceed (nearest rank),
  // within kRelativeError; percent 0 and 100 give min and max exactly. NaN when empty. Throws std::invalid_argument
  // when percent is out of range.
  double percentile(double percent) const;

  // The share of the values that are at most `value`, 0 to 1, as if each bucket's were spread evenly over it. NaN when empty.
  double share_up_to(double value) const;

  // Adds what `other` has recorded, as if it had been recorded here.
  void merge(const Histogram& other);

  // Forgets all values, keeps the buckets held.
  void reset();

  // How many buckets are held in memory.
  std::size_t buckets_held() const { return counts_.size(); }

  // Whether both hold the same counts, sum and extremes.
  bool operator==(const Histogram& other) const;

  friend void to_json(nlohmann::json& json, const Histogram& histogram);
  friend void from_json(const nlohmann::json& json, Histogram& histogram);

 private:
  // The leading bits of a double, as a number; bucket 0 begins at 1.0, negative buckets lie below it.
  static constexpr int kShift = std::numeric_limits<double>::digits - 1 - kOctaveBits;
  static constexpr std::int64_t kBucketOfOne = std::int64_t{1023} << kOctaveBits;
  static constexpr std::int64_t bucket_of(double value) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value) >> kShift) - kBucketOfOne;
  }
  static constexpr std::int64_t kFirstBucket = -(std::int64_t{1022} << kOctaveBits);    // of the smallest normal
  static constexpr std::int64_t kLastBucket = (std::int64_t{1024} << kOctaveBits) - 1;  // of the largest double

  static double middle_of(std::int64_t bucket);
  static double border_below(std::int64_t bucket);
  [[noreturn]] static void refuse(double value);
  void grow_to(std::int64_t bucket);
  void read(const nlohmann::json& json);
  std::vector<std::pair<std::int64_t, std::uint64_t>> buckets_in_use() const;  // bucket, count

  std::vector<std::uint64_t> counts_;  // of buckets first_bucket_, first_bucket_ + 1, …
  std::int64_t first_bucket_ = 0;
  std::uint64_t zeros_ = 0;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
};

// {"count", "sum", "min", "max", "zeros", "buckets_per_octave", "buckets": [[bucket, count], …]}, only buckets in use.
// Reading back gives an equal histogram; std::invalid_argument when the parts contradict one another.
void to_json(nlohmann::json& json, const Histogram& histogram);
void from_json(const nlohmann::json& json, Histogram& histogram);

}  // namespace sim
