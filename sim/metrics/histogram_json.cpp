// Histograms as JSON: how they travel between processes and into files.
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/metrics/histogram.hpp"

namespace sim {

namespace {

void require(bool holds, const char* complaint) {
  if (!holds) throw std::invalid_argument(std::string("histogram JSON: ") + complaint);
}

}  // namespace

void to_json(nlohmann::json& json, const Histogram& histogram) {
  json = {{"count", histogram.count_}, {"sum", histogram.sum_}, {"min", nullptr}, {"max", nullptr}};
  json["zeros"] = histogram.zeros_;
  json["buckets_per_octave"] = Histogram::kBucketsPerOctave;
  json["buckets"] = histogram.buckets_in_use();
  if (histogram.is_empty()) return;
  json["min"] = histogram.min_;
  json["max"] = histogram.max_;
}

void Histogram::read(const nlohmann::json& json) {
  require(json.at("buckets_per_octave") == kBucketsPerOctave, "another number of buckets per octave");
  zeros_ = json.at("zeros").get<std::uint64_t>();
  count_ = zeros_;
  for (const auto& entry : json.at("buckets")) {
    const auto bucket = entry.at(0).get<std::int64_t>();
    require(bucket >= kFirstBucket && bucket <= kLastBucket, "a bucket outside the range of double");
    const auto times = entry.at(1).get<std::uint64_t>();
    grow_to(bucket);
    counts_[static_cast<std::size_t>(bucket - first_bucket_)] += times;
    count_ += times;
  }
  require(count_ == json.at("count").get<std::uint64_t>(), "count differs from the sum of the buckets");
  if (count_ == 0) return;
  sum_ = json.at("sum").get<double>();
  min_ = json.at("min").get<double>();
  max_ = json.at("max").get<double>();
  require(min_ >= 0 && min_ <= max_ && sum_ >= 0, "min, max and sum contradict one another");
}

void from_json(const nlohmann::json& json, Histogram& histogram) {
  try {
    Histogram read;
    read.read(json);
    histogram = std::move(read);
  } catch (const nlohmann::json::exception& fault) {
    throw std::invalid_argument(std::string("histogram JSON: ") + fault.what());
  }
}

}  // namespace sim
